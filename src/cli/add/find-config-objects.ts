import { findBindings } from '../codemod/bindings.js'
import { findConfigs } from '../codemod/config-literals.js'
import {
  findClosingBracket,
  findEnclosingBracket,
  type ObjectLiteral,
  type TokenRange,
} from '../codemod/expressions.js'
import type { ParsedSource } from '../codemod/insert-members.js'
import { getNameIndexes } from '../codemod/token-index.js'

const latchkeyModule = /^latchkey(?:\/|$)/
const providerModule = /^latchkey\/providers\//

/** Finds the objects in a source that configure Latchkey. */
export function findConfigObjects(parsed: ParsedSource): ObjectLiteral[] {
  const { code } = parsed
  const bindings = findBindings(code, module => latchkeyModule.test(module))
  const types = bindings.filter(({ imported }) => imported.endsWith('Config'))
  const functions = bindings.filter(
    ({ imported, specifier }) =>
      imported.endsWith('Auth') || (imported === 'default' && /^latchkey\/next(?:-auth-4)?$/.test(specifier)),
  )
  const [last, first] = [
    functions.filter(isRequestFunction),
    functions.filter(each => !isRequestFunction(each)),
  ]
  const others = [...findModuleOptions(code), ...findObjectsOfProviders(code)]
  const configs = findConfigs(
    code,
    {
      types: new Set(types.map(({ local }) => local)),
      functions: new Set(last.map(({ local }) => local)),
      factories: new Set([...first.map(({ local }) => local), 'defineAuthConfig']),
    },
    others.map(open => ({ open, isTyped: false })),
  )
  return configs.flatMap(({ literal }) => literal ?? [])
}

/** `Auth(request, config)` of the core. Those of integrations have the configuration first, such as `HonoAuth(config, options)`. */
function isRequestFunction({ imported, specifier }: { imported: string; specifier: string }): boolean {
  return imported === 'Auth' || specifier === 'latchkey/next-auth-4'
}

/** Finds the object of `AuthModule.forRoot({`, by the index of its `{`. */
function findModuleOptions(code: ParsedSource['code']): number[] {
  const modules = findBindings(code, module => module === 'latchkey/nest').map(({ local }) => local)
  return getNameIndexes(code, 'forRoot').flatMap(index =>
    modules.includes(code[index - 2]?.text ?? '') && code[index + 2]?.text === '{' ? [index + 2] : [],
  )
}

/**
 * Finds objects by their member `providers: [`, by the index of the `{`. Other libraries have such a member too, so the array must contain a
 * provider of Latchkey, or be empty in a variable or an export without a type.
 */
function findObjectsOfProviders(code: ParsedSource['code']): number[] {
  const locals = new Set(findBindings(code, module => providerModule.test(module)).map(({ local }) => local))
  return getNameIndexes(code, 'providers').flatMap(index => {
    if (code[index + 1]?.text !== ':' || code[index + 2]?.text !== '[') return []
    const [open, close] = [findEnclosingBracket(code, index), findClosingBracket(code, index + 2)]
    const hasProvider = code.slice(index + 3, close).some(({ text }) => locals.has(text))
    const isEmpty = close === index + 3 && isPlainDeclaration(code, open)
    return code[open]?.text === '{' && (hasProvider || isEmpty) ? [open] : []
  })
}

/** Returns whether an object is that of `const name = {` or `export default {`. */
function isPlainDeclaration(code: ParsedSource['code'], open: number): boolean {
  if (code[open - 1]?.text === 'default') return true
  return code[open - 1]?.text === '=' && ['const', 'let', 'var'].includes(code[open - 3]?.text ?? '')
}

/** An array that is written as `name: [ ... ]`, by the indexes of its brackets. */
export interface ArrayLiteral {
  readonly open: number
  readonly close: number
}

/** Returns the array of a member. Null if another expression computes it. */
export function parseArrayMember(code: ParsedSource['code'], { from, to }: TokenRange): ArrayLiteral | null {
  const open = from + 2
  if (code[from + 1]?.text !== ':' || code[open]?.text !== '[') return null
  const close = findClosingBracket(code, open)
  const isWhole = close + 1 === to || ['satisfies', 'as'].includes(code[close + 1]?.text ?? '')
  return close >= 0 && isWhole ? { open, close } : null
}

/** Returns whether an object has a member that can have any name: a spread, a computed name or an accessor. */
export function hasUnknownMembers(code: ParsedSource['code'], { members }: ObjectLiteral): boolean {
  return members.some(({ from }) => ['...', '['].includes(code[from]?.text ?? ''))
}
