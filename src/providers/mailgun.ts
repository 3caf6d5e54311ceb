import { defineEmail } from './define-email.js'

/**
 * Sends the links by Mailgun.
 *
 * - They are sent from the domain of the address in `from`, which must be one of yours there.
 * - Domains in the EU need `region: 'EU'`.
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

/** @alias */
export default MailGun
