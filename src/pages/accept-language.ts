import { expandLanguageTag } from '../config/locales.js'

interface LanguageRange {
  readonly tag: string
  /** From 0 (not acceptable) to 1. */
  readonly weight: number
}

/** The maximum number of characters that are parsed. Browsers send fewer than 100. */
const maxHeaderLength = 1_000

/** A language range with its weight, RFC 9110 section 12.5.4. */
const languageRange =
  /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

/**
 * Returns the offered tag that matches an `Accept-Language` header best, by the lookup of RFC 4647 section 3.4, or
 * null.
 *
 * @param offered language tags in lower case, in order of preference
 */
export function selectLanguage(header: string, offered: readonly string[]): string | null {
  const ranges = parseRanges(header)
  const rejected = ranges.filter(({ weight }) => weight === 0)
  const acceptable = offered.filter(
    tag => !rejected.some(({ tag: rejectedTag }) => isCovering(rejectedTag, tag)),
  )
  for (const { tag } of ranges.filter(({ weight }) => weight > 0)) {
    const match =
      tag === '*' ? acceptable.find(offeredTag => !isListed(offeredTag, ranges)) : findTag(tag, acceptable)
    if (match) return match
  }
  return null
}

/** Parses the language ranges by descending weight. Skips malformed ranges. */
function parseRanges(header: string): readonly LanguageRange[] {
  const ranges = header
    .slice(0, maxHeaderLength)
    .split(',')
    .flatMap(part => {
      const [, tag, weight = '1'] = languageRange.exec(part.trim()) ?? []
      return tag === undefined ? [] : { tag: tag.toLowerCase(), weight: Number(weight) }
    })
  return ranges.sort((first, second) => second.weight - first.weight)
}

/** Finds a tag, a more general tag or a more specific tag: German for `de-ch`, Brazilian Portuguese for `pt`. */
function findTag(requested: string, offered: readonly string[]): string | undefined {
  for (const tag of expandLanguageTag(requested)) {
    const match =
      offered.find(offeredTag => offeredTag === tag) ??
      offered.find(offeredTag => isCovering(tag, offeredTag))
    if (match) return match
  }
  return undefined
}

function isListed(offeredTag: string, ranges: readonly LanguageRange[]): boolean {
  return ranges.some(({ tag }) => isCovering(tag, offeredTag))
}

function isCovering(general: string, tag: string): boolean {
  return tag === general || tag.startsWith(`${general}-`)
}
