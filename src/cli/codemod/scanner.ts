/**
 * Kind of a token. `text` contains no code: parts of templates, JSX tags and the text between them. `template-head` is the start of a
 * template up to its first `${`.
 */
export type TokenKind =
  | 'name'
  | 'string'
  | 'template'
  | 'template-head'
  | 'regex'
  | 'number'
  | 'punctuator'
  | 'comment'
  | 'text'

/** Part of the source, with its offsets. */
export interface Token {
  readonly kind: TokenKind
  readonly start: number
  readonly end: number
  readonly text: string
}

/** State of a scan. Tokens can be discarded, because the meaning of some characters is known only later. */
export interface Scanner {
  readonly source: string
  readonly jsx: boolean
  readonly tokens: Token[]
  /** Offsets at which no JSX element starts, so that they are tried only once. */
  readonly rejectedElements: Set<number>
  position: number
  /** Whether an operand has just ended. Then `/` is a division and `<` a comparison. */
  afterOperand: boolean
  /** Scans until an unmatched `}` or the end. @returns whether the `}` was found */
  readCode(scanner: Scanner): boolean
}

const blank = /[\s\uFEFF]+/y
const comment = /\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\//y

/** Adds a token from the position to `end`. */
export function pushToken(scanner: Scanner, kind: TokenKind, end: number): void {
  const { source, position: start } = scanner
  if (end > start) scanner.tokens.push({ kind, start, end, text: source.slice(start, end) })
  scanner.position = end
}

/** Adds a token if the pattern matches at the position. @returns whether it matches */
export function consumeMatch(scanner: Scanner, pattern: RegExp, kind: TokenKind): boolean {
  pattern.lastIndex = scanner.position
  const [matched = ''] = pattern.exec(scanner.source) ?? []
  pushToken(scanner, kind, scanner.position + matched.length)
  return matched !== ''
}

/** Runs a scan, and restores the state if it fails. */
export function attemptScan(scanner: Scanner, read: (scanner: Scanner) => boolean): boolean {
  const { position, afterOperand } = scanner
  const { length } = scanner.tokens
  if (read(scanner)) return true
  scanner.tokens.length = length
  Object.assign(scanner, { position, afterOperand })
  return false
}

/** Skips whitespace, or scans a comment. */
export function skipTrivia(scanner: Scanner): boolean {
  blank.lastIndex = scanner.position
  const [matched = ''] = blank.exec(scanner.source) ?? []
  scanner.position += matched.length
  return matched !== '' || consumeMatch(scanner, comment, 'comment')
}
