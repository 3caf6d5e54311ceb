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
  /** Characters that the scan may still read. Malformed code can be read again for each of its openings. */
  remainingSteps: number
  /** Number of attempts within each other. */
  depth: number
  /** Whether an operand has just ended. Then `/` is a division and `<` a comparison. */
  afterOperand: boolean
  /** Scans until an unmatched `}` or the end. @returns whether the `}` was found */
  readCode(scanner: Scanner): boolean
}

/** A source whose nesting or whose unclosed literals would take too much time or memory. */
export class SourceTooComplex extends Error {
  override readonly name = 'SourceTooComplex'
}

const maxDepth = 400
const blank = /[\s\uFEFF]+/y
const lineComment = /\/\/[^\n\r\u2028\u2029]*/y
const lineEnd = /[\n\r]|$/g

/** Adds a token from the position to `end`. */
export function pushToken(scanner: Scanner, kind: TokenKind, end: number): void {
  const { source, position: start } = scanner
  countSteps(scanner, end - start + 1)
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

/**
 * Counts characters that were read.
 *
 * @throws SourceTooComplex if the source was read too often
 */
export function countSteps(scanner: Scanner, count: number): void {
  scanner.remainingSteps -= count
  if (scanner.remainingSteps < 0) throw new SourceTooComplex('The source is malformed or too complex.')
}

/** Literal that ends before the end of its line. */
export interface LiteralSyntax {
  readonly kind: TokenKind
  /** Characters that start it. */
  readonly starts: string
  readonly pattern: RegExp
}

/** Adds a token if a literal starts at the position. One without an end was read up to the end of its line. */
export function consumeLiteral(scanner: Scanner, { kind, starts, pattern }: LiteralSyntax): boolean {
  const { source, position } = scanner
  if (!starts.includes(source[position] ?? ' ')) return false
  if (consumeMatch(scanner, pattern, kind)) return true
  lineEnd.lastIndex = position
  countSteps(scanner, (lineEnd.exec(source)?.index ?? source.length) - position)
  return false
}

/** Runs a scan, and restores the state if it fails. */
export function attemptScan(scanner: Scanner, read: (scanner: Scanner) => boolean): boolean {
  const { position, afterOperand } = scanner
  const { length } = scanner.tokens
  scanner.depth++
  if (scanner.depth > maxDepth) throw new SourceTooComplex('The source is nested too deeply.')
  const isRead = read(scanner)
  scanner.depth--
  if (isRead) return true
  scanner.tokens.length = length
  Object.assign(scanner, { position, afterOperand })
  return false
}

/** Skips whitespace, or scans a comment. */
export function skipTrivia(scanner: Scanner): boolean {
  blank.lastIndex = scanner.position
  const [matched = ''] = blank.exec(scanner.source) ?? []
  scanner.position += matched.length
  return matched !== '' || scanComment(scanner)
}

function scanComment(scanner: Scanner): boolean {
  const { source, position } = scanner
  if (!source.startsWith('/*', position)) return consumeMatch(scanner, lineComment, 'comment')
  const end = source.indexOf('*/', position + 2)
  if (end < 0) countSteps(scanner, source.length - position)
  else pushToken(scanner, 'comment', end + 2)
  return end >= 0
}
