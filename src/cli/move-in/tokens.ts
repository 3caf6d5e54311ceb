/**
 * Splits a source into tokens, so that what merely looks like an import, in a text, a comment or a pattern, is told from
 * one. It knows JavaScript, TypeScript and JSX as far as that takes: where strings, templates, comments, regular
 * expressions and the text of elements begin and end.
 *
 * @module
 */
import { scanElement } from './jsx.js'
import { attempt, push, type Scan, skip, type Token, take } from './scan.js'

const keywordsBeforeOperands = new Set(
  'return typeof instanceof in new delete void throw case do else yield await default extends'.split(' '),
)
const keywordsBeforeConditions = new Set(['if', 'while', 'for', 'with'])

const hashbang = /#![^\n\r]*/y
const string = /'(?:[^'\\\n\r]|\\(?:\r\n|[\s\S]))*'|"(?:[^"\\\n\r]|\\(?:\r\n|[\s\S]))*"/y
const name = /[#@]?[\p{ID_Start}$_\\][\p{ID_Continue}$\\]*/uy
const number = /\.?\d(?:[eE][+-]|[\w.])*/y
const regex = /\/(?![*/])(?:[^\\/[\n\r]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r])*\])+\/[\p{ID_Continue}$]*/uy
const sign = /=>|\+\+|--|[!=]==?|\.\.\.|\?\.(?!\d)|[\s\S]/y
const chunk = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y

/** All tokens of a source, those within templates and elements included, in their order. */
export function tokensOf(source: string, { jsx }: { jsx: boolean }): Token[] {
  const scan: Scan = {
    source,
    jsx,
    tokens: [],
    noElements: new Set(),
    position: 0,
    afterOperand: false,
    readCode: scanCode,
  }
  take(scan, hashbang, 'comment')
  while (scan.position < source.length) {
    scanCode(scan)
    // A bracket too many ends no file.
    if (scan.position < source.length) push(scan, 'sign', scan.position + 1)
  }
  return scan.tokens
}

function scanCode(scan: Scan): boolean {
  const brackets: Bracket[] = []
  scan.afterOperand = false
  while (scan.position < scan.source.length) {
    if (skip(scan)) continue
    if (scan.source[scan.position] === '}' && brackets.length === 0) return true
    if (!scanOperand(scan)) scanSign(scan, brackets)
  }
  return false
}

function scanOperand(scan: Scan): boolean {
  if (take(scan, name, 'name')) {
    scan.afterOperand = !expectsOperand(scan.tokens)
    return true
  }
  const isOperand =
    take(scan, string, 'string') ||
    take(scan, number, 'number') ||
    (scan.source[scan.position] === '`' && attempt(scan, scanTemplate)) ||
    (!scan.afterOperand && (take(scan, regex, 'regex') || scanElement(scan)))
  if (isOperand) scan.afterOperand = true
  return isOperand
}

function expectsOperand(tokens: readonly Token[]): boolean {
  const [last, before] = lastTwo(tokens)
  return keywordsBeforeOperands.has(last?.text ?? '') && before?.text !== '.' && before?.text !== '?.'
}

function lastTwo(tokens: readonly Token[]): (Token | undefined)[] {
  const found: Token[] = []
  for (let index = tokens.length - 1; index >= 0 && found.length < 2; index--) {
    const token = tokens[index]
    if (token && token.kind !== 'comment') found.push(token)
  }
  return found
}

function scanTemplate(scan: Scan): boolean {
  const { position } = scan
  chunk.lastIndex = position + 1
  chunk.exec(scan.source)
  if (scan.source[chunk.lastIndex] === '`') {
    push(scan, 'template', chunk.lastIndex + 1)
    return true
  }
  push(scan, 'begun', chunk.lastIndex)
  while (scan.source[scan.position] !== '`') {
    if (scan.position >= scan.source.length) return false
    push(scan, 'text', scan.position + 2)
    if (!scanCode(scan)) return false
    push(scan, 'text', scan.position + 1)
    take(scan, chunk, 'text')
  }
  push(scan, 'text', scan.position + 1)
  return true
}

/** Whether an operand has ended once the bracket is closed. */
interface Bracket {
  readonly endsOperand: boolean
}

function scanSign(scan: Scan, brackets: Bracket[]): void {
  const [last, before] = lastTwo(scan.tokens)
  const wasAfterOperand = scan.afterOperand
  take(scan, sign, 'sign')
  const text = scan.tokens.at(-1)?.text ?? ''
  if (text === '(') {
    const isCondition = keywordsBeforeConditions.has(last?.text ?? '') && before?.text !== '.'
    brackets.push({ endsOperand: !isCondition })
  } else if (text === '[') brackets.push({ endsOperand: true })
  else if (text === '{') brackets.push({ endsOperand: isLiteral(last) })
  const closed = [')', ']', '}'].includes(text) ? brackets.pop() : undefined
  const keeps = wasAfterOperand && ['++', '--', '!'].includes(text)
  scan.afterOperand = closed ? closed.endsOperand : keeps
}

/** Whether the `{` that comes after this token begins an object and no block. */
function isLiteral(before: Token | undefined): boolean {
  if (!before) return false
  if (before.kind === 'name')
    return ['return', 'typeof', 'await', 'yield', 'case', 'in'].includes(before.text)
  return before.kind === 'sign' && !['=>', ')', ';', '{', '}'].includes(before.text)
}
