/**
 * Splits a source into tokens, to distinguish imports from text that only looks like one, in a string, a comment or a regular
 * expression. It parses as much of JavaScript, TypeScript and JSX as this requires: the boundaries of strings, templates,
 * comments, regular expressions and JSX text.
 *
 * @module
 */
import { scanElement } from './jsx-scanner.js'
import {
  attemptScan,
  consumeLiteral,
  consumeMatch,
  type LiteralSyntax,
  pushToken,
  type Scanner,
  skipTrivia,
  type Token,
} from './scanner.js'

const keywordsBeforeOperands = new Set(
  'return typeof instanceof in new delete void throw case do else yield await default extends'.split(' '),
)
const keywordsBeforeConditions = new Set(['if', 'while', 'for', 'with'])

const hashbang = /#![^\n\r]*/y
const stringLiteral: LiteralSyntax = {
  kind: 'string',
  starts: `'"`,
  pattern: /'(?:[^'\\\n\r]|\\(?:\r\n|[\s\S]))*'|"(?:[^"\\\n\r]|\\(?:\r\n|[\s\S]))*"/y,
}
const identifier = /[#@]?[\p{ID_Start}$_\\][\p{ID_Continue}$\\]*/uy
const numberLiteral = /\.?\d(?:[eE][+-]|[\w.])*/y
const regexLiteral: LiteralSyntax = {
  kind: 'regex',
  starts: '/',
  pattern: /\/(?![*/])(?:[^\\/[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*\])+\/[\p{ID_Continue}$]*/uy,
}
const punctuator = /=>|\+\+|--|[!=]==?|\.\.\.|\?\.(?!\d)|[\s\S]/y
const templateChunk = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y

/** How often a source can be read. Code with correct syntax is read once or twice. */
const maxReads = 20

/**
 * Returns all tokens of a source in order, including those within templates and JSX elements.
 *
 * @throws SourceTooComplex for malformed code that would have to be read very often, and for very deep nesting
 */
export function tokenize(source: string, { jsx }: { jsx: boolean }): Token[] {
  const scanner: Scanner = {
    source,
    jsx,
    tokens: [],
    rejectedElements: new Set(),
    position: 0,
    remainingSteps: maxReads * (source.length + 1000),
    depth: 0,
    afterOperand: false,
    readCode: scanCode,
  }
  consumeMatch(scanner, hashbang, 'comment')
  while (scanner.position < source.length) {
    scanCode(scanner)
    // An unmatched closing bracket does not end the file.
    if (scanner.position < source.length) pushToken(scanner, 'punctuator', scanner.position + 1)
  }
  return scanner.tokens
}

function scanCode(scanner: Scanner): boolean {
  const brackets: Bracket[] = []
  scanner.afterOperand = false
  while (scanner.position < scanner.source.length) {
    if (skipTrivia(scanner)) continue
    if (scanner.source[scanner.position] === '}' && brackets.length === 0) return true
    if (!scanOperand(scanner)) scanPunctuator(scanner, brackets)
  }
  return false
}

function scanOperand(scanner: Scanner): boolean {
  if (consumeMatch(scanner, identifier, 'name')) {
    scanner.afterOperand = !isOperandExpected(scanner.tokens)
    return true
  }
  const isOperand =
    consumeLiteral(scanner, stringLiteral) ||
    consumeMatch(scanner, numberLiteral, 'number') ||
    (scanner.source[scanner.position] === '`' && attemptScan(scanner, scanTemplate)) ||
    (!scanner.afterOperand && (consumeLiteral(scanner, regexLiteral) || scanElement(scanner)))
  if (isOperand) scanner.afterOperand = true
  return isOperand
}

function isOperandExpected(tokens: readonly Token[]): boolean {
  const [last, before] = getLastTwoTokens(tokens)
  return keywordsBeforeOperands.has(last?.text ?? '') && before?.text !== '.' && before?.text !== '?.'
}

function getLastTwoTokens(tokens: readonly Token[]): (Token | undefined)[] {
  const result: Token[] = []
  for (let index = tokens.length - 1; index >= 0 && result.length < 2; index--) {
    const token = tokens[index]
    if (token && token.kind !== 'comment') result.push(token)
  }
  return result
}

function scanTemplate(scanner: Scanner): boolean {
  const { position } = scanner
  templateChunk.lastIndex = position + 1
  templateChunk.exec(scanner.source)
  if (scanner.source[templateChunk.lastIndex] === '`') {
    pushToken(scanner, 'template', templateChunk.lastIndex + 1)
    return true
  }
  pushToken(scanner, 'template-head', templateChunk.lastIndex)
  while (scanner.source[scanner.position] !== '`') {
    if (scanner.position >= scanner.source.length) return false
    pushToken(scanner, 'text', scanner.position + 2)
    if (!scanCode(scanner)) return false
    pushToken(scanner, 'text', scanner.position + 1)
    consumeMatch(scanner, templateChunk, 'text')
  }
  pushToken(scanner, 'text', scanner.position + 1)
  return true
}

/** Open bracket. */
interface Bracket {
  /** Whether an operand ends with the closing bracket. */
  readonly endsOperand: boolean
}

function scanPunctuator(scanner: Scanner, brackets: Bracket[]): void {
  const [last, before] = getLastTwoTokens(scanner.tokens)
  const wasAfterOperand = scanner.afterOperand
  consumeMatch(scanner, punctuator, 'punctuator')
  const text = scanner.tokens.at(-1)?.text ?? ''
  if (text === '(') {
    const isCondition = keywordsBeforeConditions.has(last?.text ?? '') && before?.text !== '.'
    brackets.push({ endsOperand: !isCondition })
  } else if (text === '[') brackets.push({ endsOperand: true })
  else if (text === '{') brackets.push({ endsOperand: isObjectLiteralStart(last) })
  const closedBracket = [')', ']', '}'].includes(text) ? brackets.pop() : undefined
  const isPostfix = wasAfterOperand && ['++', '--', '!'].includes(text)
  scanner.afterOperand = closedBracket ? closedBracket.endsOperand : isPostfix
}

/** Returns whether a `{` after this token starts an object literal instead of a block. */
function isObjectLiteralStart(before: Token | undefined): boolean {
  if (!before) return false
  if (before.kind === 'name')
    return ['return', 'typeof', 'await', 'yield', 'case', 'in'].includes(before.text)
  return before.kind === 'punctuator' && !['=>', ')', ';', '{', '}'].includes(before.text)
}
