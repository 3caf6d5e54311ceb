import { defineEmail } from './define-email.js'

/**
 * Sends sign-in emails with Mailgun.
 *
 * - Emails are sent from the domain of the email address in `from`. The domain must be one of your Mailgun domains.
 * - For domains in the EU, set `region: 'EU'`.
 *
 * @see https://app.mailgun.com/settings/api_security
 */
export const MailGun = defineEmail<{ region?: 'US' | 'EU' }>({
  id: 'mailgun',
  name: 'Mailgun',
  url: ({ region }) => `https://api.${region === 'EU' ? 'eu.' : ''}mailgun.net/v3/{domain}/messages`,
  authorization: { basic: 'api:{apiKey}' },
  format: 'form',
  requiredOptions: ['from'],
  body: ({ from, to, subject, text, html }) => ({ from, to, subject, text, html }),
})

export default MailGun
