import { createTransport } from 'nodemailer'
import { composeEmail } from '../email/message.js'
import { InvalidConfig } from '../errors.js'
import type { Optional } from '../types/common.js'
import type { EmailConfig, EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import type { EmailTranslations } from '../types/translations.js'

type Params = EmailProviderSendVerificationRequestParams

/** An e-mail provider that sends through nodemailer. */
export interface NodemailerConfig extends EmailConfig {
  /** What `createTransport` of nodemailer takes: a URL such as `smtp://user:pass@mail.example:587`, options, a transport. */
  server?: string | object | undefined
  /** The sender, `Name <address>`. @default no-reply at the host of the link */
  from?: string | undefined
  /** Words that replace those of the visitor's language; a function may choose them by the request. */
  translations?: Partial<EmailTranslations> | ((params: Params) => Partial<EmailTranslations>) | undefined
}

/** What {@link Nodemailer} takes. */
export type NodemailerUserConfig = Optional<Omit<NodemailerConfig, 'type' | 'options'>>

/**
 * Signs people in by a link, or with `code: true` by a code, in a mail that goes through an SMTP server. It needs an
 * adapter, and the package `nodemailer`. The server is given ten seconds for each step unless its options say otherwise.
 *
 * @throws InvalidConfig without `server`
 *
 * @example
 * ```ts
 * import Nodemailer from 'latchkey/providers/nodemailer'
 *
 * export const mail = Nodemailer({
 *   server: 'smtp://user:password@mail.example:587',
 *   from: 'Acme <no-reply@acme.example>',
 * })
 * ```
 */
export function Nodemailer(config: NodemailerUserConfig): NodemailerConfig {
  if (!config.server)
    throw new InvalidConfig('`Nodemailer` needs a `server`: the URL of one, or its options.')
  return {
    id: 'nodemailer',
    name: 'Nodemailer',
    type: 'email',
    sendVerificationRequest: sendEmail,
    options: config,
  }
}

/** @throws Error when the server is away, too slow, or takes the mail for nobody */
async function sendEmail(params: Params): Promise<void> {
  const { identifier, url } = params
  // The provider is the one that the factory above made.
  const provider = params.provider as NodemailerConfig
  const { from = `no-reply@${new URL(url).hostname}`, translations } = provider
  const message = composeEmail(
    params,
    typeof translations === 'function' ? translations(params) : translations,
  )
  // As an object the address is taken as it is; as a text it would be parsed once more.
  const delivery: Delivery = await getTransport(provider).sendMail({
    to: { name: '', address: identifier },
    from,
    ...message,
  })
  const failedCount = [delivery.rejected, delivery.pending].flatMap(list => list ?? []).length
  if (failedCount > 0) throw new Error('The mail server took the mail, but not for this recipient.')
}

interface Delivery {
  readonly rejected?: readonly unknown[] | undefined
  readonly pending?: readonly unknown[] | undefined
}

type Transport = ReturnType<typeof createTransport>

/** One for each provider: a transport may keep connections. */
const transports = new WeakMap<object, Transport>()

function getTransport(provider: NodemailerConfig): Transport {
  const cached = transports.get(provider)
  if (cached) return cached
  const created = createTransport(withTimeouts(provider.server))
  transports.set(provider, created)
  return created
}

/** Milliseconds that the server has; a visitor waits. */
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
