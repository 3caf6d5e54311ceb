import { defineEmail } from './define-email.js'

/**
 * Sends the links by Forward Email.
 *
 * - The address of `from` must be an alias of yours there.
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

/** @alias */
export default ForwardEmail
