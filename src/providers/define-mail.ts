import { parseObject } from '../base/json.js'
import { fill } from '../base/template.js'
import { InvalidConfig } from '../errors.js'
import { composeMail, type MailMessage } from '../mail/message.js'
import type { Optional } from '../types/common.js'
import type { EmailConfig, EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import { customFetch } from '../types/symbols.js'
import type { MailTexts } from '../types/texts.js'

type Params = EmailProviderSendVerificationRequestParams

/** An e-mail provider that sends through a service's HTTP interface. */
export interface MailServiceConfig extends EmailConfig {
  /** The key of the service. @default AUTH_<ID>_KEY */
  apiKey?: string | undefined
  /** The sender, `Name <address>`. @default no-reply at the host of the link */
  from?: string | undefined
  /** Words that replace those of the visitor's language; a function may choose them by the request. */
  texts?: Partial<MailTexts> | ((params: Params) => Partial<MailTexts>) | undefined
  [customFetch]?: typeof fetch | undefined
}

/** What the factory of a mail service takes. */
export type MailServiceUserConfig = Optional<Omit<MailServiceConfig, 'type' | 'options'>>

/** One mail, as a service is told of it. */
export interface Mail extends MailMessage {
  readonly to: string
  readonly url: string
  /** In place of the link, with `code: true`. */
  readonly code: string | undefined
  /** `Name <address>`, or an address alone. */
  readonly from: string
  readonly sender: { readonly name: string | undefined; readonly email: string; readonly domain: string }
}

/** A service, as data. Texts may hold `{apiKey}`, and `{domain}` of the sender. */
export interface MailService<Options> {
  readonly id: string
  readonly name: string
  readonly url: string | ((options: Options) => string)
  /** User and password, or a token. */
  readonly authorization?: { readonly basic: string } | { readonly bearer: string }
  readonly headers?: Readonly<Record<string, string>>
  /** @default 'json' */
  readonly format?: 'json' | 'form'
  /** Options that it cannot do without, beside `apiKey`. */
  readonly needs?: readonly string[]
  body(mail: Mail, options: Options): Readonly<Record<string, unknown>>
}

/** Milliseconds that a service has; a visitor waits. */
const patience = 10_000

/**
 * Makes the factory of an e-mail provider out of what its service wants to be sent.
 *
 * @example
 * ```ts
 * import { defineMail } from 'latchkey/providers/define-mail'
 *
 * export const Pigeon = defineMail({
 *   id: 'pigeon',
 *   name: 'Pigeon',
 *   url: 'https://api.pigeon.example/mails',
 *   authorization: { bearer: '{apiKey}' },
 *   body: ({ to, from, subject, text, html }) => ({ to, from, subject, text, html }),
 * })
 * ```
 */
export function defineMail<Options extends object = object>(service: MailService<Options>) {
  const sendVerificationRequest = (params: Params) => send(service, params)
  return (options: MailServiceUserConfig & Options): MailServiceConfig => ({
    id: service.id,
    name: service.name,
    type: 'email',
    sendVerificationRequest,
    options,
  })
}

/** @throws Error with the service's own words when it does not take the mail */
async function send<Options>(service: MailService<Options>, params: Params): Promise<void> {
  const provider = params.provider as MailServiceConfig & Options
  const mail = mailOf(provider, params)
  assertComplete(service, provider)
  const words = new Map([
    ['apiKey', provider.apiKey],
    ['domain', mail.sender.domain],
  ])
  const fillIn = (text: string) => fill(text, name => words.get(name))
  const body = service.body(mail, provider)
  const headers = new Headers(authorizationOf(service, fillIn))
  for (const [name, text] of Object.entries(service.headers ?? {})) headers.set(name, fillIn(text))
  if (service.format !== 'form') headers.set('content-type', 'application/json')
  const ask = provider[customFetch] ?? fetch
  const answer = await ask(fillIn(typeof service.url === 'string' ? service.url : service.url(provider)), {
    method: 'POST',
    headers,
    body: service.format === 'form' ? formOf(body) : JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  })
  if (answer.ok) return
  throw new Error(`${service.name} answered with status ${answer.status}: ${complaint(await answer.text())}`)
}

function mailOf(provider: MailServiceConfig, params: Params): Mail {
  const { identifier, url, token } = params
  const { from = `no-reply@${new URL(url).hostname}`, texts } = provider
  const [, name, address] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? []
  const email = address ?? from
  return {
    ...composeMail(params, typeof texts === 'function' ? texts(params) : texts),
    to: identifier,
    url,
    code: provider.code ? token : undefined,
    from,
    sender: { name: name || undefined, email, domain: email.slice(email.lastIndexOf('@') + 1) },
  }
}

/** @throws InvalidConfig for an option that is not there */
function assertComplete<Options>({ id, name, needs = [] }: MailService<Options>, provider: object): void {
  const missing = ['apiKey', ...needs].find(option => !Reflect.get(provider, option))
  const variable = missing === 'apiKey' ? ` (or AUTH_${id.toUpperCase()}_KEY)` : ''
  if (missing) throw new InvalidConfig(`\`${name}\` needs \`${missing}\`${variable}.`)
}

function authorizationOf(
  { authorization }: MailService<never>,
  fillIn: (text: string) => string,
): Record<string, string> {
  if (!authorization) return {}
  if ('bearer' in authorization) return { authorization: `Bearer ${fillIn(authorization.bearer)}` }
  return { authorization: `Basic ${btoa(fillIn(authorization.basic))}` }
}

function formOf(body: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.set(name, String(value))
  return form
}

/** What a person can read of an answer; services put it into one of few places. */
function complaint(text: string): string {
  const body = parseObject(text)
  const found = [body?.message, body?.Message, firstOf(body?.errors), body?.error].map(messageIn)
  return found.find(Boolean) ?? text.slice(0, 300)
}

function firstOf(errors: unknown): unknown {
  return Array.isArray(errors) ? errors[0] : undefined
}

function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const inner: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'message') : undefined
  return typeof inner === 'string' ? inner : undefined
}
