import { escapeHtml } from '../base/escape-html.js'
import type { EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import type { Theme } from '../types/theme.js'
import type { EmailTranslations } from '../types/translations.js'
import { formatCode, renderLayout } from './layout.js'
import { englishEmail, toEmailTranslations } from './translations.js'

/** A sign-in mail, ready to be handed to whatever sends it. */
export interface EmailMessage {
  subject: string
  text: string
  html: string
}

const englishTranslations = toEmailTranslations({ lang: 'en', dir: 'ltr', email: englishEmail })

/** What a mail is made of. */
export type EmailContent = Pick<
  EmailProviderSendVerificationRequestParams,
  'url' | 'token' | 'expires' | 'theme' | 'translations'
> & {
  provider: { code?: boolean | undefined }
}

/**
 * Writes the mail of a sign-in: a link, or the code where the provider has `code: true`, as plain text and as HTML that
 * loads nothing. The host is in both. It is in the language of the visitor who asked.
 *
 * @param overrides words that replace those of the language
 *
 * @example
 * ```ts
 * import Email, { composeEmail } from 'latchkey/providers/email'
 *
 * declare function post(mail: { to: string; subject: string; text: string; html: string }): Promise<void>
 *
 * export const mail = Email({
 *   sendVerificationRequest: async params => post({ to: params.identifier, ...composeEmail(params) }),
 * })
 * ```
 */
export function composeEmail(
  content: EmailContent,
  overrides: Partial<EmailTranslations> = {},
): EmailMessage {
  const { url, token, expires, theme, provider, translations = englishTranslations } = content
  const { host } = new URL(url)
  const merged = { ...translations, ...overrides }
  const minutes = Math.max(1, Math.round((expires.getTime() - Date.now()) / 60_000))
  const interpolated = interpolateAll(merged, {
    host,
    minutes: String(minutes),
    time: formatDuration(minutes, merged.lang),
  })
  const code = provider.code ? token : null
  return {
    subject: interpolated.subject,
    text: renderPlainText(interpolated, { url, code }),
    html: renderLayout({
      translations: interpolated,
      headingHtml: renderHeading(interpolated.heading, host),
      url,
      code,
      colors: resolveColors(theme),
    }),
  }
}

function interpolateAll(
  translations: EmailTranslations,
  values: Readonly<Record<string, string>>,
): EmailTranslations {
  const entries = Object.entries<string>({ ...translations }).map(([key, text]) => [
    key,
    text.replace(/\{(host|minutes|time)\}/g, (_: string, name: string) => values[name] ?? ''),
  ])
  return Object.fromEntries(entries) as EmailTranslations
}

/** Minutes, or hours and days where they come out even, as one says it in the language. */
function formatDuration(minutes: number, lang: string): string {
  const [amount, unit] = toWholeUnits(minutes)
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  try {
    return new Intl.NumberFormat(lang, options).format(amount)
  } catch {
    // An app may call its language what no runtime knows.
    return new Intl.NumberFormat('en', options).format(amount)
  }
}

function toWholeUnits(minutes: number): [number, 'minute' | 'hour' | 'day'] {
  if (minutes < 120 || minutes % 60 > 0) return [minutes, 'minute']
  const hours = minutes / 60
  return hours < 48 || hours % 24 > 0 ? [hours, 'hour'] : [hours / 24, 'day']
}

function renderPlainText(
  translations: EmailTranslations,
  { url, code }: { url: string; code: string | null },
): string {
  const linkOrCode = code === null ? url : `${translations.codeLabel}\n${formatCode(code)}`
  return [translations.heading, linkOrCode, translations.expiry, translations.ignore, ''].join('\n\n')
}

/** A mail client must not make a link of the host: only ours counts. It keeps its direction, and is not broken. */
function renderHeading(heading: string, host: string): string {
  const escapedHost = escapeHtml(host)
  const unlinkedHost = `<span dir="ltr" style="display:inline-block">${escapedHost.replaceAll('.', '&#8203;.')}</span>`
  return escapeHtml(heading).replaceAll(escapedHost, () => unlinkedHost)
}

/** What cannot end the attribute that it stands in. */
const colorPattern = /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([\d\s,.%/]+\))$/i

function resolveColors({ brandColor, buttonText }: Theme) {
  const ensureColor = (value: string | undefined, fallback: string) =>
    value && colorPattern.test(value) ? value : fallback
  return { brand: ensureColor(brandColor, '#1d4ed8'), text: ensureColor(buttonText, '#ffffff') }
}
