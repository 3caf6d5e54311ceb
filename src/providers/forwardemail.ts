import { defineEmail } from './define-email.js'

/**
 * Sends sign-in emails with Forward Email.
 *
 * - The email address in `from` must be one of your Forward Email aliases.
 *
 * @see https://forwardemail.net/my-account/security
 */
export const ForwardEmail = defineEmail({
  id: 'forwardemail',
  name: 'Forward Email',
  url: 'https://api.forwardemail.net/v1/emails',
  authorization: { basic: '{apiKey}:' },
  body: ({ from, to, subject, html, text }) => ({ from, to, subject, html, text }),
})

export default ForwardEmail
