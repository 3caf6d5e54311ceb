import { findBindings } from './bindings.js'
import {
  findCalls,
  findClosingBracket,
  findEnclosingBracket,
  findOpeningBracket,
  type ObjectLiteral,
  parseObjectLiteral,
  type TokenRange,
} from './expressions.js'
import type { Token } from './scanner.js'
import { getMemberAccesses, getNameIndexes } from './token-index.js'

/** The names, in a source, of the types of a configuration and of the functions that receive one. */
export interface ConfigNames {
  readonly types: ReadonlySet<string>
  /** Functions that receive one as their last argument. */
  readonly functions: ReadonlySet<string>
  /** Functions that receive one as their first argument, before options. */
  readonly factories?: ReadonlySet<string>
}

/** A configuration in a source. */
export interface FoundConfig {
  /** The object. Null if the source does not show it. */
  readonly literal: ObjectLiteral | null
  /** Whether TypeScript compares the object with the type of a configuration. Otherwise a string in it has the type `string`. */
  readonly isTyped: boolean
  /** Whether another module exports the object. */
  readonly isImported: boolean
}

/** An object literal by the index of its `{`, or why there is none. */
type Candidate = ShownCandidate | 'imported' | 'unseen'

interface ShownCandidate {
  readonly open: number
  readonly isTyped: boolean
}

/**
 * Finds the configurations of a source.
 *
 * @param others configurations that are found otherwise
 */
export function findConfigs(
  code: readonly Token[],
  { types, functions, factories = new Set() }: ConfigNames,
  others: readonly ShownCandidate[],
): FoundConfig[] {
  const annotated = findAnnotatedLiterals(code, types).map(open => ({ open, isTyped: true }))
  const findArguments = (names: ReadonlySet<string>, position: number) =>
    [...names].flatMap(name => findCalls(code, name)).flatMap(call => call.arguments.at(position) ?? [])
  const passed = [...findArguments(functions, -1), ...findArguments(factories, 0)].flatMap(argument =>
    resolveArgument(code, argument, types),
  )
  return mergeCandidates(code, [...annotated, ...passed, ...others])
}

/**
 * Formats a string for a configuration. In a variable without a type, TypeScript would give it the type `string`. JavaScript that is
 * type-checked has no `as`.
 */
export function formatString(path: string, { isTyped }: FoundConfig, value: string): string {
  if (isTyped) return `'${value}'`
  return /\.[cm]?jsx?$/.test(path) ? `/** @type {const} */ ('${value}')` : `'${value}' as const`
}

/** One object can be found by its type and by a call. */
function mergeCandidates(code: readonly Token[], candidates: readonly Candidate[]): FoundConfig[] {
  const typedByOpen = new Map<number, boolean>()
  const hidden: FoundConfig[] = []
  for (const candidate of candidates) {
    if (typeof candidate === 'string')
      hidden.push({ literal: null, isTyped: false, isImported: candidate === 'imported' })
    else typedByOpen.set(candidate.open, candidate.isTyped || typedByOpen.get(candidate.open) === true)
  }
  const shown = [...typedByOpen].flatMap(([open, isTyped]) => {
    const literal = parseObjectLiteral(code, open)
    return literal ? [{ literal, isTyped, isImported: false }] : []
  })
  return [...shown, ...hidden]
}

/** Finds `const a: AuthConfig = {`, and `{ … } satisfies AuthConfig`. */
function findAnnotatedLiterals(code: readonly Token[], types: ReadonlySet<string>): number[] {
  return [...types]
    .flatMap(name => getNameIndexes(code, name))
    .flatMap(index => {
      const [before, after] = [code[index - 1]?.text ?? '', code[index + 1]?.text ?? '']
      if (before === ':' && after === '=') return [index + 2]
      const isWholeType = !['[', '.', '<', '|', '&'].includes(after)
      return isWholeType && ['satisfies', 'as'].includes(before) ? [findOpeningBracket(code, index - 2)] : []
    })
}

function resolveArgument(
  code: readonly Token[],
  argument: TokenRange,
  types: ReadonlySet<string>,
): Candidate[] {
  const body = findArrowBody(code, argument)
  if (body < 0) return [resolveValue(code, argument, types)]
  const close = findClosingBracket(code, body)
  if (close + 1 !== argument.to) return ['unseen']
  if (code[body]?.text === '(') return [resolveValue(code, { from: body + 1, to: close }, types)]
  const values = getNameIndexes(code, 'return')
    .filter(index => index < close && isOwnReturn(code, index, body))
    .map(index => resolveReturn(code, index, types))
  return values.length > 0 ? values : ['unseen']
}

/** Returns the index of the bracket after `=>`, as in `request => {` and `async (request) => ({`, or -1. */
function findArrowBody(code: readonly Token[], { from }: TokenRange): number {
  const start = code[from]?.text === 'async' ? from + 1 : from
  const arrow = code[start]?.text === '(' ? findClosingBracket(code, start) + 1 : start + 1
  return code[arrow]?.text === '=>' && ['(', '{'].includes(code[arrow + 1]?.text ?? '') ? arrow + 1 : -1
}

/** Returns whether a `return` belongs to the function with this body, and not to a function within it. */
function isOwnReturn(code: readonly Token[], index: number, body: number): boolean {
  let open = findEnclosingBracket(code, index)
  while (open > body && isControlBlock(code, open)) open = findEnclosingBracket(code, open)
  return open === body
}

function isControlBlock(code: readonly Token[], open: number): boolean {
  const before = code[open - 1]?.text ?? ''
  if (before !== ')') return ['else', 'try', 'finally'].includes(before)
  return ['if', 'catch', 'for', 'while'].includes(code[findOpeningBracket(code, open - 1) - 1]?.text ?? '')
}

function resolveReturn(code: readonly Token[], index: number, types: ReadonlySet<string>): Candidate {
  const from = index + 1
  const to = (code[from]?.text === '{' ? findClosingBracket(code, from) : from) + 1
  // Without a semicolon, the next statement starts with a name or a keyword.
  const isWhole = ['}', ';'].includes(code[to]?.text ?? '') || code[to]?.kind === 'name'
  return isWhole ? resolveValue(code, { from, to }, types) : 'unseen'
}

function resolveValue(
  code: readonly Token[],
  { from, to }: TokenRange,
  types: ReadonlySet<string>,
): Candidate {
  if (code[from]?.text === '{')
    return isWholeLiteral(code, from, types) ? { open: from, isTyped: true } : 'unseen'
  const name = code[from]
  return name?.kind === 'name' && to === from + 1 ? resolveVariable(code, name.text, types) : 'unseen'
}

/** Returns whether nothing follows an object but a known type. */
function isWholeLiteral(code: readonly Token[], open: number, types: ReadonlySet<string>): boolean {
  const close = findClosingBracket(code, open)
  const [after, type] = [code[close + 1]?.text ?? '', code[close + 2]?.text ?? '']
  if (close < 0 || ['.', '?.', '[', '('].includes(after)) return false
  return !['as', 'satisfies'].includes(after) || type === 'const' || types.has(type)
}

/** Resolves a variable that the source declares once, so that each use of the name means it. */
function resolveVariable(code: readonly Token[], name: string, types: ReadonlySet<string>): Candidate {
  if (findBindings(code, () => true).some(({ local }) => local === name)) return 'imported'
  const uses = getNameIndexes(code, name).filter(index => !['.', '?.'].includes(code[index - 1]?.text ?? ''))
  const [declaration = -1, ...others] = uses.filter(index => isDeclaration(code, index))
  const isAmbiguous = others.length > 0 || uses.some(index => index !== declaration && canBind(code, index))
  if (declaration < 0 || isAmbiguous || getMemberAccesses(code, name).members.includes('pages'))
    return 'unseen'
  const isAnnotated = code[declaration + 1]?.text === ':' && types.has(code[declaration + 2]?.text ?? '')
  const equals = isAnnotated ? declaration + 3 : declaration + 1
  const isLiteral = code[equals]?.text === '=' && code[equals + 1]?.text === '{'
  return isLiteral && isWholeLiteral(code, equals + 1, types)
    ? { open: equals + 1, isTyped: isAnnotated }
    : 'unseen'
}

function isDeclaration(code: readonly Token[], index: number): boolean {
  return ['const', 'let', 'var'].includes(code[index - 1]?.text ?? '')
}

/** Returns whether a name may be a parameter, a part of a pattern, another declaration or the target of an assignment. */
function canBind(code: readonly Token[], index: number): boolean {
  if (['function', 'class', 'import', 'enum', 'namespace'].includes(code[index - 1]?.text ?? '')) return true
  if (['=', '=>'].includes(code[index + 1]?.text ?? '')) return true
  for (let open = findEnclosingBracket(code, index); open >= 0; open = findEnclosingBracket(code, open)) {
    const after = code[findClosingBracket(code, open) + 1]?.text ?? ''
    if (['=>', '=', '{', ':', 'of', 'in', 'from'].includes(after)) return true
  }
  return false
}
