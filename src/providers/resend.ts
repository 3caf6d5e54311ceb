import { defineEmail } from './define-email.js'

/**
 * Sends sign-in emails with Resend.
 *
 * - The email address in `from` must belong to a domain that you verified in Resend.
 *
 * @see https://resend.com/api-keys
 */
export const Resend = defineEmail({
  id: 'resend',
  name: 'Resend',
  url: 'https://api.resend.com/emails',
  authorization: { bearer: '{apiKey}' },
  body: ({ from, to, subject, html, text }) => ({ from, to, subject, html, text }),
})

export default Resend
