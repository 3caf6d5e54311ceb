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
export interface Scanner {
  readonly source: string
  readonly jsx: boolean
  readonly tokens: Token[]
  /** Elements that turned out to be none, so that nobody tries again. */
  readonly rejectedElements: Set<number>
  position: number
  /** Whether an operand has just ended: then `/` divides and `<` compares. */
  afterOperand: boolean
  /** Reads on until a `}` that was not opened in it, or the end; says whether the `}` is there. */
  readCode(scanner: Scanner): boolean
}

const blank = /[\s\uFEFF]+/y
const comment = /\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\//y

/** Adds what lies between the position and `end`. */
export function pushToken(scanner: Scanner, kind: TokenKind, end: number): void {
  const { source, position: start } = scanner
  if (end > start) scanner.tokens.push({ kind, start, end, text: source.slice(start, end) })
  scanner.position = end
}

/** Adds what the pattern matches here; says whether it does. */
export function consumeMatch(scanner: Scanner, pattern: RegExp, kind: TokenKind): boolean {
  pattern.lastIndex = scanner.position
  const [matched = ''] = pattern.exec(scanner.source) ?? []
  pushToken(scanner, kind, scanner.position + matched.length)
  return matched !== ''
}

/** Does what may turn out to have been wrong; then all is as it was. */
export function attemptScan(scanner: Scanner, read: (scanner: Scanner) => boolean): boolean {
  const { position, afterOperand } = scanner
  const { length } = scanner.tokens
  if (read(scanner)) return true
  scanner.tokens.length = length
  Object.assign(scanner, { position, afterOperand })
  return false
}

/** Blanks and comments. */
export function skipTrivia(scanner: Scanner): boolean {
  blank.lastIndex = scanner.position
  const [matched = ''] = blank.exec(scanner.source) ?? []
  scanner.position += matched.length
  return matched !== '' || consumeMatch(scanner, comment, 'comment')
}
