import { defineEmail } from './define-email.js'

/**
 * Sends sign-in emails with Twilio SendGrid.
 *
 * - The email address in `from` must be a verified sender.
 * - For an EU account, set `region: 'EU'`.
 *
 * @see https://app.sendgrid.com/settings/api_keys
 */
export const SendGrid = defineEmail<{ region?: 'US' | 'EU' }>({
  id: 'sendgrid',
  name: 'SendGrid',
  url: ({ region }) => `https://api.${region === 'EU' ? 'eu.' : ''}sendgrid.com/v3/mail/send`,
  authorization: { bearer: '{apiKey}' },
  body: ({ sender: { name, email }, to, subject, html, text }) => ({
    personalizations: [{ to: [{ email: to }] }],
    from: { email, ...(name && { name }) },
    subject,
    content: [
      { type: 'text/plain', value: text },
      { type: 'text/html', value: html },
    ],
  }),
})

export default SendGrid
