import { defineEmail } from './define-email.js'

/**
 * Sends the links by Postmark.
 *
 * - `apiKey` is the token of a server there, and the address of `from` one of its sender signatures.
 * - The mails go through the message stream `outbound`.
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

/** @alias */
export default Postmark
