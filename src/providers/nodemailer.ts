import { createTransport } from 'nodemailer'
import { InvalidConfig } from '../errors.js'
import { composeMail } from '../mail/message.js'
import type { Optional } from '../types/common.js'
import type { EmailConfig, EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import type { MailTexts } from '../types/texts.js'

type Params = EmailProviderSendVerificationRequestParams

/** An e-mail provider that sends through nodemailer. */
export interface NodemailerConfig extends EmailConfig {
  /** What `createTransport` of nodemailer takes: a URL such as `smtp://user:pass@mail.example:587`, options, a transport. */
  server?: string | object | undefined
  /** The sender, `Name <address>`. @default no-reply at the host of the link */
  from?: string | undefined
  /** Words that replace those of the visitor's language; a function may choose them by the request. */
  texts?: Partial<MailTexts> | ((params: Params) => Partial<MailTexts>) | undefined
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
    sendVerificationRequest: send,
    options: config,
  }
}

/** @throws Error when the server is away, too slow, or takes the mail for nobody */
async function send(params: Params): Promise<void> {
  const { identifier, url } = params
  // The provider is the one that the factory above made.
  const provider = params.provider as NodemailerConfig
  const { from = `no-reply@${new URL(url).hostname}`, texts } = provider
  const mail = composeMail(params, typeof texts === 'function' ? texts(params) : texts)
  // As an object the address is taken as it is; as a text it would be parsed once more.
  const sent: Delivery = await transportOf(provider).sendMail({
    to: { name: '', address: identifier },
    from,
    ...mail,
  })
  const failed = [sent.rejected, sent.pending].flatMap(list => list ?? []).length
  if (failed > 0) throw new Error('The mail server took the mail, but not for this recipient.')
}

interface Delivery {
  readonly rejected?: readonly unknown[] | undefined
  readonly pending?: readonly unknown[] | undefined
}

type Transport = ReturnType<typeof createTransport>

/** One for each provider: a transport may keep connections. */
const transports = new WeakMap<object, Transport>()

function transportOf(provider: NodemailerConfig): Transport {
  const known = transports.get(provider)
  if (known) return known
  const fresh = createTransport(patient(provider.server))
  transports.set(provider, fresh)
  return fresh
}

/** Milliseconds that the server has; a visitor waits. */
const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 10_000,
  dnsTimeout: 10_000,
}

function patient(server: NodemailerConfig['server']): object {
  if (typeof server === 'string') return { ...patience, url: server }
  const isTransport = server !== undefined && 'send' in server
  return isTransport ? server : { ...patience, ...server }
}

/** @alias */
export default Nodemailer
export type { MailTexts }
