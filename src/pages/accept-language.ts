import { expandLanguageTag } from '../config/locales.js'

interface LanguageRange {
  readonly tag: string
  /** From 0, which refuses, to 1. */
  readonly weight: number
}

/** Browsers send fewer than a hundred characters; what is beyond this length is not read. */
const maxHeaderLength = 1_000

/** RFC 9110 section 12.5.4, a language range with its weight. */
const languageRange =
  /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

/**
 * The offered tag that an `Accept-Language` header asks for, by the lookup of RFC 4647 section 3.4; null when it asks for
 * none of them.
 *
 * @param offered language tags in lower case, the preferred ones first
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

/** The most wanted first. What is malformed is left out. */
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

/** Who asks for Swiss German gets German, and who asks for Portuguese gets the Brazilian one where that is all there is. */
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
