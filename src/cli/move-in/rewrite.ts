import { blocksOf, isMarkup, speaksJsx } from './blocks.js'
import type { Edit } from './edits.js'
import { isModule, type Named, type Reference, referencesIn } from './references.js'
import type { Stock } from './stock.js'
import { isOfAuthJs, packageOf, packagesNamedIn, translate } from './translate.js'

/** Something about a place that the reader should know. */
export interface Remark {
  readonly offset: number
  readonly text: string
  /** The package of Auth.js that this place goes on to need. */
  readonly needs?: string
  /** Whether the place is as it was and should not stay so. */
  readonly isLeft: boolean
}

/** What is to be done about a file. */
export interface Plan {
  readonly edits: readonly Edit[]
  readonly remarks: readonly Remark[]
}

/** What the sources around a file say. */
export interface Surroundings {
  readonly stock: Stock
  /** Packages that are of an older version here, and stay. */
  readonly held: ReadonlySet<string>
}

const quoted = /(['"`])((?:next-auth|@(?:next-)?auth\/)[^'"`\s]*)\1/g

/** Where a source leads to Latchkey from now on. */
export function planSource(path: string, source: string, around: Surroundings): Plan {
  const byName = standIns(path, around)
  if (!/next-auth|@auth\//.test(source)) return { edits: [], remarks: byName }
  const found = isMarkup(path) ? referencesInMarkup(path, source) : referencesOf(path, source)
  const plans = found
    .filter(({ specifier }) => !around.held.has(packageOf(specifier)))
    .map(reference => planReference(reference, around.stock))
  const edits = plans.flatMap(plan => plan.edits)
  const remarks = plans.flatMap(plan => plan.remarks)
  return { edits, remarks: [...byName, ...remarks, ...replacedModules(path, source, found)] }
}

/** A file that test runners put in the place of a module, by its path. */
function standIns(path: string, { held }: Surroundings): Remark[] {
  const [, specifier = ''] = /(?:^|\/)__mocks__\/(.+?)(?:\/index)?\.\w+$/.exec(path) ?? []
  if (!isOfAuthJs(specifier) || held.has(packageOf(specifier))) return []
  return [{ offset: 0, text: `this file is a mock of ${specifier} by its name: rename it`, isLeft: true }]
}

/** Strings of a file that is not understood, and names Auth.js. */
export function planMentions(source: string): Plan {
  const remarks = [...mentionsIn(source), ...packagesNamedIn(source)].map(({ specifier, index }) => ({
    offset: index,
    text: `${specifier} is named here, where no import is looked for`,
    isLeft: true,
    needs: packageOf(specifier),
  }))
  return { edits: [], remarks }
}

/** Strings of a text that is no code. */
function mentionsIn(source: string): Named[] {
  return [...source.matchAll(quoted)]
    .map(({ 2: specifier = '', index }) => ({ specifier, index: index + 1 }))
    .filter(({ specifier }) => isOfAuthJs(specifier))
}

function planReference(reference: Reference, stock: Stock): Plan {
  const { start, end, specifier } = reference
  const answer = translate(reference, stock)
  if ('to' in answer) return { edits: [{ start, end, text: answer.to }], remarks: [] }
  return {
    edits: [],
    remarks: [{ offset: start, text: answer.reason, isLeft: true, needs: packageOf(specifier) }],
  }
}

function referencesOf(path: string, source: string): Reference[] {
  return referencesIn(source, { jsx: speaksJsx(path), wanted: isOfAuthJs, named: packagesNamedIn })
}

/** The scripts of a component, and what its markup mentions. */
function referencesInMarkup(path: string, source: string): Reference[] {
  const { scripts, rest } = blocksOf(source)
  const inScripts = scripts.flatMap(({ text, start, language }) =>
    referencesOf(`${path}.${language}`, text).map(found => ({
      ...found,
      start: found.start + start,
      end: found.end + start,
    })),
  )
  const inMarkup = mentionsIn(rest).map(
    ({ specifier, index: start }): Reference => ({
      specifier,
      start,
      end: start + specifier.length,
      way: 'mention',
      names: [],
    }),
  )
  return [...inScripts, ...inMarkup]
}

function replacedModules(path: string, source: string, found: readonly Reference[]): Remark[] {
  const augmentation = found.find(({ way }) => way === 'augmentation')
  if (!augmentation || isMarkup(path) || isModule(source, { jsx: speaksJsx(path) })) return []
  const text = 'declare module replaces the module in a file without an import or export: add `export {}`'
  return [{ offset: augmentation.start, text, isLeft: true }]
}
