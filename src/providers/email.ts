import { composeEmail, type EmailContent, type EmailMessage } from '../email/message.js'
import { InvalidConfig } from '../errors.js'
import type { Optional } from '../types/common.js'
import type { EmailConfig } from '../types/provider.js'
import type { EmailTranslations } from '../types/translations.js'

/** The options of {@link Email}. Only `sendVerificationRequest` is required. */
export type EmailOptions = Optional<Omit<EmailConfig, 'type' | 'options'>> &
  Pick<EmailConfig, 'sendVerificationRequest'>

/**
 * Signs users in with a magic link, or with a one-time code if you set `code: true`. Your function sends the email,
 * such as through an HTTP API or a queue. Requires an adapter. For SMTP, use `latchkey/providers/nodemailer`.
 *
 * @throws InvalidConfig if `sendVerificationRequest` is missing
 *
 * @example
 * ```ts
 * import Email, { composeEmail } from 'latchkey/providers/email'
 *
 * export const email = Email({
 *   async sendVerificationRequest(params) {
 *     const body = JSON.stringify({ to: params.identifier, ...composeEmail(params) })
 *     const { ok, status } = await fetch('https://email.example/send', { method: 'POST', body })
 *     if (!ok) throw new Error(`The email service returned status ${status}.`)
 *   },
 * })
 * ```
 */
export function Email(config: EmailOptions): EmailConfig {
  const { sendVerificationRequest } = config
  if (!sendVerificationRequest)
    throw new InvalidConfig(
      '`Email` has no `sendVerificationRequest`. To send through an SMTP `server`, import the provider from ' +
        '"latchkey/providers/nodemailer" and set `id: "email"` to keep its URLs.',
    )
  return { id: 'email', name: 'Email', type: 'email', sendVerificationRequest, options: config }
}

/** @alias */
export default Email
export type { EmailConfig, EmailContent, EmailMessage, EmailTranslations }
export { composeEmail }
