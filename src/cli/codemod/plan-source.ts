import type { Edit } from './edits.js'
import type { InstalledPackage } from './installed-package.js'
import { findReferences, isModule, type ModuleReference, type PackageMention } from './module-references.js'
import {
  findPackageNames,
  getPackageName,
  isAuthJsModule,
  resolveReplacement,
} from './resolve-replacement.js'
import { extractScripts, isComponentFile, supportsJsx } from './script-blocks.js'

/** Something about a place that the reader should know. */
export interface Diagnostic {
  readonly offset: number
  readonly text: string
  /** The package of Auth.js that this place goes on to need. */
  readonly requiredPackage?: string
  /** Whether the place is as it was and should not stay so. */
  readonly needsManualChange: boolean
}

/** What is to be done about a file. */
export interface RewritePlan {
  readonly edits: readonly Edit[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What the sources around a file say. */
export interface RewriteContext {
  readonly installed: InstalledPackage
  /** Packages that are of an older version here, and stay. */
  readonly version4Packages: ReadonlySet<string>
}

const quotedModule = /(['"`])((?:next-auth|@(?:next-)?auth\/)[^'"`\s]*)\1/g

/** Where a source leads to Latchkey from now on. */
export function planSource(path: string, source: string, context: RewriteContext): RewritePlan {
  const mockDiagnostics = checkMockFile(path, context)
  if (!/next-auth|@auth\//.test(source)) return { edits: [], diagnostics: mockDiagnostics }
  const references = isComponentFile(path)
    ? findMarkupReferences(path, source)
    : findSourceReferences(path, source)
  const plans = references
    .filter(({ specifier }) => !context.version4Packages.has(getPackageName(specifier)))
    .map(reference => planReference(reference, context.installed))
  const edits = plans.flatMap(plan => plan.edits)
  const diagnostics = plans.flatMap(plan => plan.diagnostics)
  return {
    edits,
    diagnostics: [...mockDiagnostics, ...diagnostics, ...checkAugmentation(path, source, references)],
  }
}

/** A file that test runners put in the place of a module, by its path. */
function checkMockFile(path: string, { version4Packages }: RewriteContext): Diagnostic[] {
  const [, specifier = ''] = /(?:^|\/)__mocks__\/(.+?)(?:\/index)?\.\w+$/.exec(path) ?? []
  if (!isAuthJsModule(specifier) || version4Packages.has(getPackageName(specifier))) return []
  return [
    {
      offset: 0,
      text: `this file is a mock of ${specifier} by its name: rename it`,
      needsManualChange: true,
    },
  ]
}

/** Strings of a file that is not understood, and names Auth.js. */
export function planMentions(source: string): RewritePlan {
  const diagnostics = [...findMentions(source), ...findPackageNames(source)].map(({ specifier, index }) => ({
    offset: index,
    text: `${specifier} is named here, where no import is looked for`,
    needsManualChange: true,
    requiredPackage: getPackageName(specifier),
  }))
  return { edits: [], diagnostics }
}

/** Strings of a text that is no code. */
function findMentions(source: string): PackageMention[] {
  return [...source.matchAll(quotedModule)]
    .map(({ 2: specifier = '', index }) => ({ specifier, index: index + 1 }))
    .filter(({ specifier }) => isAuthJsModule(specifier))
}

function planReference(reference: ModuleReference, installed: InstalledPackage): RewritePlan {
  const { start, end, specifier } = reference
  const replacement = resolveReplacement(reference, installed)
  if ('to' in replacement) return { edits: [{ start, end, text: replacement.to }], diagnostics: [] }
  return {
    edits: [],
    diagnostics: [
      {
        offset: start,
        text: replacement.reason,
        needsManualChange: true,
        requiredPackage: getPackageName(specifier),
      },
    ],
  }
}

function findSourceReferences(path: string, source: string): ModuleReference[] {
  return findReferences(source, {
    jsx: supportsJsx(path),
    isTarget: isAuthJsModule,
    findPackageNames: findPackageNames,
  })
}

/** The scripts of a component, and what its markup mentions. */
function findMarkupReferences(path: string, source: string): ModuleReference[] {
  const { scripts, markup } = extractScripts(source)
  const scriptReferences = scripts.flatMap(({ text, start, language }) =>
    findSourceReferences(`${path}.${language}`, text).map(reference => ({
      ...reference,
      start: reference.start + start,
      end: reference.end + start,
    })),
  )
  const markupReferences = findMentions(markup).map(
    ({ specifier, index: start }): ModuleReference => ({
      specifier,
      start,
      end: start + specifier.length,
      kind: 'mention',
      names: [],
    }),
  )
  return [...scriptReferences, ...markupReferences]
}

function checkAugmentation(
  path: string,
  source: string,
  references: readonly ModuleReference[],
): Diagnostic[] {
  const augmentation = references.find(({ kind }) => kind === 'augmentation')
  if (!augmentation || isComponentFile(path) || isModule(source, { jsx: supportsJsx(path) })) return []
  const text = 'declare module replaces the module in a file without an import or export: add `export {}`'
  return [{ offset: augmentation.start, text, needsManualChange: true }]
}
