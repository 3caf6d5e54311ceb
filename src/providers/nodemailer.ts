import { createTransport } from 'nodemailer'
import { composeEmail } from '../email/message.js'
import { InvalidConfig } from '../errors.js'
import type { Optional } from '../types/common.js'
import type { EmailConfig, EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import type { EmailTranslations } from '../types/translations.js'

type Params = EmailProviderSendVerificationRequestParams

/** The configuration of an email provider that sends with nodemailer. */
export interface NodemailerConfig extends EmailConfig {
  /**
   * The argument of nodemailer's `createTransport`: a URL such as `smtp://user:pass@smtp.example:587`, options, or a
   * transport.
   */
  server?: string | object | undefined
  /** The sender, as `Name <email>`. @default no-reply at the host of the magic link */
  from?: string | undefined
  /** Email texts that replace the translations for the visitor's language, or a function that returns them. */
  translations?: Partial<EmailTranslations> | ((params: Params) => Partial<EmailTranslations>) | undefined
}

/** The options of {@link Nodemailer}. */
export type NodemailerUserConfig = Optional<Omit<NodemailerConfig, 'type' | 'options'>>

/**
 * Signs users in with a magic link, or with a one-time code if you set `code: true`. Sends the email through an SMTP
 * server. Requires an adapter and the package `nodemailer`. Each step of the SMTP connection times out after ten
 * seconds. To change this, set the timeouts in `server`.
 *
 * @throws InvalidConfig if `server` is missing
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
  if (!config.server)
    throw new InvalidConfig(
      '`Nodemailer` has no `server`. Set it to the URL of an SMTP server, or to nodemailer options.',
    )
  return {
    id: 'nodemailer',
    name: 'Nodemailer',
    type: 'email',
    sendVerificationRequest: sendEmail,
    options: config,
  }
}

/**
 * Sends the sign-in email.
 *
 * @throws Error if the server is unreachable, times out, or rejects the recipient
 */
async function sendEmail(params: Params): Promise<void> {
  const { identifier, url } = params
  // Only providers of the factory above use this function.
  const provider = params.provider as NodemailerConfig
  const { from = `no-reply@${new URL(url).hostname}`, translations } = provider
  const message = composeEmail(
    params,
    typeof translations === 'function' ? translations(params) : translations,
  )
  // An object is used unchanged. Nodemailer would parse a string.
  const delivery: Delivery = await getTransport(provider).sendMail({
    to: { name: '', address: identifier },
    from,
    ...message,
  })
  const failedCount = [delivery.rejected, delivery.pending].flatMap(list => list ?? []).length
  if (failedCount > 0) throw new Error('The SMTP server rejected or deferred the recipient.')
}

interface Delivery {
  readonly rejected?: readonly unknown[] | undefined
  readonly pending?: readonly unknown[] | undefined
}

type Transport = ReturnType<typeof createTransport>

/** One transport per provider, because a transport can pool connections. */
const transports = new WeakMap<object, Transport>()

function getTransport(provider: NodemailerConfig): Transport {
  const cached = transports.get(provider)
  if (cached) return cached
  const created = createTransport(withTimeouts(provider.server))
  transports.set(provider, created)
  return created
}

/** The timeouts of an SMTP connection, in milliseconds. The visitor waits for it. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 10_000,
  dnsTimeout: 10_000,
}

function withTimeouts(server: NodemailerConfig['server']): object {
  if (typeof server === 'string') return { ...timeouts, url: server }
  const isTransport = server !== undefined && 'send' in server
  return isTransport ? server : { ...timeouts, ...server }
}

/** @alias */
export default Nodemailer
export type { EmailTranslations }
