/**
 * Edits of a source of the app. Each returns null if the source has no place for it, or more than one.
 *
 * @module
 */
import { applyEdits, type Edit } from '../codemod/edits.js'
import { findCalls, findClosingBracket, findEnclosingBracket } from '../codemod/expressions.js'
import type { ParsedSource } from '../codemod/insert-members.js'
import { SourceTooComplex } from '../codemod/scanner.js'
import { supportsJsx } from '../codemod/script-blocks.js'
import { getNameIndexes } from '../codemod/token-index.js'
import { tokenize } from '../codemod/tokenizer.js'
import { toRequire } from './render-module.js'

/** An edit of a source, if it has one place for it. */
export type SourceEdit = (parsed: ParsedSource) => Edit | null

/** Applies all edits, or none. The new lines get the quotes and semicolons of the source. @returns null if an edit has no place */
export function applySourceEdits(path: string, source: string, edits: readonly SourceEdit[]): string | null {
  const parsed = parseSource(path, source)
  const found = parsed ? edits.map(edit => edit(parsed)) : [null]
  if (!found.every(edit => edit !== null)) return null
  return applyEdits(source, mergeInsertions(found))
}

/** Joins insertions at the same offset in their order. */
export function mergeInsertions(edits: readonly Edit[]): Edit[] {
  const byStart = new Map<number, Edit>()
  for (const edit of edits) {
    const text = (byStart.get(edit.start)?.text ?? '') + edit.text
    byStart.set(edit.start, { ...edit, text })
  }
  return [...byStart.values()]
}

/** Splits a source into tokens without comments and text. @returns null if it is too complex */
export function parseSource(path: string, source: string): ParsedSource | null {
  try {
    const tokens = tokenize(source, { jsx: supportsJsx(path) })
    return { source, code: tokens.filter(({ kind }) => kind !== 'comment' && kind !== 'text') }
  } catch (error) {
    if (error instanceof SourceTooComplex) return null
    throw error
  }
}

/** Adds an import after the others, or `require` in a CommonJS module. */
export function addImport(line: string): SourceEdit {
  return parsed => {
    const { source, code } = parsed
    const last = findImportEnds(parsed).at(-1)
    if (last === undefined && getNameIndexes(code, 'require').length > 0) return addRequire(line)(parsed)
    const end = last === undefined ? 0 : skipLineComment(source, code[last]?.end ?? 0)
    const text = formatLine(line, parsed)
    if (last === undefined) return { start: end, end, text: `${text}${source === '' ? '' : '\n'}` }
    return { start: end, end, text: `\n${text}${getLineBreak(source, end)}` }
  }
}

/** Adds an import of names as `const { names } = require(module)`, after the others. */
function addRequire(line: string): SourceEdit {
  return parsed => {
    const { source, code } = parsed
    const last = findRequireEnds(parsed).at(-1)
    if (last === undefined) return null
    const end = skipLineComment(source, code[last]?.end ?? 0)
    return { start: end, end, text: `\n${formatLine(toRequire(line), parsed)}${getLineBreak(source, end)}` }
  }
}

/** Returns a line break if a statement follows in the same line. */
function getLineBreak(source: string, offset: number): string {
  return /^[ \t]*(?:[\r\n]|\/\/|$)/.test(source.slice(offset)) ? '' : '\n'
}

/** Adds an import after the last one of a module that matches, or else after the last of all. A source without imports has no place. */
export function addImportBeside(line: string, module: RegExp): SourceEdit {
  return parsed => {
    const { source, code } = parsed
    const ends = findImportEnds(parsed)
    const beside = ends.filter(index => module.test(getImportedModule(parsed, index)))
    const last = beside.at(-1) ?? ends.at(-1)
    if (last === undefined) return null
    const end = skipLineComment(source, code[last]?.end ?? 0)
    return { start: end, end, text: `\n${formatLine(line, parsed)}` }
  }
}

/** Returns the end of the comment that ends the line of an offset, or the offset. */
export function skipLineComment(source: string, offset: number): number {
  const comment = /[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/(?=[ \t]*(?:[\r\n]|$)))/y
  comment.lastIndex = offset
  return offset + (comment.exec(source)?.[0].length ?? 0)
}

/** Adds a name to an import that the source has. */
export function addImportedName(name: string, module: string): SourceEdit {
  return ({ code }) => {
    const index = code.findIndex(({ kind, text }) => kind === 'string' && text.slice(1, -1) === module)
    const close = code[index - 2]
    const last = code[index - 3]
    if (code[index - 1]?.text !== 'from' || close?.text !== '}' || !last) return null
    return { start: last.end, end: last.end, text: last.text === ',' ? ` ${name}` : `, ${name}` }
  }
}

/** Adds text directly after the only call of a function, such as `.use(auth)`. */
export function addAfterCall(name: string, text: string): SourceEdit {
  return ({ code }) => {
    const [call, ...others] = findCalls(code, name)
    const close = call && others.length === 0 ? code[call.close] : undefined
    return close ? { start: close.end, end: close.end, text } : null
  }
}

/** Adds a line after the statement that stores the only result of a function in a variable. */
export function addAfterVariable(name: string, createLine: (variable: string) => string): SourceEdit {
  return parsed => {
    const { source, code } = parsed
    const [call, ...others] = findCalls(code, name)
    if (!call || others.length > 0) return null
    const variable = findVariable(parsed, call.index)
    const next = code[call.close + 1]
    if (variable === null || ['.', '?.', '(', ','].includes(next?.text ?? '')) return null
    const end = (next?.text === ';' ? next : code[call.close])?.end ?? source.length
    const lineStart = source.lastIndexOf('\n', code[call.index]?.start) + 1
    const [indent = ''] = /^[ \t]*/.exec(source.slice(lineStart)) ?? []
    const line = formatLine(createLine(variable), parsed)
    return { start: end, end, text: `\n${indent}${line}${getLineBreak(source, end)}` }
  }
}

/** Returns the variable of `const app = await new name`. */
function findVariable({ code }: ParsedSource, index: number): string | null {
  let position = index - 1
  while (['new', 'await'].includes(code[position]?.text ?? '')) position--
  if (code[position]?.text !== '=') return null
  const declaration = code
    .slice(0, position)
    .findLastIndex(({ text }) => ['const', 'let', 'var'].includes(text))
  const variable = code[declaration + 1]
  return declaration >= 0 && variable?.kind === 'name' ? variable.text : null
}

/** Adds an element at the start of the only array of a property, such as `plugins: [`. */
export function addElement(property: string, element: string): SourceEdit {
  return parsed => {
    const arrays = getNameIndexes(parsed.code, property).filter(
      index => parsed.code[index + 1]?.text === ':' && parsed.code[index + 2]?.text === '[',
    )
    return arrays.length === 1 ? insertElement(parsed, (arrays[0] ?? 0) + 2, element) : null
  }
}

/** Adds an element to the array of `export default [`. */
export function addDefaultElement(element: string): SourceEdit {
  return parsed => {
    const index = getNameIndexes(parsed.code, 'default').find(at => parsed.code[at + 1]?.text === '[')
    return index === undefined ? null : insertElement(parsed, index + 1, element)
  }
}

/** Adds a property with its value to the object of the only call of a function, such as `defineConfig({`. */
export function addProperty(call: string, property: string): SourceEdit {
  return parsed => {
    const [found, ...others] = findCalls(parsed.code, call)
    return found && others.length === 0 ? insertProperty(parsed, found.index + 2, property) : null
  }
}

/** Adds a property with its value to the object of `export default {`. */
export function addDefaultProperty(property: string): SourceEdit {
  return parsed => {
    const index = getNameIndexes(parsed.code, 'default').find(at => parsed.code[at + 1]?.text === '{')
    return index === undefined ? null : insertProperty(parsed, index + 1, property)
  }
}

/** Adds a property with its value to the only object of another property, such as `future: {`. */
export function addNestedProperty(parent: string, property: string): SourceEdit {
  return parsed => {
    const [index, ...others] = getNameIndexes(parsed.code, parent).filter(
      at => parsed.code[at + 1]?.text === ':' && parsed.code[at + 2]?.text === '{',
    )
    return index === undefined || others.length > 0 ? null : insertProperty(parsed, index + 2, property)
  }
}

/** Adds a statement after the imports. */
export function addAfterImports(line: string): SourceEdit {
  return parsed => {
    const last = findImportEnds(parsed).at(-1)
    const end = last === undefined ? undefined : parsed.code[last]?.end
    return end === undefined ? null : { start: end, end, text: `\n\n${formatLine(line, parsed)}` }
  }
}

/** Makes the first edit that has a place. */
export function addFirst(...edits: readonly SourceEdit[]): SourceEdit {
  return parsed => edits.reduce<Edit | null>((found, edit) => found ?? edit(parsed), null)
}

function insertProperty(parsed: ParsedSource, open: number, property: string): Edit | null {
  const { source, code } = parsed
  const bracket = code[open]
  if (bracket?.text !== '{') return null
  const [gap = ''] = /^\s*/.exec(source.slice(bracket.end)) ?? []
  const isBroken = gap.includes('\n') && code[open + 1]?.text !== '}'
  const text = `${isBroken ? gap : ' '}${formatText(property, parsed)},`
  return { start: bracket.end, end: bracket.end, text }
}

function insertElement(parsed: ParsedSource, open: number, element: string): Edit | null {
  const { source, code } = parsed
  const bracket = code[open]
  const close = findClosingBracket(code, open)
  if (!bracket || close < 0) return null
  const [gap = ''] = /^\s*/.exec(source.slice(bracket.end)) ?? []
  const text = formatText(element, parsed)
  const isEmpty = close === open + 1
  if (isEmpty) return { start: bracket.end, end: bracket.end, text }
  return { start: bracket.end, end: bracket.end, text: gap.includes('\n') ? `${gap}${text},` : `${text}, ` }
}

/** Returns the index of the last token of each import declaration. */
function findImportEnds({ code }: ParsedSource): number[] {
  return getNameIndexes(code, 'import').flatMap(index => {
    const isDeclaration =
      findEnclosingBracket(code, index) < 0 && !['(', '.'].includes(code[index + 1]?.text ?? '')
    const module = isDeclaration ? code.findIndex(({ kind }, at) => at > index && kind === 'string') : -1
    if (module < 0) return []
    const end = skipImportAttributes(code, module)
    return [code[end + 1]?.text === ';' ? end + 1 : end]
  })
}

/** Returns the index of the last token of each `const name = require('module')` at the top. */
function findRequireEnds({ code, source }: ParsedSource): number[] {
  return getNameIndexes(code, 'require').flatMap(index => {
    const close = index + 3
    const isCall =
      code[index + 1]?.text === '(' && code[index + 2]?.kind === 'string' && code[close]?.text === ')'
    if (!isCall || code[index - 1]?.text !== '=' || findEnclosingBracket(code, index) >= 0) return []
    const next = code[close + 1]
    if (next?.text === ';') return [close + 1]
    const isWhole = next === undefined || source.slice(code[close]?.end, next.start).includes('\n')
    return isWhole && !['.', '?.', '(', ','].includes(next?.text ?? '') ? [close] : []
  })
}

/** Returns the index of the last token of `'module' with { type: 'json' }`. */
function skipImportAttributes(code: ParsedSource['code'], module: number): number {
  const hasAttributes =
    ['with', 'assert'].includes(code[module + 1]?.text ?? '') && code[module + 2]?.text === '{'
  return hasAttributes ? Math.max(module, findClosingBracket(code, module + 2)) : module
}

/** Returns the module of the import declaration that ends at an index. */
function getImportedModule({ code }: ParsedSource, end: number): string {
  const module = code.slice(0, end + 1).findLast(({ kind }, at) => {
    return kind === 'string' && ['from', 'import'].includes(code[at - 1]?.text ?? '')
  })
  return module?.text.slice(1, -1) ?? ''
}

/** Writes a statement as the source does: with its quotes, and with a semicolon if its imports have one. */
function formatLine(line: string, parsed: ParsedSource): string {
  const usesSemicolons = [...findImportEnds(parsed), ...findRequireEnds(parsed)].some(
    index => parsed.code[index]?.text === ';',
  )
  return `${formatText(line, parsed)}${usesSemicolons ? ';' : ''}`
}

/** Writes a text with the quotes of a source. */
export function formatText(text: string, { code }: ParsedSource): string {
  const first = code.find(({ kind }) => kind === 'string')
  return first?.text.startsWith('"') ? text.replaceAll("'", '"') : text
}
