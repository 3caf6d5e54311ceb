import { defineEmail } from './define-email.js'

/**
 * Sends sign-in emails with Postmark.
 *
 * - Set `apiKey` to the token of a Postmark server. The email address in `from` must be one of its sender signatures.
 * - Emails use the message stream `outbound`.
 *
 * @see https://account.postmarkapp.com/servers
 */
export const Postmark = defineEmail({
  id: 'postmark',
  name: 'Postmark',
  url: 'https://api.postmarkapp.com/email',
  headers: { accept: 'application/json', 'x-postmark-server-token': '{apiKey}' },
  body: ({ from, to, subject, text, html }) => ({
    From: from,
    To: to,
    Subject: subject,
    TextBody: text,
    HtmlBody: html,
    MessageStream: 'outbound',
  }),
})

export default Postmark
