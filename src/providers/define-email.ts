import { parseObject } from '../base/json.js'
import { interpolate } from '../base/template.js'
import { composeEmail, type EmailMessage } from '../email/message.js'
import { InvalidConfig } from '../errors.js'
import type { Optional } from '../types/common.js'
import type { EmailConfig, EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import { customFetch } from '../types/symbols.js'
import type { EmailTranslations } from '../types/translations.js'

type Params = EmailProviderSendVerificationRequestParams

/** An e-mail provider that sends through a service's HTTP interface. */
export interface EmailServiceConfig extends EmailConfig {
  /** The key of the service. @default AUTH_<ID>_KEY */
  apiKey?: string | undefined
  /** The sender, `Name <address>`. @default no-reply at the host of the link */
  from?: string | undefined
  /** Words that replace those of the visitor's language; a function may choose them by the request. */
  translations?: Partial<EmailTranslations> | ((params: Params) => Partial<EmailTranslations>) | undefined
  [customFetch]?: typeof fetch | undefined
}

/** What the factory of a mail service takes. */
export type EmailServiceUserConfig = Optional<Omit<EmailServiceConfig, 'type' | 'options'>>

/** One mail, as a service is told of it. */
export interface EmailServiceMessage extends EmailMessage {
  readonly to: string
  readonly url: string
  /** In place of the link, with `code: true`. */
  readonly code: string | undefined
  /** `Name <address>`, or an address alone. */
  readonly from: string
  readonly sender: { readonly name: string | undefined; readonly email: string; readonly domain: string }
}

/** A service, as data. Texts may hold `{apiKey}`, and `{domain}` of the sender. */
export interface EmailService<Options> {
  readonly id: string
  readonly name: string
  readonly url: string | ((options: Options) => string)
  /** User and password, or a token. */
  readonly authorization?: { readonly basic: string } | { readonly bearer: string }
  readonly headers?: Readonly<Record<string, string>>
  /** @default 'json' */
  readonly format?: 'json' | 'form'
  /** Options that it cannot do without, beside `apiKey`. */
  readonly requiredOptions?: readonly string[]
  body(message: EmailServiceMessage, options: Options): Readonly<Record<string, unknown>>
}

/** Milliseconds that a service has; a visitor waits. */
const timeoutMs = 10_000

/**
 * Makes the factory of an e-mail provider out of what its service wants to be sent.
 *
 * @example
 * ```ts
 * import { defineEmail } from 'latchkey/providers/define-email'
 *
 * export const Pigeon = defineEmail({
 *   id: 'pigeon',
 *   name: 'Pigeon',
 *   url: 'https://api.pigeon.example/mails',
 *   authorization: { bearer: '{apiKey}' },
 *   body: ({ to, from, subject, text, html }) => ({ to, from, subject, text, html }),
 * })
 * ```
 */
export function defineEmail<Options extends object = object>(service: EmailService<Options>) {
  const sendVerificationRequest = (params: Params) => sendEmail(service, params)
  return (options: EmailServiceUserConfig & Options): EmailServiceConfig => ({
    id: service.id,
    name: service.name,
    type: 'email',
    sendVerificationRequest,
    options,
  })
}

/** @throws Error with the service's own words when it does not take the mail */
async function sendEmail<Options>(service: EmailService<Options>, params: Params): Promise<void> {
  const provider = params.provider as EmailServiceConfig & Options
  const message = buildMessage(provider, params)
  assertRequiredOptions(service, provider)
  const placeholders = new Map([
    ['apiKey', provider.apiKey],
    ['domain', message.sender.domain],
  ])
  const fillPlaceholders = (text: string) => interpolate(text, name => placeholders.get(name))
  const body = service.body(message, provider)
  const headers = new Headers(buildAuthorizationHeader(service, fillPlaceholders))
  for (const [name, text] of Object.entries(service.headers ?? {})) headers.set(name, fillPlaceholders(text))
  if (service.format !== 'form') headers.set('content-type', 'application/json')
  const sendRequest = provider[customFetch] ?? fetch
  const response = await sendRequest(
    fillPlaceholders(typeof service.url === 'string' ? service.url : service.url(provider)),
    {
      method: 'POST',
      headers,
      body: service.format === 'form' ? toFormData(body) : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    },
  )
  if (response.ok) return
  throw new Error(
    `${service.name} answered with status ${response.status}: ${extractErrorMessage(await response.text())}`,
  )
}

function buildMessage(provider: EmailServiceConfig, params: Params): EmailServiceMessage {
  const { identifier, url, token } = params
  const { from = `no-reply@${new URL(url).hostname}`, translations } = provider
  const [, name, senderEmail] = /^\s*"?(.*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? []
  const email = senderEmail ?? from
  return {
    ...composeEmail(params, typeof translations === 'function' ? translations(params) : translations),
    to: identifier,
    url,
    code: provider.code ? token : undefined,
    from,
    sender: { name: name || undefined, email, domain: email.slice(email.lastIndexOf('@') + 1) },
  }
}

/** @throws InvalidConfig for an option that is not there */
function assertRequiredOptions<Options>(
  { id, name, requiredOptions = [] }: EmailService<Options>,
  provider: object,
): void {
  const missing = ['apiKey', ...requiredOptions].find(option => !Reflect.get(provider, option))
  const variableHint = missing === 'apiKey' ? ` (or AUTH_${id.toUpperCase()}_KEY)` : ''
  if (missing) throw new InvalidConfig(`\`${name}\` needs \`${missing}\`${variableHint}.`)
}

function buildAuthorizationHeader(
  { authorization }: EmailService<never>,
  fillPlaceholders: (text: string) => string,
): Record<string, string> {
  if (!authorization) return {}
  if ('bearer' in authorization) return { authorization: `Bearer ${fillPlaceholders(authorization.bearer)}` }
  return { authorization: `Basic ${btoa(fillPlaceholders(authorization.basic))}` }
}

function toFormData(body: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.set(name, String(value))
  return form
}

/** What a person can read of an answer; services put it into one of few places. */
function extractErrorMessage(text: string): string {
  const body = parseObject(text)
  const messages = [body?.message, body?.Message, getFirst(body?.errors), body?.error].map(getMessage)
  return messages.find(Boolean) ?? text.slice(0, 300)
}

function getFirst(errors: unknown): unknown {
  return Array.isArray(errors) ? errors[0] : undefined
}

function getMessage(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const nested: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'message') : undefined
  return typeof nested === 'string' ? nested : undefined
}
