import { realpathSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { toPrintable } from '../printable-text.js'
import { applyEdits, createLineIndex } from './edits.js'
import { readInstalledPackage } from './installed-package.js'
import { findNextAuth4Packages, type Manifest, parseManifest } from './manifest.js'
import type { NextAuth4Options } from './next-auth-4/plan-next-auth-4.js'
import { findCookieNames } from './next-auth-4/session-cookie-name.js'
import { reportNextAuthDependents } from './next-auth-dependents.js'
import { planManifest } from './plan-manifest.js'
import { planSource, reportMentions } from './plan-source.js'
import { findMentionedPackages } from './resolve-replacement.js'
import type { Diagnostic, LayoutOutcome, RewritePlan } from './rewrite-plan.js'
import { SourceTooComplex } from './scanner.js'
import { readSourceFiles, type SkippedFile, type SourceFile } from './source-files.js'
import { isLatchkey } from './swap-dependency.js'
import { createUnifiedDiff } from './unified-diff.js'
import type { FileChange } from './write-files.js'

/** Changes to an app. */
export interface CodemodPlan {
  readonly files: readonly PlannedChange[]
  /** Messages for the user, as `path:line: …`. */
  readonly diagnostics: readonly string[]
  readonly layout: LayoutSummary
  /** Number of places that need a manual change. */
  readonly manualCount: number
  /** Folder in which the patch is applied. */
  readonly patchFolder: string
}

/** Whether the configurations of the app keep the sign-in page of Auth.js. */
interface LayoutSummary {
  /** Whether one of them receives `layout`. */
  readonly isAdded: boolean
  /** Whether one of them cannot be seen. */
  readonly isUnknown: boolean
}

interface PlannedChange extends FileChange {
  readonly diff: string
}

type FilePlan = SourceFile & RewritePlan

/** Options of the command. */
export interface CodemodOptions {
  /** Version range of Latchkey for manifests. @default this version or a later compatible one */
  readonly range?: string | undefined
  /** The migration of apps of NextAuth 4. Without it, they are not changed. */
  readonly nextAuth4: NextAuth4Options | null
}

/** Plans the changes below a folder without writing them. */
export function planCodemod(folder: string, cwd: string, options: CodemodOptions): CodemodPlan {
  const installed = readInstalledPackage()
  const range = options.range ?? `^${installed.version}`
  const { files, skipped } = readSourceFiles(folder, cwd)
  const manifests = files
    .filter(({ file }) => basename(file) === 'package.json')
    .map(file => ({ ...file, manifest: parseManifest(file.text) }))
  const nextAuth4Folders = findNextAuth4Folders(manifests)
  const cookieNames = findCookieNames(files, file => findGoverningFolder(file, folder, nextAuth4Folders))
  const sourcePlans = [
    ...files
      .filter(({ file }) => basename(file) !== 'package.json')
      .map((file): FilePlan => {
        const governing = findGoverningFolder(file.file, folder, nextAuth4Folders) ?? ''
        const nextAuth4Packages = new Set(nextAuth4Folders.get(governing))
        const context =
          options.nextAuth4 && nextAuth4Packages.size > 0
            ? {
                installed,
                nextAuth4Packages: new Set<string>(),
                nextAuth4: { ...options.nextAuth4, cookieName: cookieNames.get(governing) },
              }
            : { installed, nextAuth4Packages, nextAuth4: null }
        return { ...file, ...planFile(file, context) }
      }),
    ...skipped.map(reportSkippedFile),
  ]
  const needs = collectNeeds(sourcePlans, folder)
  const manifestPlans = manifests.map((file): FilePlan => {
    const plan = planManifest(file.manifest, {
      range,
      version: installed.version,
      ...(needs.get(dirname(file.file)) ?? { requiredPackages: new Set(), importsLatchkey: false }),
      replacesNextAuth4: options.nextAuth4 !== null,
    })
    const dependents =
      options.nextAuth4 && nextAuth4Folders.has(dirname(file.file))
        ? reportNextAuthDependents(dirname(file.file))
        : []
    return { ...file, ...plan, diagnostics: [...plan.diagnostics, ...dependents] }
  })
  const plans = [
    ...sourcePlans,
    ...manifestPlans.map((file, index) =>
      index === 0 ? reportMissingDependency(file, sourcePlans, manifestPlans) : file,
    ),
  ]
  return combinePlans(plans, resolvePatchFolder(folder, cwd))
}

/** Returns the working directory if a patch can name the files from there, without `..` and symbolic links. */
function resolvePatchFolder(folder: string, cwd: string): string {
  const isDirect = realpathSync(folder) === join(realpathSync(cwd), relative(cwd, folder))
  return isBelow(folder, cwd) && isDirect ? cwd : folder
}

function reportSkippedFile({ file, path, reason, requiredPackages }: SkippedFile): FilePlan {
  return { file, path, text: '', mode: 0, identity: '', ...reportUnsearched(reason, requiredPackages) }
}

/** Reports a place once, and keeps the packages that it mentions. */
function reportUnsearched(reason: string, requiredPackages: readonly string[]): RewritePlan {
  const text = `this place is not searched for imports, because ${reason}`
  return { edits: [], diagnostics: [{ offset: 0, text, requiredPackages, needsManualChange: true }] }
}

/** What the sources below a folder require of its manifest. */
interface FolderNeeds {
  readonly requiredPackages: Set<string>
  importsLatchkey: boolean
}

function collectNeeds(sourcePlans: readonly FilePlan[], root: string): ReadonlyMap<string, FolderNeeds> {
  const needs = new Map<string, FolderNeeds>()
  for (const { file, edits, diagnostics } of sourcePlans) {
    if (edits.length === 0 && diagnostics.length === 0) continue
    for (const folder of listFoldersAbove(file, root)) {
      const found = needs.get(folder) ?? { requiredPackages: new Set<string>(), importsLatchkey: false }
      needs.set(folder, found)
      for (const { requiredPackages = [] } of diagnostics)
        for (const name of requiredPackages) found.requiredPackages.add(name)
      if (edits.length > 0) found.importsLatchkey = true
    }
  }
  return needs
}

/** Lists the folders that contain a file, nearest first, up to the root. */
function listFoldersAbove(file: string, root: string): string[] {
  const folders: string[] = []
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    folders.push(folder)
    if (folder === root || dirname(folder) === folder) return folders
  }
}

function planFile(file: SourceFile, context: Parameters<typeof planSource>[2]): RewritePlan {
  const isParsable = /\.(?:[cm]?[jt]s|[jt]sx|svelte|vue)$/.test(file.path)
  if (!isParsable) return reportMentions(file.text)
  try {
    return planSource(file.path, file.text, context)
  } catch (error) {
    if (!(error instanceof SourceTooComplex)) throw error
    return reportUnsearched('it is malformed or nested too deeply', findMentionedPackages(file.text))
  }
}

/** Reports a missing dependency. The manifest of the sources may be above the folder and is not changed then. */
function reportMissingDependency<File extends FilePlan>(
  file: File,
  sourcePlans: readonly FilePlan[],
  manifestPlans: readonly FilePlan[],
): File {
  const importsLatchkey = sourcePlans.some(({ edits }) => edits.length > 0)
  const isListed = manifestPlans.some(({ text, edits }) =>
    parseManifest(applyEdits(text, edits)).entries.some(isLatchkey),
  )
  if (!importsLatchkey || isListed) return file
  const text =
    'latchkey is imported now, but no package.json below this folder lists it: add it to the one of the app'
  return { ...file, diagnostics: [...file.diagnostics, { offset: 0, text, needsManualChange: true }] }
}

/** Finds the folders whose manifest lists `next-auth`, and which of its packages are of NextAuth 4. */
function findNextAuth4Folders(
  manifests: readonly { file: string; manifest: Manifest }[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    manifests
      .filter(({ manifest }) => manifest.entries.some(({ name }) => name === 'next-auth'))
      .map(({ file, manifest }) => [dirname(file), findNextAuth4Packages(manifest)]),
  )
}

/** Returns the folder of the nearest manifest that lists `next-auth`. */
function findGoverningFolder(
  file: string,
  root: string,
  nextAuth4Folders: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  return listFoldersAbove(file, root).find(folder => nextAuth4Folders.has(folder))
}

function isBelow(file: string, folder: string): boolean {
  return relative(folder, file).split(sep)[0] !== '..'
}

function combinePlans(plans: readonly FilePlan[], patchFolder: string): CodemodPlan {
  const diagnostics = plans.flatMap(({ path, text, diagnostics: fileDiagnostics }) => {
    const getLine = createLineIndex(text)
    return [...fileDiagnostics].sort(compareOffsets).map(diagnostic => ({
      ...diagnostic,
      line: `${toPrintable(path)}:${getLine(diagnostic.offset)}: ${formatMessage(diagnostic.text)}`,
    }))
  })
  return {
    files: plans.filter(({ edits }) => edits.length > 0).map(plan => toPlannedChange(plan, patchFolder)),
    diagnostics: diagnostics.map(({ line, needsManualChange }) =>
      needsManualChange ? line : `${line} (nothing to do)`,
    ),
    layout: toLayoutSummary(plans.flatMap(({ layouts = [] }) => layouts)),
    manualCount: diagnostics.filter(({ needsManualChange }) => needsManualChange).length,
    patchFolder,
  }
}

/** A configuration that is imported is one that another file has. */
function toLayoutSummary(layouts: readonly LayoutOutcome[]): LayoutSummary {
  const isFound = layouts.some(layout => layout === 'added' || layout === 'kept')
  return { isAdded: layouts.includes('added'), isUnknown: !isFound || layouts.includes('unseen') }
}

const maxMessageLength = 500

/** Escapes and shortens a message, which can contain any text of a source. */
function formatMessage(text: string): string {
  return toPrintable(text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text)
}

function compareOffsets(a: Diagnostic, b: Diagnostic): number {
  return a.offset - b.offset
}

function toPlannedChange(
  { file, text, mode, identity, edits }: FilePlan,
  patchFolder: string,
): PlannedChange {
  return {
    file,
    mode,
    identity,
    before: text,
    after: applyEdits(text, edits),
    diff: createUnifiedDiff(relative(patchFolder, file).split(sep).join('/'), text, edits),
  }
}
