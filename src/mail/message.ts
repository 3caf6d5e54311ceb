import { escapeText } from '../base/escape-text.js'
import type { EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import type { MailTexts } from '../types/texts.js'
import type { Theme } from '../types/theme.js'
import { grouped, layout } from './layout.js'
import { englishMail, mailTexts } from './texts.js'

/** A sign-in mail, ready to be handed to whatever sends it. */
export interface MailMessage {
  subject: string
  text: string
  html: string
}

const english = mailTexts({ lang: 'en', dir: 'ltr', mail: englishMail })

/** What a mail is made of. */
export type MailContent = Pick<
  EmailProviderSendVerificationRequestParams,
  'url' | 'token' | 'expires' | 'theme' | 'texts'
> & {
  provider: { code?: boolean | undefined }
}

/**
 * Writes the mail of a sign-in: a link, or the code where the provider has `code: true`, as plain text and as HTML that
 * loads nothing. The host is in both. It is in the language of the visitor who asked.
 *
 * @param own words that replace those of the language
 *
 * @example
 * ```ts
 * import Email, { composeMail } from 'latchkey/providers/email'
 *
 * declare function post(mail: { to: string; subject: string; text: string; html: string }): Promise<void>
 *
 * export const mail = Email({
 *   sendVerificationRequest: async params => post({ to: params.identifier, ...composeMail(params) }),
 * })
 * ```
 */
export function composeMail(content: MailContent, own: Partial<MailTexts> = {}): MailMessage {
  const { url, token, expires, theme, provider, texts = english } = content
  const { host } = new URL(url)
  const given = { ...texts, ...own }
  const minutes = Math.max(1, Math.round((expires.getTime() - Date.now()) / 60_000))
  const words = filled(given, { host, minutes: String(minutes), time: spoken(minutes, given.lang) })
  const code = provider.code ? token : null
  return {
    subject: words.subject,
    text: plain(words, { url, code }),
    html: layout({ words, marked: marked(words.heading, host), url, code, colours: coloursOf(theme) }),
  }
}

function filled(words: MailTexts, values: Readonly<Record<string, string>>): MailTexts {
  const entries = Object.entries<string>({ ...words }).map(([key, text]) => [
    key,
    text.replace(/\{(host|minutes|time)\}/g, (_: string, name: string) => values[name] ?? ''),
  ])
  return Object.fromEntries(entries) as MailTexts
}

/** Minutes, or hours and days where they come out even, as one says it in the language. */
function spoken(minutes: number, lang: string): string {
  const [amount, unit] = inWholeUnits(minutes)
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  try {
    return new Intl.NumberFormat(lang, options).format(amount)
  } catch {
    // An app may call its language what no runtime knows.
    return new Intl.NumberFormat('en', options).format(amount)
  }
}

function inWholeUnits(minutes: number): [number, 'minute' | 'hour' | 'day'] {
  if (minutes < 120 || minutes % 60 > 0) return [minutes, 'minute']
  const hours = minutes / 60
  return hours < 48 || hours % 24 > 0 ? [hours, 'hour'] : [hours / 24, 'day']
}

function plain(words: MailTexts, { url, code }: { url: string; code: string | null }): string {
  const way = code === null ? url : `${words.code}\n${grouped(code)}`
  return [words.heading, way, words.validity, words.ignore, ''].join('\n\n')
}

/** A mail client must not make a link of the host: only ours counts. It keeps its direction, and is not broken. */
function marked(heading: string, host: string): string {
  const safe = escapeText(host)
  const own = `<span dir="ltr" style="display:inline-block">${safe.replaceAll('.', '&#8203;.')}</span>`
  return escapeText(heading).replaceAll(safe, () => own)
}

/** What cannot end the attribute that it stands in. */
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([\d\s,.%/]+\))$/i

function coloursOf({ brandColor, buttonText }: Theme) {
  const known = (value: string | undefined, fallback: string) =>
    value && colour.test(value) ? value : fallback
  return { brand: known(brandColor, '#1d4ed8'), text: known(buttonText, '#ffffff') }
}
