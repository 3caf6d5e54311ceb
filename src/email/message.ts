import type { EmailProviderSendVerificationRequestParams } from '../types/provider.js'
import type { EmailTranslations } from '../types/translations.js'
import { formatCode, renderLayout } from './layout.js'
import { mergeEmailTexts } from './translations.js'

/** The subject and both bodies of a sign-in email. */
export interface EmailMessage {
  subject: string
  text: string
  html: string
}

/** The content of a sign-in email. */
export type ComposeEmailParams = Pick<
  EmailProviderSendVerificationRequestParams,
  'url' | 'token' | 'expires' | 'theme' | 'translations'
> & {
  provider: { oneTimeCode?: boolean | undefined }
}

/**
 * Composes the sign-in email in the language of the visitor, as plain text and as HTML without remote content. Both
 * contain the host and the magic link, or the one-time code if the provider has `oneTimeCode: true`.
 *
 * @param overrides texts that replace the translations. An absent text keeps its translation
 * @throws InvalidConfig if a text is not text
 *
 * @example
 * ```ts
 * import Email, { composeEmail } from 'latchkey/providers/email'
 *
 * declare function send(email: { to: string; subject: string; text: string; html: string }): Promise<void>
 *
 * export const email = Email({
 *   sendVerificationRequest: async params => send({ to: params.identifier, ...composeEmail(params) }),
 * })
 * ```
 */
export function composeEmail(
  params: ComposeEmailParams,
  overrides: Partial<EmailTranslations> = {},
): EmailMessage {
  const { url, token, expires, theme, provider, translations } = params
  const host = theme.name || new URL(url).host
  const merged = mergeEmailTexts(translations, overrides)
  const minutes = Math.max(1, Math.round((expires.getTime() - Date.now()) / 60_000))
  const interpolated = interpolateAll(merged, {
    host,
    minutes: String(minutes),
    time: formatDuration(minutes, merged.lang),
  })
  const code = provider.oneTimeCode ? token : null
  return {
    subject: interpolated.subject,
    text: renderPlainText(interpolated, { url, code }),
    html: renderLayout({
      lang: interpolated.lang,
      dir: interpolated.dir,
      title: interpolated.subject,
      heading: interpolated.heading,
      host,
      action:
        code === null
          ? { url, label: interpolated.button, linkLabel: interpolated.linkLabel }
          : { code, label: interpolated.codeLabel },
      notes: [interpolated.expiry, interpolated.ignore],
      theme,
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

/** Formats minutes in the language, as hours or days if they divide evenly. */
function formatDuration(minutes: number, lang: string): string {
  const [amount, unit] = toWholeUnits(minutes)
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const
  try {
    return new Intl.NumberFormat(lang, options).format(amount)
  } catch {
    // The language of an app's own translations may not be a valid tag.
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
