import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'

/** The languages that the built-in pages speak by themselves; the first one is for visitors who ask for none of them. */
export const builtInLocales = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh', 'ar'] as const

/** The tag of a built-in language. */
export type BuiltInLocale = (typeof builtInLocales)[number]

/** A language tag, RFC 5646 section 2.1, as far as it must be safe in a header. */
const languageTag = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i

/** Finds what is wrong with `languages` and `texts`. */
export function checkLocales({ locales, translations = {} }: AuthConfig): InvalidConfig | undefined {
  const invalidTag = isObject(translations) ? Object.entries(translations).find(isInvalidEntry)?.[0] : ''
  if (invalidTag !== undefined)
    return new InvalidConfig(
      `\`translations\` must be an object of texts by language tag, such as "de" or "pt-BR"; "${invalidTag}" is none.`,
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
    `\`locales\` has "${String(unsupported)}", which is not built in: give its texts in \`translations\`. ` +
      `Built in: ${builtInLocales.join(', ')}.`,
  )
}

function isInvalidEntry([tag, translations]: [string, unknown]): boolean {
  return !languageTag.test(tag) || !isObject(translations)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * A tag and what it is a variety of, the most special first, in lower case: `zh-hant-tw`, `zh-hant`, `zh`. A single
 * letter says nothing without what follows it. RFC 4647 section 3.4.
 */
export function expandLanguageTag(tag: string): readonly string[] {
  const parent = tag.replace(/(?:-[a-z0-9])?-[^-]*$/i, '')
  return [tag.toLowerCase(), ...(parent === tag ? [] : expandLanguageTag(parent))]
}
