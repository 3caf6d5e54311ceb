/** Matches one character of a name, or any number of them. */
type NamePart = { readonly kind: 'any' } | CharacterPattern

/** Matches one character. */
interface CharacterPattern {
  readonly kind: 'one'
  matches(character: string): boolean
}

/** Matches one name. */
interface NamePattern {
  readonly kind: 'one'
  readonly parts: readonly NamePart[]
  readonly minLength: number
}

/** Matches one name of a path, or any number of names. */
type PathPart = { readonly kind: 'any' } | NamePattern

/** Pattern of a `.gitignore` file. */
export interface Glob {
  /** Returns whether it matches the names of a path. */
  matches(path: readonly string[]): boolean
}

/**
 * Parses a pattern as git does. A match takes at most as many steps as the product of the lengths of the pattern and the path,
 * regardless of the number of stars.
 *
 * @returns null for a pattern that matches nothing, such as one with an unclosed bracket
 */
export function parseGlob(pattern: string): Glob | null {
  const segments = splitSegments(Array.from(pattern))
  const parts: PathPart[] = []
  for (const [index, { elements, endsEscaped }] of segments.entries()) {
    const isLast = index === segments.length - 1
    const isAny = elements.join('') === '**'
    const name = parseName(elements)
    if (!name) return null
    // At the end, and before an escaped slash, `**` matches at least one name.
    if (!isAny || isLast || endsEscaped) parts.push(name)
    if (isAny && segments.length > 1) parts.push({ kind: 'any' })
  }
  return {
    matches: path => matchSequence(parts, path, isNameMatch),
  }
}

function isNameMatch({ parts, minLength }: NamePattern, name: string): boolean {
  const characters = Array.from(name)
  return (
    characters.length >= minLength &&
    matchSequence(parts, characters, (part, character) => part.matches(character))
  )
}

/** A part of a pattern between slashes. */
interface Segment {
  readonly elements: string[]
  /** Whether the slash after it is escaped. */
  endsEscaped: boolean
}

/** Splits a pattern at the slashes outside of brackets, which can be escaped. */
function splitSegments(pattern: readonly string[]): Segment[] {
  let last: Segment = { elements: [], endsEscaped: false }
  const segments = [last]
  for (let at = 0; at < pattern.length; ) {
    const end = getElementEnd(pattern, at)
    const element = pattern.slice(at, end)
    if (element.at(-1) === '/' && element[0] !== '[') {
      last.endsEscaped = element.length > 1
      last = { elements: [], endsEscaped: false }
      segments.push(last)
    } else last.elements.push(...element)
    at = end
  }
  return segments
}

/** Returns the index after an escaped character, a bracket expression or an ordinary character. */
function getElementEnd(pattern: readonly string[], at: number): number {
  if (pattern[at] === '\\') return at + 2
  return pattern[at] === '[' ? (findBracketEnd(pattern, at) ?? pattern.length) : at + 1
}

/** Returns the index after a bracket expression. A `]` at its start, and one in `[:alpha:]`, does not close it. */
function findBracketEnd(pattern: readonly string[], open: number): number | undefined {
  const isNegated = pattern[open + 1] === '!' || pattern[open + 1] === '^'
  const first = open + (isNegated ? 2 : 1)
  for (let at = first; at < pattern.length; at++) {
    if (pattern[at] === ']' && at > first) return at + 1
    if (pattern[at] === '\\') at++
    else if (pattern[at] === '[' && pattern[at + 1] === ':') {
      const close = pattern.indexOf(']', at + 2)
      if (close > at + 2 && pattern[close - 1] === ':') at = close
    }
  }
  return undefined
}

function parseName(segment: readonly string[]): NamePattern | null {
  const parts: NamePart[] = []
  for (let at = 0; at < segment.length; ) {
    const end = getElementEnd(segment, at)
    const part = parseNamePart(segment.slice(at, end))
    if (!part) return null
    if (part.kind !== 'any' || parts.at(-1)?.kind !== 'any') parts.push(part)
    at = end
  }
  return { kind: 'one', parts, minLength: parts.filter(({ kind }) => kind === 'one').length }
}

function parseNamePart(element: readonly string[]): NamePart | null {
  const [first, second] = element
  if (first === '*') return { kind: 'any' }
  if (first === '?') return { kind: 'one', matches: () => true }
  if (first === '[') return parseBracket(element)
  const expected = first === '\\' ? second : first
  return expected === undefined ? null : { kind: 'one', matches: character => character === expected }
}

const characterClasses: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    alnum: /[A-Za-z0-9]/,
    alpha: /[A-Za-z]/,
    blank: /[ \t]/,
    cntrl: /\p{Cc}/u,
    digit: /\d/,
    graph: /[!-~]/,
    lower: /[a-z]/,
    print: /[ -~]/,
    punct: /[!-/:-@[-`{-~]/,
    space: /[ \t-\r]/,
    upper: /[A-Z]/,
    xdigit: /[\dA-Fa-f]/,
  }),
)

function parseBracket(element: readonly string[]): NamePart | null {
  if (findBracketEnd(element, 0) !== element.length) return null
  const isNegated = element[1] === '!' || element[1] === '^'
  const members: ((character: string) => boolean)[] = []
  for (let at = isNegated ? 2 : 1; at < element.length - 1; at++) {
    if (element[at] === '[' && element[at + 1] === ':') {
      const close = element.indexOf(']', at + 2)
      if (close > at + 2 && close < element.length - 1 && element[close - 1] === ':') {
        const characterClass = characterClasses.get(element.slice(at + 2, close - 1).join(''))
        if (!characterClass) return null
        members.push(character => characterClass.test(character))
        at = close
        continue
      }
    }
    if (element[at] === '\\') at++
    const from = element[at] ?? ''
    let to = from
    if (element[at + 1] === '-' && at + 2 < element.length - 1) {
      at += element[at + 2] === '\\' ? 3 : 2
      to = element[at] ?? ''
    }
    members.push(character => from <= character && character <= to)
  }
  return { kind: 'one', matches: character => members.some(matches => matches(character)) !== isNegated }
}

/** Matches items in order. Only the last `any` has to be tried again, because it can take what those before it took. */
function matchSequence<Item, Part extends { readonly kind: 'one' }>(
  parts: readonly (Part | { readonly kind: 'any' })[],
  items: readonly Item[],
  matches: (part: Part, item: Item) => boolean,
): boolean {
  let [position, next] = [0, 0]
  let [anyAt, anyEnd] = [-1, 0]
  while (position < items.length) {
    const part = parts[next]
    const item = items[position]
    if (part?.kind === 'any') [anyAt, anyEnd, next] = [next, position, next + 1]
    else if (part && item !== undefined && matches(part, item)) [position, next] = [position + 1, next + 1]
    else if (anyAt < 0) return false
    else [position, next, anyEnd] = [anyEnd + 1, anyAt + 1, anyEnd + 1]
  }
  return parts.slice(next).every(({ kind }) => kind === 'any')
}
