import { findBindings } from '../codemod/bindings.js'
import type { Edit } from '../codemod/edits.js'
import { findMember, type ObjectLiteral } from '../codemod/expressions.js'
import type { ParsedSource } from '../codemod/insert-members.js'
import { getNameIndexes } from '../codemod/token-index.js'
import type { ConfigOption } from '../start/config-options.js'
import { addImportBeside, formatText, mergeInsertions } from '../start/edit-source.js'
import { recordVariables } from '../start/record-variables.js'
import { formatNamedImport, toRequire } from '../start/render-module.js'
import type { EnvironmentAccess, NeededImport } from '../start/start-types.js'
import type { Addition, ConfigArray } from './addition.js'
import { addMembersAfter, appendElements } from './append-elements.js'
import { type ArrayLiteral, hasUnknownMembers, parseArrayMember } from './find-config-objects.js'
import type { Configuration } from './find-configuration.js'

/** What changes in a configuration. */
export interface EntryPlan {
  readonly edits: readonly Edit[]
  readonly added: readonly Addition[]
  /** What the source has already. */
  readonly present: readonly Addition[]
}

interface Place {
  /** Whether a source of the app has `plugins`, which a spread can add to the configuration. */
  readonly hasOtherPlugins: boolean
}

/** An entry with the name of its factory in the source. */
interface NamedAddition {
  readonly addition: Addition
  readonly local: string
  readonly isImported: boolean
}

interface EntryContext extends Place {
  readonly environment: EnvironmentAccess
  /** Options that the configuration lacks. */
  readonly options: readonly ConfigOption[]
}

/** Plans new entries and options. @returns null if the source has no place for them */
export function planEntries(
  { parsed, objects, source }: Configuration,
  additions: readonly Addition[],
  { environment, options, ...place }: EntryContext,
): EntryPlan | null {
  if (!parsed) return null
  const named = additions.map(addition => findLocalName(parsed, addition))
  if (!named.every(each => each !== null)) return null
  const [present, missing] = splitBy(named, each => each.isImported && isUsed(parsed, each.local))
  const { read, listImports } = recordVariables(environment)
  const arrays = (['providers', 'plugins'] as const).flatMap((array): NewEntries[] => {
    const added = missing.filter(({ addition }) => addition.array === array)
    const entries = added.map(({ addition, local }) => addition.createEntry(local, read))
    return entries.length === 0 ? [] : [{ ...place, array, entries }]
  })
  const added = missing.length === 0 ? [] : options
  for (const { variables = {} } of added) for (const name of Object.keys(variables)) read(name)
  const changes = planMembers(parsed, objects, { arrays, optionTexts: added.map(({ text }) => text) })
  const imports = planImports(parsed, missing, [...added.map(option => option.import), ...listImports()])
  if (!imports || !changes) return null
  const edits = mergeInsertions([...imports, ...changes])
  const isWindows = source.includes('\r\n')
  return {
    edits: isWindows ? edits.map(edit => ({ ...edit, text: edit.text.replaceAll('\n', '\r\n') })) : edits,
    added: missing.map(({ addition }) => addition),
    present: present.map(({ addition }) => addition),
  }
}

function splitBy<T>(values: readonly T[], test: (value: T) => boolean): [T[], T[]] {
  return [values.filter(test), values.filter(value => !test(value))]
}

/** Finds the name of a factory in a source, or a free one. @returns null if both usual names are taken */
function findLocalName(parsed: ParsedSource, addition: Addition): NamedAddition | null {
  const { module, exported, factory } = addition
  const binding = findBindings(parsed.code, specifier => specifier === module).find(
    ({ imported }) => imported === exported || imported === factory,
  )
  if (binding) return { addition, local: binding.local, isImported: true }
  const suffix = addition.array === 'plugins' ? 'Plugin' : 'Provider'
  const local = [factory, `${factory}${suffix}`].find(name => !isTaken(parsed, name))
  return local === undefined ? null : { addition, local, isImported: false }
}

function isTaken({ code }: ParsedSource, name: string): boolean {
  return getNameIndexes(code, name).some(index => !['.', '?.'].includes(code[index - 1]?.text ?? ''))
}

/** Returns whether a source uses an imported name, beside its import. */
function isUsed({ code }: ParsedSource, local: string): boolean {
  return getNameIndexes(code, local).length > 1
}

interface NewEntries extends Place {
  readonly array: ConfigArray
  readonly entries: readonly string[]
}

interface NewMembers {
  readonly arrays: readonly NewEntries[]
  /** Options with their values. */
  readonly optionTexts: readonly string[]
}

/** Plans the elements of arrays, and the members that the object lacks. */
function planMembers(
  parsed: ParsedSource,
  objects: readonly ObjectLiteral[],
  { arrays, optionTexts }: NewMembers,
): Edit[] | null {
  const changes: Edit[] = []
  const members: string[] = []
  for (const array of arrays) {
    const found = findArray(parsed, objects, array)
    if (!found) return null
    if (found === 'none') members.push(`${array.array}: [${array.entries.join(', ')}]`)
    else changes.push(...appendElements(parsed, found, array.entries))
  }
  members.push(...optionTexts)
  if (members.length === 0) return changes
  const [object, ...others] = objects
  const neighbor = object && (findMember(parsed.code, object, 'providers') ?? object.members.at(-1))
  if (others.length > 0 || !neighbor) return null
  const texts = members.map(text => formatText(text, parsed))
  return [...changes, ...addMembersAfter(parsed, neighbor, texts)]
}

/** Finds the array that gets entries. @returns 'none' if the object gets one, or null if it cannot be edited */
function findArray(
  { code }: ParsedSource,
  objects: readonly ObjectLiteral[],
  { array, hasOtherPlugins }: NewEntries,
): ArrayLiteral | 'none' | null {
  const members = objects.flatMap(object => findMember(code, object, array) ?? [])
  const [member, ...others] = members
  if (others.length > 0) return null
  if (member) return parseArrayMember(code, member)
  const [object, ...otherObjects] = objects
  if (array !== 'plugins' || !object || otherObjects.length > 0) return null
  // A spread after the new member replaces it, and the new member replaces that of a spread before it.
  return hasOtherPlugins && hasUnknownMembers(code, object) ? null : 'none'
}

/** Plans the imports of entries. @returns null if a name is taken, or if the source has no imports */
function planImports(
  parsed: ParsedSource,
  additions: readonly NamedAddition[],
  others: readonly NeededImport[],
): Edit[] | null {
  const lines = additions.flatMap(({ addition, local, isImported }) =>
    isImported ? [] : formatImport(addition, local),
  )
  const needed = [...additions.flatMap(({ addition }) => addition.imports), ...others]
  const missing = needed.map(each => ({ ...each, names: listMissingNames(parsed, each) }))
  if (missing.some(({ names }) => names.some(name => isTaken(parsed, name)))) return null
  const edits = [
    ...lines.map(line => addImportBeside(line, /^latchkey(?:\/|$)/)),
    ...missing
      .filter(({ names }) => names.length > 0)
      .map(each => addImportBeside(formatNamedImport(each), /^latchkey(?:\/|$)/)),
  ].map(edit => edit(parsed))
  return edits.every(edit => edit !== null) ? edits : null
}

function listMissingNames({ code }: ParsedSource, { module, names }: NeededImport): string[] {
  const bindings = findBindings(code, specifier => specifier === module)
  return names.filter(name => !bindings.some(({ imported, local }) => imported === name && local === name))
}

/** Returns the import of a factory. */
function formatImport({ exported, module }: Addition, local: string): string {
  if (exported === 'default') return `import ${local} from '${module}'`
  return `import { ${exported === local ? local : `${exported} as ${local}`} } from '${module}'`
}

/** Returns the lines to write by hand. */
export function listManualLines(
  { parsed, source }: Configuration,
  addition: Addition,
  environment: EnvironmentAccess,
): string[] {
  const { array, factory } = addition
  const { read, listImports } = recordVariables(environment)
  const entry = addition.createEntry(factory, read)
  const needed = [...addition.imports, ...listImports()]
  const imports = [formatImport(addition, factory), ...needed.map(formatNamedImport)]
  const hasRequire = parsed ? isCommonJs(parsed) : !/^import\b/m.test(source)
  return [...(hasRequire ? imports.map(toRequire) : imports), `${array}: [..., ${entry}]`]
}

function isCommonJs({ code }: ParsedSource): boolean {
  return getNameIndexes(code, 'require').length > 0 && getNameIndexes(code, 'import').length === 0
}
