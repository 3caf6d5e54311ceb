import { clausesNames, type Role, roleOf } from './roles.js'
import type { Token } from './scan.js'
import { tokensOf } from './tokens.js'

/** A place that names a module. */
export interface Reference extends Role {
  readonly specifier: string
  /** Where the specifier is, without its quotes. */
  readonly start: number
  readonly end: number
}

/** What names a module to `wanted`, and a package within a longer text, such as a path, to `named`. */
interface Search {
  readonly jsx: boolean
  wanted(specifier: string): boolean
  named(text: string): readonly Named[]
}

/** A package that a text names, and where in it. */
export interface Named {
  readonly specifier: string
  readonly index: number
}

const inComments =
  /\bimport\(\s*(['"])(?<typed>[^'"]+)\1\s*\)(?:\.(?<name>\w+))?|\breference\s+types=(['"])(?<listed>[^'"]+)\4/g
const importTag = /@import\s+(?<clause>[^'"]*?)\bfrom\s+(['"])(?<from>[^'"]+)\2/g

/** Every place of a source that names a module of those that are looked for. */
export function referencesIn(source: string, search: Search): Reference[] {
  const all = tokensOf(source, search)
  const code = all.filter(({ kind }) => kind !== 'comment' && kind !== 'text')
  const inCode = code.flatMap((token, index) => {
    const specifier = specifierOf(token)
    return specifier !== undefined && search.wanted(specifier)
      ? [referenceAt({ specifier, index: 1 }, token, roleOf(code, index))]
      : packagesIn(token, search)
  })
  const inComment = all.filter(({ kind }) => kind === 'comment').flatMap(referencesInComment)
  return [...inCode, ...inComment.filter(({ specifier }) => search.wanted(specifier))].sort(
    (a, b) => a.start - b.start,
  )
}

/** What a string would name, were it the name of a module; of a template what stands before its first `${`. */
function specifierOf({ kind, text }: Token): string | undefined {
  if (kind === 'begun') return text.slice(1)
  return kind === 'string' || kind === 'template' ? text.slice(1, -1) : undefined
}

function packagesIn(token: Token, { named }: Search): Reference[] {
  if (!['string', 'template', 'begun', 'regex'].includes(token.kind)) return []
  return named(token.text).map(found => referenceAt(found, token, { way: 'mention', names: [] }))
}

function referenceAt({ specifier, index }: Named, { start }: Token, role: Role): Reference {
  return { specifier, start: start + index, end: start + index + specifier.length, ...role }
}

/** JSDoc names types by `import('…')` and `@import`, and a triple slash names packages. */
function referencesInComment({ text, start }: Token): Reference[] {
  const found = [...text.matchAll(inComments), ...text.matchAll(importTag)]
  return found.map(({ 0: whole, index, groups = {} }) => {
    const specifier = groups['typed'] ?? groups['listed'] ?? groups['from'] ?? ''
    const begin = start + index + whole.lastIndexOf(specifier, whole.length - 1)
    const names = groups['name'] ? [groups['name']] : namesOfClause(groups['clause'] ?? '')
    return { specifier, start: begin, end: begin + specifier.length, way: 'import', names }
  })
}

function namesOfClause(clause: string): string[] {
  return clausesNames(tokensOf(clause, { jsx: false }))
}

/** Whether a source has an `import` or `export` of its own; without one `declare module` replaces the module. */
export function isModule(source: string, { jsx }: { jsx: boolean }): boolean {
  const tokens = tokensOf(source, { jsx }).filter(({ kind }) => kind !== 'comment' && kind !== 'text')
  let depth = 0
  return tokens.some(({ kind, text }, index) => {
    if (['{', '(', '['].includes(text)) depth++
    if (['}', ')', ']'].includes(text)) depth--
    if (depth !== 0 || kind !== 'name' || tokens[index - 1]?.text === '.') return false
    // `import('…')` is a type or a call, and in neither case makes a module.
    return text === 'export' || (text === 'import' && tokens[index + 1]?.text !== '(')
  })
}
