import { defineEmail } from './define-email.js'

/**
 * Sends the links by Resend.
 *
 * - The address of `from` must be on a domain that you have verified there.
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

/** @alias */
export default Resend
