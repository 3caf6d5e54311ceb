import { sendWithNodemailer } from '#nodemailer'
import { type ComposeEmailParams, composeEmail, type EmailMessage } from '../email/message.js'
import { assertRequiredOptions } from '../email/required-options.js'
import type { NodemailerConfig, NodemailerUserConfig } from '../email/smtp.js'
import type { EmailConfig, EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import type { EmailTranslations } from '../types/translations.js'

/** The options of {@link Email}. Only `server` or `sendVerificationRequest` is required. */
export type EmailOptions = NodemailerUserConfig &
  ({ server: NodemailerConfig['server'] } | Pick<NodemailerConfig, 'sendVerificationRequest'>)

/**
 * Signs users in with a magic link, or with a one-time code if you set `oneTimeCode: true`. Requires an adapter. The email is
 * sent by your function `sendVerificationRequest`, such as through an HTTP API or a queue, or through the SMTP `server`.
 * For a `server`, install the package `nodemailer`. It is loaded when the first email is sent, in Node, Bun and Deno.
 *
 * Without both, the first email fails, and the log has a warning. So an app builds without the variables of its deployment.
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
export function Email(config: EmailOptions): NodemailerConfig {
  const { sendVerificationRequest } = config
  return {
    id: 'email',
    name: 'Email',
    type: 'email',
    sendVerificationRequest: sendVerificationRequest ?? sendWithServer,
    requiredOptions: sendVerificationRequest ? [] : ['server'],
    options: config,
  }
}

/** Without a `server`, the missing option is reported before a missing package. */
async function sendWithServer(params: EmailProviderSendVerificationRequestParams): Promise<void> {
  assertRequiredOptions(params.provider, ['server'])
  await sendWithNodemailer(params)
}

export default Email
export type {
  EmailProviderSendVerificationRequestParams,
  EmailProviderType,
  EmailUserConfig,
} from '../types/provider.js'
export type { EmailProviderId } from '../types/provider-names.js'
export type { ComposeEmailParams, EmailConfig, EmailMessage, EmailTranslations }
export { composeEmail }
