import type { EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import type { Theme } from '../types/theme.js'
import { escapeText, grouped, layout } from './layout.js'
import { english, type MailTexts } from './texts.js'

/** A sign-in mail, ready to be handed to whatever sends it. */
export interface MailMessage {
  subject: string
  text: string
  html: string
}

/** What a mail is made of. */
export type MailContent = Pick<
  EmailProviderSendVerificationRequestParams,
  'url' | 'token' | 'expires' | 'theme'
> & {
  provider: { code?: boolean | undefined }
}

/**
 * Writes the mail of a sign-in: a link, or the code where the provider has `code: true`, as plain text and as HTML that
 * loads nothing. The host is in both.
 *
 * @param texts replace the English words
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
export function composeMail(content: MailContent, texts: Partial<MailTexts> = {}): MailMessage {
  const { url, token, expires, theme, provider } = content
  const { host } = new URL(url)
  const minutes = String(Math.max(1, Math.round((expires.getTime() - Date.now()) / 60_000)))
  const words = filled({ ...english, ...texts }, { host, minutes })
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
    text.replace(/\{(host|minutes)\}/g, (_: string, name: string) => values[name] ?? ''),
  ])
  return Object.fromEntries(entries) as MailTexts
}

function plain(words: MailTexts, { url, code }: { url: string; code: string | null }): string {
  const way = code === null ? url : `${words.code}\n${grouped(code)}`
  return [words.heading, way, words.validity, words.ignore, ''].join('\n\n')
}

/** A mail client must not make a link of the host: only ours counts. */
function marked(heading: string, host: string): string {
  const safe = escapeText(host)
  return escapeText(heading).replaceAll(safe, safe.replaceAll('.', '&#8203;.'))
}

/** What cannot end the attribute that it stands in. */
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]+|(?:rgb|hsl)a?\([\d\s,.%/]+\))$/i

function coloursOf({ brandColor, buttonText }: Theme) {
  const known = (value: string | undefined, fallback: string) =>
    value && colour.test(value) ? value : fallback
  return { brand: known(brandColor, '#1d4ed8'), text: known(buttonText, '#ffffff') }
}
