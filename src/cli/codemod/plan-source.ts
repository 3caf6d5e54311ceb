import { findLastIndexUpTo } from './edits.js'
import type { InstalledPackage } from './installed-package.js'
import { findReferences, isModule, type ModuleReference, type PackageMention } from './module-references.js'
import { type NextAuth4Options, planNextAuth4Source } from './next-auth-4/plan-next-auth-4.js'
import { planLayouts } from './plan-layouts.js'
import {
  findPackageNames,
  getPackageName,
  hasAuthJsMention,
  isAuthJsModule,
  resolveReplacement,
} from './resolve-replacement.js'
import type { Diagnostic, RewritePlan } from './rewrite-plan.js'
import { extractScripts, isComponentFile, supportsJsx } from './script-blocks.js'

/** Packages that apply to a file. */
export interface RewriteContext {
  readonly installed: InstalledPackage
  /** Packages of NextAuth 4 that are kept. */
  readonly nextAuth4Packages: ReadonlySet<string>
  /** The migration from NextAuth 4, if the file belongs to an app of that version. */
  readonly nextAuth4: NextAuth4Options | null
}

const quotedModule = /(['"`])((?:next-auth|@(?:next-)?auth\/)[^'"`\s]*)\1/g

/** Plans the edits of a source. */
export function planSource(path: string, source: string, context: RewriteContext): RewritePlan {
  const mockDiagnostics = checkMockFile(path, context)
  if (!hasAuthJsMention(source)) return { edits: [], diagnostics: mockDiagnostics }
  const found = isComponentFile(path)
    ? findComponentReferences(path, source)
    : findSourceReferences(path, source)
  const references = found
    .filter(({ specifier }) => !context.nextAuth4Packages.has(getPackageName(specifier)))
    .map(reference => ({ reference, plan: planReference(reference, context) }))
  const replaced = references.filter(({ plan }) => plan.edits.length > 0).map(({ reference }) => reference)
  const { edits, diagnostics, layouts } = mergePlans(
    references.map(({ plan }) => plan),
    planCode(path, source, { replaced, nextAuth4: context.nextAuth4 }),
  )
  return {
    edits,
    layouts: layouts ?? [],
    diagnostics: [...mockDiagnostics, ...diagnostics, ...checkAugmentation(path, source, found)],
  }
}

/** Modules that are replaced, and the migration from NextAuth 4. */
interface CodeContext extends Pick<RewriteContext, 'nextAuth4'> {
  readonly replaced: readonly ModuleReference[]
}

/** Plans what changes besides the names of modules. */
function planCode(path: string, source: string, { replaced, nextAuth4 }: CodeContext): RewritePlan {
  if (nextAuth4) return planNextAuth4Source(path, source, nextAuth4)
  return isComponentFile(path) ? { edits: [], diagnostics: [] } : planLayouts(path, source, replaced)
}

/** An edit of the code can replace a whole declaration, with its module name. */
function mergePlans(modulePlans: readonly RewritePlan[], codePlan: RewritePlan): RewritePlan {
  const ranges = codePlan.edits.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start)
  const starts = ranges.map(({ start }) => start)
  const moduleEdits = modulePlans
    .flatMap(({ edits }) => edits)
    .filter(({ start, end }) => (ranges[findLastIndexUpTo(starts, start - 1)]?.end ?? 0) <= end)
  const diagnostics = [...modulePlans, codePlan].flatMap(plan => plan.diagnostics)
  return { ...codePlan, edits: [...moduleEdits, ...codePlan.edits], diagnostics }
}

/** Reports a file that test runners use as a mock of a module because of its path. */
function checkMockFile(path: string, { nextAuth4Packages }: RewriteContext): Diagnostic[] {
  const [, specifier = ''] = /(?:^|\/)__mocks__\/(.+?)(?:\/index)?\.\w+$/.exec(path) ?? []
  if (!isAuthJsModule(specifier) || nextAuth4Packages.has(getPackageName(specifier))) return []
  return [
    {
      offset: 0,
      text: `this file mocks ${specifier} by its path: rename it`,
      needsManualChange: true,
    },
  ]
}

/** Reports mentions of Auth.js in a file type that is not searched for imports. */
export function reportMentions(source: string): RewritePlan {
  const diagnostics = [...findQuotedModules(source), ...findPackageNames(source)].map(
    ({ specifier, index }) => ({
      offset: index,
      text: `${specifier} is mentioned here, in a file that is not searched for imports`,
      needsManualChange: true,
      requiredPackages: [getPackageName(specifier)],
    }),
  )
  return { edits: [], diagnostics }
}

/** Finds quoted module names in text that is not code. */
function findQuotedModules(source: string): PackageMention[] {
  return [...source.matchAll(quotedModule)]
    .map(({ 2: specifier = '', index }) => ({ specifier, index: index + 1 }))
    .filter(({ specifier }) => isAuthJsModule(specifier))
}

function planReference(reference: ModuleReference, { installed, nextAuth4 }: RewriteContext): RewritePlan {
  const { start, end, specifier } = reference
  const replacement = resolveReplacement(reference, installed, { isNextAuth4: nextAuth4 !== null })
  if ('to' in replacement) return { edits: [{ start, end, text: replacement.to }], diagnostics: [] }
  return {
    edits: [],
    diagnostics: [
      {
        offset: start,
        text: replacement.reason,
        needsManualChange: true,
        requiredPackages: [getPackageName(specifier)],
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

/** Finds references in the scripts of a component, and mentions in its markup. */
function findComponentReferences(path: string, source: string): ModuleReference[] {
  const { scripts, markup } = extractScripts(source)
  const scriptReferences = scripts.flatMap(({ text, start, language }) =>
    findSourceReferences(`${path}.${language}`, text).map(reference => ({
      ...reference,
      start: reference.start + start,
      end: reference.end + start,
    })),
  )
  const markupReferences = findQuotedModules(markup).map(
    ({ specifier, index: start }): ModuleReference => ({
      specifier,
      start,
      end: start + specifier.length,
      kind: 'string',
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
  const text = '`declare module` replaces the module in a file without an import or export: add `export {}`'
  return [{ offset: augmentation.start, text, needsManualChange: true }]
}
