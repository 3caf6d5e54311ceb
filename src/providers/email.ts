import { composeEmail, type EmailContent, type EmailMessage } from '../email/message.js'
import { InvalidConfig } from '../errors.js'
import type { Optional } from '../types/common.js'
import type { EmailConfig } from '../types/provider.js'
import type { EmailTranslations } from '../types/translations.js'

/** What {@link Email} takes: the way to send, and options. */
export type EmailOptions = Optional<Omit<EmailConfig, 'type' | 'options'>> &
  Pick<EmailConfig, 'sendVerificationRequest'>

/**
 * Signs people in by a link, or with `code: true` by a code, in a mail that you send: through an HTTP service, a queue,
 * anything. It needs an adapter. For SMTP there is `latchkey/providers/nodemailer`.
 *
 * @throws InvalidConfig without `sendVerificationRequest`
 *
 * @example
 * ```ts
 * import Email, { composeEmail } from 'latchkey/providers/email'
 *
 * export const mail = Email({
 *   async sendVerificationRequest(params) {
 *     const body = JSON.stringify({ to: params.identifier, ...composeEmail(params) })
 *     const { ok, status } = await fetch('https://mail.example/send', { method: 'POST', body })
 *     if (!ok) throw new Error(`The mail service answered ${status}.`)
 *   },
 * })
 * ```
 */
export function Email(config: EmailOptions): EmailConfig {
  const { sendVerificationRequest } = config
  if (!sendVerificationRequest)
    throw new InvalidConfig(
      '`Email` needs `sendVerificationRequest`. To send through an SMTP `server`, import the provider from ' +
        '"latchkey/providers/nodemailer" and give it `id: "email"` to keep its addresses.',
    )
  return { id: 'email', name: 'Email', type: 'email', sendVerificationRequest, options: config }
}

/** @alias */
export default Email
export type { EmailConfig, EmailContent, EmailMessage, EmailTranslations }
export { composeEmail }
