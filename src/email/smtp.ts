import type { Optional } from '../types/common.js'
import type { EmailConfig, EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import type { EmailTranslations } from '../types/translations.js'
import { composeEmail } from './message.js'
import { assertRequiredOptions } from './required-options.js'

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

/** The options of a provider that sends with nodemailer. */
export type NodemailerUserConfig = Optional<Omit<NodemailerConfig, 'type' | 'options'>>

/** The function `createTransport` of nodemailer. It is a parameter, so that this module does not import the package. */
export type CreateTransport = (options: object) => Transport

interface Transport {
  sendMail(message: object): Promise<Delivery>
}

interface Delivery {
  readonly rejected?: readonly unknown[] | undefined
  readonly pending?: readonly unknown[] | undefined
}

/**
 * Sends the sign-in email.
 *
 * @throws InvalidConfig if the provider has no `server`
 * @throws Error if the server is unreachable, times out, or rejects the recipient
 */
export async function sendWithTransport(createTransport: CreateTransport, params: Params): Promise<void> {
  const { identifier, url } = params
  // Only the factories of providers with a `server` use this function.
  const provider = params.provider as NodemailerConfig
  assertRequiredOptions(provider, ['server'])
  const { from = `no-reply@${new URL(url).hostname}`, translations } = provider
  const message = composeEmail(
    params,
    typeof translations === 'function' ? translations(params) : translations,
  )
  // An object is used unchanged. Nodemailer would parse a string.
  const delivery = await getTransport(createTransport, provider).sendMail({
    to: { name: '', address: identifier },
    from,
    ...message,
  })
  const failedCount = [delivery.rejected, delivery.pending].flatMap(list => list ?? []).length
  if (failedCount > 0) throw new Error('The SMTP server rejected or deferred the recipient.')
}

/** One transport per provider, because a transport can pool connections. */
const transports = new WeakMap<object, Transport>()

function getTransport(createTransport: CreateTransport, provider: NodemailerConfig): Transport {
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
