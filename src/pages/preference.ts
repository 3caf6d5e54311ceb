import { varietiesOf } from '../config/languages.js'

interface Range {
  readonly tag: string
  /** From 0, which refuses, to 1. */
  readonly weight: number
}

/** Browsers send fewer than a hundred characters; what is beyond this length is not read. */
const readable = 1_000

/** RFC 9110 section 12.5.4, a language range with its weight. */
const range = /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

/**
 * The offered tag that an `Accept-Language` header asks for, by the lookup of RFC 4647 section 3.4; null when it asks for
 * none of them.
 *
 * @param offered language tags in lower case, the preferred ones first
 */
export function preferredLanguage(header: string, offered: readonly string[]): string | null {
  const ranges = rangesOf(header)
  const refused = ranges.filter(({ weight }) => weight === 0)
  const open = offered.filter(tag => !refused.some(({ tag: no }) => covers(no, tag)))
  for (const { tag } of ranges.filter(({ weight }) => weight > 0)) {
    const found = tag === '*' ? open.find(offer => !isNamed(offer, ranges)) : lookUpTag(tag, open)
    if (found) return found
  }
  return null
}

/** The most wanted first. What is malformed is left out. */
function rangesOf(header: string): readonly Range[] {
  const ranges = header
    .slice(0, readable)
    .split(',')
    .flatMap(part => {
      const [, tag, weight = '1'] = range.exec(part.trim()) ?? []
      return tag === undefined ? [] : { tag: tag.toLowerCase(), weight: Number(weight) }
    })
  return ranges.sort((one, other) => other.weight - one.weight)
}

/** Who asks for Swiss German gets German, and who asks for Portuguese gets the Brazilian one where that is all there is. */
function lookUpTag(wanted: string, offered: readonly string[]): string | undefined {
  for (const tag of varietiesOf(wanted)) {
    const found = offered.find(offer => offer === tag) ?? offered.find(offer => covers(tag, offer))
    if (found) return found
  }
  return undefined
}

function isNamed(offer: string, ranges: readonly Range[]): boolean {
  return ranges.some(({ tag }) => covers(tag, offer))
}

function covers(general: string, tag: string): boolean {
  return tag === general || tag.startsWith(`${general}-`)
}
