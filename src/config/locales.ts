import { describeValue } from '../base/describe-value.js'
import { isRecord } from '../base/parse.js'
import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'

/** Locales of the built-in pages. The first one is the fallback. */
export const builtInLocales = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh', 'ar'] as const

/** The language tag of a built-in locale. */
export type BuiltInLocale = (typeof builtInLocales)[number]

/** A language tag of RFC 5646 section 2.1, restricted to what is safe in a header. */
const languageTag = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i

/** Checks the options `locales` and `translations`. */
export function findLocalesError({
  locales,
  translations = {},
}: Pick<AuthConfig, 'locales' | 'translations'>): InvalidConfig | undefined {
  const invalidTag = isRecord(translations) ? Object.entries(translations).find(isInvalidEntry)?.[0] : ''
  if (invalidTag !== undefined)
    return new InvalidConfig(
      `\`translations\` must be an object with language tags such as "de" or "pt-BR" as keys. Invalid entry: "${invalidTag}".`,
    )
  const invalidText = findInvalidText(translations)
  if (invalidText)
    return new InvalidConfig(
      `\`translations.${invalidText.path}\` is ${describeValue(invalidText.value)}. Use text, or leave it out.`,
    )
  if (locales === undefined) return undefined
  const requested: readonly unknown[] = Array.isArray(locales) ? locales : []
  if (requested.length === 0)
    return new InvalidConfig('`locales` must be an array with at least one language tag, such as ["en"].')
  const supported = new Set([...builtInLocales, ...Object.keys(translations)].map(tag => tag.toLowerCase()))
  const isSupported = (tag: unknown) =>
    typeof tag === 'string' && expandLanguageTag(tag).some(each => supported.has(each))
  const unsupported = requested.find(tag => !isSupported(tag))
  if (unsupported === undefined) return undefined
  return new InvalidConfig(
    `\`locales\` contains "${String(unsupported)}", which is not built in. Add its texts to \`translations\`. ` +
      `Built in: ${builtInLocales.join(', ')}.`,
  )
}

interface InvalidText {
  readonly path: string
  readonly value: unknown
}

/** Finds a value that is neither text nor an object with texts. A plugin checks its own. */
function findInvalidText(texts: object, parent = ''): InvalidText | undefined {
  for (const [name, value] of Object.entries<unknown>({ ...texts })) {
    const path = `${parent}${name}`
    if (value === undefined || typeof value === 'string' || /^[^.]+\.plugins$/.test(path)) continue
    const invalid = isRecord(value) ? findInvalidText(value, `${path}.`) : { path, value }
    if (invalid) return invalid
  }
  return undefined
}

function isInvalidEntry([tag, translations]: [string, unknown]): boolean {
  return !languageTag.test(tag) || !isRecord(translations)
}

/**
 * Returns a tag and its parents in lower case, most specific first: `zh-hant-tw`, `zh-hant`, `zh`. Drops a
 * single letter together with the subtag behind it, see RFC 4647 section 3.4.
 */
export function expandLanguageTag(tag: string): readonly string[] {
  const parent = tag.replace(/(?:-[a-z0-9])?-[^-]*$/i, '')
  return [tag.toLowerCase(), ...(parent === tag ? [] : expandLanguageTag(parent))]
}
