import { detectImportUsage, type ImportUsage, parseClauseNames } from './import-usage.js'
import type { Token } from './scanner.js'
import { tokenize } from './tokenizer.js'

/** Reference to a module in a source. */
export interface ModuleReference extends ImportUsage {
  readonly specifier: string
  /** Offsets of the specifier without its quotes. */
  readonly start: number
  readonly end: number
}

/** Predicate for module specifiers, and search for package names within a longer text such as a path. */
interface ReferenceSearch {
  readonly jsx: boolean
  isTarget(specifier: string): boolean
  findPackageNames(text: string): readonly PackageMention[]
}

/** Package name in a text, with its offset. */
export interface PackageMention {
  readonly specifier: string
  readonly index: number
}

const commentImport =
  /\bimport\(\s*(['"])(?<typed>[^'"]+)\1\s*\)(?:\.(?<name>\w+))?|\breference\s+types=(['"])(?<listed>[^'"]+)\4/g
/** A name in the clause contains no `@`. So a comment of many tags is read once. */
const jsdocImportTag = /@import\s(?<clause>[^'"@]*)(?=['"])(?<=\bfrom\s+)(['"])(?<from>[^'"]+)\2/g

/** Finds all references to the target modules in a source. */
export function findReferences(source: string, search: ReferenceSearch): ModuleReference[] {
  const all = tokenize(source, search)
  const code = all.filter(({ kind }) => kind !== 'comment' && kind !== 'text')
  const codeReferences = code.flatMap((token, index) => {
    const specifier = toSpecifier(token)
    return specifier !== undefined && search.isTarget(specifier)
      ? [createReference({ specifier, index: 1 }, token, detectImportUsage(code, index))]
      : findPackageMentions(token, search)
  })
  const commentReferences = all.filter(({ kind }) => kind === 'comment').flatMap(findCommentReferences)
  return [...codeReferences, ...commentReferences.filter(({ specifier }) => search.isTarget(specifier))].sort(
    (a, b) => a.start - b.start,
  )
}

/** Returns the text of a string as a module specifier; of a template, the text before its first `${`. */
function toSpecifier({ kind, text }: Token): string | undefined {
  if (kind === 'template-head') return text.slice(1)
  return kind === 'string' || kind === 'template' ? text.slice(1, -1) : undefined
}

function findPackageMentions(token: Token, { findPackageNames }: ReferenceSearch): ModuleReference[] {
  if (!['string', 'template', 'template-head', 'regex'].includes(token.kind)) return []
  return findPackageNames(token.text).map(packageName =>
    createReference(packageName, token, { kind: 'string', names: [] }),
  )
}

function createReference(
  { specifier, index }: PackageMention,
  { start }: Token,
  usage: ImportUsage,
): ModuleReference {
  return { specifier, start: start + index, end: start + index + specifier.length, ...usage }
}

/** Finds `import('…')` and `@import` in JSDoc, and packages in triple-slash directives. */
function findCommentReferences({ text, start }: Token): ModuleReference[] {
  const matches = [...text.matchAll(commentImport), ...text.matchAll(jsdocImportTag)]
  return matches.map(({ 0: whole, index, groups = {} }) => {
    const specifier = groups['typed'] ?? groups['listed'] ?? groups['from'] ?? ''
    const specifierStart = start + index + whole.lastIndexOf(specifier, whole.length - 1)
    const names = groups['name'] ? [groups['name']] : parseClauseText(groups['clause'] ?? '')
    return { specifier, start: specifierStart, end: specifierStart + specifier.length, kind: 'import', names }
  })
}

function parseClauseText(clause: string): string[] {
  return parseClauseNames(tokenize(clause, { jsx: false }))
}

/** Returns whether a source has a top-level `import` or `export`. Without one, `declare module` replaces the module. */
export function isModule(source: string, { jsx }: { jsx: boolean }): boolean {
  const tokens = tokenize(source, { jsx }).filter(({ kind }) => kind !== 'comment' && kind !== 'text')
  let depth = 0
  return tokens.some(({ kind, text }, index) => {
    if (['{', '(', '['].includes(text)) depth++
    if (['}', ')', ']'].includes(text)) depth--
    if (depth !== 0 || kind !== 'name' || tokens[index - 1]?.text === '.') return false
    // `import('…')` is a type or a call and does not make the file a module.
    return text === 'export' || (text === 'import' && tokens[index + 1]?.text !== '(')
  })
}
