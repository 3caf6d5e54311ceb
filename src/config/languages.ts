import { InvalidConfig } from '../errors.js'
import type { AuthConfig } from '../types/config.js'

/** The languages that the built-in pages speak by themselves; the first one is for visitors who ask for none of them. */
export const builtInLanguages = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh', 'ar'] as const

/** The tag of a built-in language. */
export type BuiltInLanguage = (typeof builtInLanguages)[number]

/** A language tag, RFC 5646 section 2.1, as far as it must be safe in a header. */
const languageTag = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i

/** Finds what is wrong with `languages` and `texts`. */
export function languageFault({ languages, texts = {} }: AuthConfig): InvalidConfig | undefined {
  const odd = isObject(texts) ? Object.entries(texts).find(isOdd)?.[0] : ''
  if (odd !== undefined)
    return new InvalidConfig(
      `\`texts\` must be an object of texts by language tag, such as "de" or "pt-BR"; "${odd}" is none.`,
    )
  if (languages === undefined) return undefined
  const given: readonly unknown[] = Array.isArray(languages) ? languages : []
  if (given.length === 0)
    return new InvalidConfig('`languages` must be an array with at least one language tag, such as ["en"].')
  const known = new Set([...builtInLanguages, ...Object.keys(texts)].map(tag => tag.toLowerCase()))
  const isKnown = (tag: unknown) => typeof tag === 'string' && varietiesOf(tag).some(each => known.has(each))
  const unknown = given.find(tag => !isKnown(tag))
  if (unknown === undefined) return undefined
  return new InvalidConfig(
    `\`languages\` has "${String(unknown)}", which is not built in: give its texts in \`texts\`. ` +
      `Built in: ${builtInLanguages.join(', ')}.`,
  )
}

function isOdd([tag, texts]: [string, unknown]): boolean {
  return !languageTag.test(tag) || !isObject(texts)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * A tag and what it is a variety of, the most special first, in lower case: `zh-hant-tw`, `zh-hant`, `zh`. A single
 * letter says nothing without what follows it. RFC 4647 section 3.4.
 */
export function varietiesOf(tag: string): readonly string[] {
  const shorter = tag.replace(/(?:-[a-z0-9])?-[^-]*$/i, '')
  return [tag.toLowerCase(), ...(shorter === tag ? [] : varietiesOf(shorter))]
}
