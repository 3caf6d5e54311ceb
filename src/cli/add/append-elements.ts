import type { Edit } from '../codemod/edits.js'
import { findEnclosingBracket, type TokenRange } from '../codemod/expressions.js'
import type { ParsedSource } from '../codemod/insert-members.js'
import { formatText, skipLineComment } from '../start/edit-source.js'
import type { ArrayLiteral } from './find-config-objects.js'

/** Adds elements at the end of an array, in its layout. Comments stay where they are. */
export function appendElements(
  parsed: ParsedSource,
  { open, close }: ArrayLiteral,
  elements: readonly string[],
): Edit[] {
  const { source, code } = parsed
  const [bracket, closing, last] = [code[open], code[close], code[close - 1]]
  if (!bracket || !closing || !last) return []
  const texts = elements.map(element => formatText(element, parsed))
  const end = source.slice(0, closing.start).trimEnd().length
  const isEmpty = close === open + 1
  const hasComma = last.text === ','
  const isBroken = source.slice(end, closing.start).includes('\n')
  if (!isBroken) {
    if (!isEmpty) return [insert(end, `${hasComma ? '' : ','} ${texts.join(', ')}${hasComma ? ',' : ''}`)]
    const isSpaced = source.slice(bracket.end, closing.start) !== '' && end === bracket.end
    return [insert(end, `${isSpaced || end > bracket.end ? ' ' : ''}${texts.join(', ')}`)]
  }
  const indent = findElementIndent(parsed, { open, close })
  const lines = texts.map(text => `\n${indent}${text}`)
  if (isEmpty) return [insert(end, lines.map(line => `${line},`).join(''))]
  return [
    ...(hasComma ? [] : [insert(last.end, ',')]),
    insert(end, `${lines.join(',')}${hasComma ? ',' : ''}`),
  ]
}

/** Adds members after another one of an object, in lines of their own if that has one. */
export function addMembersAfter(
  { source, code }: ParsedSource,
  { from, to }: TokenRange,
  texts: readonly string[],
): Edit[] {
  const [first, last, next] = [code[from], code[to - 1], code[to]]
  if (!first || !last || !next) return []
  const isOwnLine = source.slice(code[from - 1]?.end, first.start).includes('\n')
  if (!isOwnLine) return [insert(last.end, texts.map(text => `, ${text}`).join(''))]
  const indent = getIndent(source, first.start)
  const lines = texts.map(text => `\n${indent}${text}`)
  if (next.text !== ',')
    return [insert(last.end, ','), insert(skipLineComment(source, last.end), lines.join(','))]
  return [insert(skipLineComment(source, next.end), lines.map(line => `${line},`).join(''))]
}

function insert(offset: number, text: string): Edit {
  return { start: offset, end: offset, text }
}

/** Returns the indentation of the last element that starts a line, or of a comment, or one step more than that of the closing bracket. */
function findElementIndent({ source, code }: ParsedSource, { open, close }: ArrayLiteral): string {
  const starts = code.flatMap((token, index) => {
    const isElement =
      index > open &&
      index < close &&
      findEnclosingBracket(code, index) === open &&
      ['[', ','].includes(code[index - 1]?.text ?? '')
    return isElement && source.slice(code[index - 1]?.end, token.start).includes('\n') ? token.start : []
  })
  const [start, closing] = [starts.at(-1), code[close]?.start ?? 0]
  if (start !== undefined) return getIndent(source, start)
  const lines = source.slice(code[open]?.end, closing).split('\n').slice(1, -1)
  const comment = close === open + 1 ? lines.find(line => line.trim() !== '') : undefined
  const step = /^(?:\t| {2,8})(?=\S)/m.exec(source)?.[0] ?? '  '
  return comment === undefined ? getIndent(source, closing) + step : (/^[ \t]*/.exec(comment)?.[0] ?? '')
}

function getIndent(source: string, offset: number): string {
  const lineStart = source.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(source.slice(lineStart))?.[0] ?? ''
}
