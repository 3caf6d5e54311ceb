import { parseObject } from '../base/parse.js'
import { interpolate } from '../base/template.js'
import { composeEmail, type EmailMessage } from '../email/message.js'
import { assertRequiredOptions } from '../email/required-options.js'
import type { Optional } from '../types/common.js'
import type { EmailConfig, EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import { customFetch } from '../types/symbols.js'
import type { EmailTranslations } from '../types/translations.js'

type Params = EmailProviderSendVerificationRequestParams

/** The configuration of an email provider that uses the HTTP API of an email service. */
export interface EmailServiceConfig extends EmailConfig {
  /** The API key of the service. @default AUTH_<ID>_KEY */
  apiKey?: string | undefined
  /** The sender, as `Name <email>`. @default no-reply at the host of the magic link */
  from?: string | undefined
  /** Email texts that replace the translations for the visitor's language, or a function that returns them. */
  translations?: Partial<EmailTranslations> | ((params: Params) => Partial<EmailTranslations>) | undefined
  [customFetch]?: typeof fetch | undefined
}

/** The options of an email service's factory. */
export type EmailServiceUserConfig = Optional<Omit<EmailServiceConfig, 'type' | 'options'>>

/** One email to send with an email service. */
export interface EmailServiceMessage extends EmailMessage {
  readonly to: string
  readonly url: string
  /** The one-time code, with `oneTimeCode: true`. */
  readonly code: string | undefined
  /** The sender, as `Name <email>` or as an email address. */
  readonly from: string
  readonly sender: { readonly name: string | undefined; readonly email: string; readonly domain: string }
}

/** The definition of an email service. Strings can contain `{apiKey}`, and `{domain}` of the sender. */
export interface EmailService<Options> {
  readonly id: string
  readonly name: string
  readonly url: string | ((options: Options) => string)
  /** HTTP Basic credentials as `user:password`, or a bearer token. */
  readonly authorization?: { readonly basic: string } | { readonly bearer: string }
  readonly headers?: Readonly<Record<string, string>>
  /** @default 'json' */
  readonly format?: 'json' | 'form'
  /** The required options besides `apiKey`. */
  readonly requiredOptions?: readonly string[]
  body(message: EmailServiceMessage, options: Options): Readonly<Record<string, unknown>>
}

/** The timeout of a request, in milliseconds. The visitor waits for it. */
const timeoutMs = 10_000

/**
 * Creates the factory of an email provider from the definition of its service.
 *
 * @example
 * ```ts
 * import { defineEmail } from 'latchkey/providers/define-email'
 *
 * export const Resend = defineEmail({
 *   id: 'resend',
 *   name: 'Resend',
 *   url: 'https://api.resend.com/emails',
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
    requiredOptions: options?.sendVerificationRequest ? [] : listRequiredOptions(service),
    options,
  })
}

function listRequiredOptions({ requiredOptions = [] }: EmailService<never>): readonly string[] {
  return ['apiKey', ...requiredOptions]
}

/**
 * Sends the sign-in email with the service.
 *
 * @throws Error with the message of the service if it rejects the request
 */
async function sendEmail<Options>(service: EmailService<Options>, params: Params): Promise<void> {
  const provider = params.provider as EmailServiceConfig & Options
  const message = buildMessage(provider, params)
  assertRequiredOptions(provider, listRequiredOptions(service))
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
    `${service.name} rejected the email with status ${response.status}: ${extractErrorMessage(await response.text())}`,
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
    code: provider.oneTimeCode ? token : undefined,
    from,
    sender: { name: name || undefined, email, domain: email.slice(email.lastIndexOf('@') + 1) },
  }
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

/** Returns the error message of a response, or its first 300 characters. Services use different members for it. */
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
