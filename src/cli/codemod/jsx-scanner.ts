import { attemptScan, consumeMatch, countSteps, pushToken, type Scanner, skipTrivia } from './scanner.js'

const tagStart = /<(?=[\p{ID_Start}$_>])/uy
const tagName = /[\p{ID_Start}$_][\p{ID_Continue}$.:-]*/uy
const attribute = /(?!extends\b)[\p{ID_Start}$_][\p{ID_Continue}$:-]*/uy
const assignment = /\s*=\s*/y
const elementText = /[^<{]+/y
const closingTag = /<\s*\/\s*(?:([\p{ID_Continue}$.:-]+)\s*)?>/uy

/** Scans a JSX element with its children. `<T>(a: T) => a` looks like an element until the closing tag is missing. */
export function scanElement(scanner: Scanner): boolean {
  const { position } = scanner
  if (!scanner.jsx || scanner.rejectedElements.has(position)) return false
  const isElement = attemptScan(scanner, readElement)
  if (!isElement) scanner.rejectedElements.add(position)
  return isElement
}

function readElement(scanner: Scanner): boolean {
  if (!consumeMatch(scanner, tagStart, 'text')) return false
  const nameStart = scanner.position
  consumeMatch(scanner, tagName, 'text')
  const tag = scanner.source.slice(nameStart, scanner.position)
  if (!readTypeArguments(scanner)) return false
  while (readAttribute(scanner));
  if (scanner.source.startsWith('/>', scanner.position)) {
    pushToken(scanner, 'text', scanner.position + 2)
    return tag !== ''
  }
  if (scanner.source[scanner.position] !== '>') return false
  pushToken(scanner, 'text', scanner.position + 1)
  return readChildren(scanner, tag)
}

/** Reads the type arguments of `<Select<string> …>`. */
function readTypeArguments(scanner: Scanner): boolean {
  if (scanner.source[scanner.position] !== '<') return true
  let depth = 0
  for (let at = scanner.position; at < scanner.source.length; at++) {
    countSteps(scanner, 1)
    const sign = scanner.source[at]
    if (sign === '<') depth++
    if (sign === '>' && scanner.source[at - 1] !== '=' && --depth === 0) {
      pushToken(scanner, 'text', at + 1)
      return true
    }
  }
  return false
}

function readAttribute(scanner: Scanner): boolean {
  if (skipTrivia(scanner)) return true
  if (scanner.source[scanner.position] === '{') return readBraces(scanner)
  if (!consumeMatch(scanner, attribute, 'text')) return false
  if (!consumeMatch(scanner, assignment, 'text')) return true
  return scanQuotedValue(scanner) || readBraces(scanner) || scanElement(scanner)
}

function scanQuotedValue(scanner: Scanner): boolean {
  const { source, position } = scanner
  const quote = source[position]
  if (quote !== "'" && quote !== '"') return false
  const end = source.indexOf(quote, position + 1)
  if (end < 0) countSteps(scanner, source.length - position)
  else pushToken(scanner, 'text', end + 1)
  return end >= 0
}

function readBraces(scanner: Scanner): boolean {
  if (scanner.source[scanner.position] !== '{') return false
  pushToken(scanner, 'text', scanner.position + 1)
  if (!scanner.readCode(scanner)) return false
  pushToken(scanner, 'text', scanner.position + 1)
  return true
}

function readChildren(scanner: Scanner, tag: string): boolean {
  while (scanner.position < scanner.source.length) {
    if (consumeMatch(scanner, elementText, 'text')) continue
    closingTag.lastIndex = scanner.position
    const end = closingTag.exec(scanner.source)
    if (end) {
      pushToken(scanner, 'text', closingTag.lastIndex)
      return (end[1] ?? '') === tag
    }
    if (!readBraces(scanner) && !scanElement(scanner)) return false
  }
  return false
}
