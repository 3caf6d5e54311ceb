import { attempt, push, type Scan, skip, take } from './scan.js'

const opening = /<(?=[\p{ID_Start}$_>])/uy
const tagName = /[\p{ID_Start}$_][\p{ID_Continue}$.:-]*/uy
const attribute = /(?!extends\b)[\p{ID_Start}$_][\p{ID_Continue}$:-]*/uy
const quoted = /'[^']*'|"[^"]*"/y
const assignment = /\s*=\s*/y
const words = /[^<{]+/y
const closing = /<\s*\/\s*([\p{ID_Continue}$.:-]*)\s*>/uy

/** An element with all that is in it, where one begins. `<T>(a: T) => a` looks like one until its closing tag is missed. */
export function scanElement(scan: Scan): boolean {
  const { position } = scan
  if (!scan.jsx || scan.noElements.has(position)) return false
  const isElement = attempt(scan, readElement)
  if (!isElement) scan.noElements.add(position)
  return isElement
}

function readElement(scan: Scan): boolean {
  if (!take(scan, opening, 'text')) return false
  const begin = scan.position
  take(scan, tagName, 'text')
  const tag = scan.source.slice(begin, scan.position)
  if (!readTypeArguments(scan)) return false
  while (readAttribute(scan));
  if (scan.source.startsWith('/>', scan.position)) {
    push(scan, 'text', scan.position + 2)
    return tag !== ''
  }
  if (scan.source[scan.position] !== '>') return false
  push(scan, 'text', scan.position + 1)
  return readChildren(scan, tag)
}

/** `<Select<string> …>`. */
function readTypeArguments(scan: Scan): boolean {
  if (scan.source[scan.position] !== '<') return true
  let depth = 0
  for (let at = scan.position; at < scan.source.length; at++) {
    const sign = scan.source[at]
    if (sign === '<') depth++
    if (sign === '>' && scan.source[at - 1] !== '=' && --depth === 0) {
      push(scan, 'text', at + 1)
      return true
    }
  }
  return false
}

function readAttribute(scan: Scan): boolean {
  if (skip(scan)) return true
  if (scan.source[scan.position] === '{') return readBraces(scan)
  if (!take(scan, attribute, 'text')) return false
  if (!take(scan, assignment, 'text')) return true
  return take(scan, quoted, 'text') || readBraces(scan) || scanElement(scan)
}

function readBraces(scan: Scan): boolean {
  if (scan.source[scan.position] !== '{') return false
  push(scan, 'text', scan.position + 1)
  if (!scan.readCode(scan)) return false
  push(scan, 'text', scan.position + 1)
  return true
}

function readChildren(scan: Scan, tag: string): boolean {
  while (scan.position < scan.source.length) {
    if (take(scan, words, 'text')) continue
    closing.lastIndex = scan.position
    const end = closing.exec(scan.source)
    if (end) {
      push(scan, 'text', closing.lastIndex)
      return end[1] === tag
    }
    if (!readBraces(scan) && !scanElement(scan)) return false
  }
  return false
}
