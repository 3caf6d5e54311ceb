import { createTransport } from 'nodemailer'
import { type NodemailerConfig, type NodemailerUserConfig, sendWithTransport } from '../email/smtp.js'
import type { EmailTranslations } from '../types/translations.js'

/**
 * Signs users in with a magic link, or with a one-time code if you set `oneTimeCode: true`. Sends the email through an SMTP
 * server. Requires an adapter and the package `nodemailer`. Each step of the SMTP connection times out after ten
 * seconds. To change this, set the timeouts in `server`.
 *
 * Without `server`, the first email fails, and the log has a warning. So an app builds without the variables of its deployment.
 *
 * @example
 * ```ts
 * import Nodemailer from 'latchkey/providers/nodemailer'
 *
 * export const email = Nodemailer({
 *   server: 'smtp://user:password@smtp.example:587',
 *   from: 'Acme <no-reply@acme.example>',
 * })
 * ```
 */
export function Nodemailer(config: NodemailerUserConfig): NodemailerConfig {
  return {
    id: 'nodemailer',
    name: 'Nodemailer',
    type: 'email',
    sendVerificationRequest: params => sendWithTransport(createTransport, params),
    requiredOptions: config.sendVerificationRequest ? [] : ['server'],
    options: config,
  }
}

export default Nodemailer
export type { EmailTranslations, NodemailerConfig, NodemailerUserConfig }
