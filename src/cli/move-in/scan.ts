/**
 * `text` is what no code can be in: parts of templates, tags and the text between them. `begun` is a template up to its
 * first `${`.
 */
export type TokenKind =
  | 'name'
  | 'string'
  | 'template'
  | 'begun'
  | 'regex'
  | 'number'
  | 'sign'
  | 'comment'
  | 'text'

/** A piece of the source, by its offsets. */
export interface Token {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Where a scan stands. What it has read can be taken back, for some signs only tell later what they began. */
export interface Scan {
  readonly source: string
  readonly jsx: boolean
  readonly tokens: Token[]
  /** Elements that turned out to be none, so that nobody tries again. */
  readonly noElements: Set<number>
  position: number
  /** Whether an operand has just ended: then `/` divides and `<` compares. */
  afterOperand: boolean
  /** Reads on until a `}` that was not opened in it, or the end; says whether the `}` is there. */
  readCode(scan: Scan): boolean
}

const blank = /[\s\uFEFF]+/y
const comment = /\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\//y

/** Adds what lies between the position and `end`. */
export function push(scan: Scan, kind: TokenKind, end: number): void {
  const { source, position: start } = scan
  if (end > start) scan.tokens.push({ kind, start, end, text: source.slice(start, end) })
  scan.position = end
}

/** Adds what the pattern matches here; says whether it does. */
export function take(scan: Scan, pattern: RegExp, kind: TokenKind): boolean {
  pattern.lastIndex = scan.position
  const [found = ''] = pattern.exec(scan.source) ?? []
  push(scan, kind, scan.position + found.length)
  return found !== ''
}

/** Does what may turn out to have been wrong; then all is as it was. */
export function attempt(scan: Scan, read: (scan: Scan) => boolean): boolean {
  const { position, afterOperand } = scan
  const { length } = scan.tokens
  if (read(scan)) return true
  scan.tokens.length = length
  Object.assign(scan, { position, afterOperand })
  return false
}

/** Blanks and comments. */
export function skip(scan: Scan): boolean {
  blank.lastIndex = scan.position
  const [found = ''] = blank.exec(scan.source) ?? []
  scan.position += found.length
  return found !== '' || take(scan, comment, 'comment')
}
