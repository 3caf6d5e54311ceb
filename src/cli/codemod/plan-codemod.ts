import { basename, dirname, relative } from 'node:path'
import { applyEdits, type Edit, getLineNumber } from './edits.js'
import { readInstalledPackage } from './installed-package.js'
import { findNextAuth4Packages, type Manifest, parseManifest } from './manifest.js'
import type { NextAuth4Options } from './next-auth-4/plan-next-auth-4.js'
import { planManifest } from './plan-manifest.js'
import { planSource, reportMentions } from './plan-source.js'
import type { Diagnostic, RewritePlan } from './rewrite-plan.js'
import { readSourceFiles, type SourceFile } from './source-files.js'
import { isLatchkey } from './swap-dependency.js'
import { createUnifiedDiff } from './unified-diff.js'
import type { FileChange } from './write-files.js'

/** Changes to an app. */
export interface CodemodPlan {
  readonly files: readonly PlannedChange[]
  /** Messages for the user, as `path:line: …`. */
  readonly diagnostics: readonly string[]
  /** Number of places that need a manual change. */
  readonly manualCount: number
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
  const files = readSourceFiles(folder, cwd)
  const manifests = files
    .filter(({ file }) => basename(file) === 'package.json')
    .map(file => ({ ...file, manifest: parseManifest(file.text) }))
  const sourcePlans = files
    .filter(({ file }) => basename(file) !== 'package.json')
    .map((file): FilePlan => {
      const nextAuth4Packages = new Set(resolveNextAuth4Packages(file.file, manifests))
      const context =
        options.nextAuth4 && nextAuth4Packages.size > 0
          ? { installed, nextAuth4Packages: new Set<string>(), nextAuth4: options.nextAuth4 }
          : { installed, nextAuth4Packages, nextAuth4: null }
      return { ...file, ...planFile(file, context) }
    })
  const manifestPlans = manifests.map((file): FilePlan => {
    const sourcesBelow = sourcePlans.filter(source => isBelow(source.file, dirname(file.file)))
    const requiredPackages = new Set(
      sourcesBelow.flatMap(({ diagnostics }) =>
        diagnostics.flatMap(({ requiredPackage }) => requiredPackage ?? []),
      ),
    )
    const importsLatchkey = sourcesBelow.some(({ edits }) => edits.length > 0)
    return {
      ...file,
      ...planManifest(file.manifest, {
        range,
        version: installed.version,
        requiredPackages,
        importsLatchkey,
        replacesNextAuth4: options.nextAuth4 !== null,
      }),
    }
  })
  return combinePlans([
    ...sourcePlans,
    ...manifestPlans.map((file, index) =>
      index === 0 ? reportMissingDependency(file, sourcePlans, manifestPlans) : file,
    ),
  ])
}

function planFile(file: SourceFile, context: Parameters<typeof planSource>[2]): RewritePlan {
  const isParsable = /\.(?:[cm]?[jt]s|[jt]sx|svelte|vue)$/.test(file.path)
  return isParsable ? planSource(file.path, file.text, context) : reportMentions(file.text)
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

/** Returns the packages of NextAuth 4 in the nearest manifest that lists `next-auth`. */
function resolveNextAuth4Packages(
  file: string,
  manifests: readonly { file: string; manifest: Manifest }[],
): string[] {
  const governing = manifests
    .filter(({ file: manifestFile, manifest }) => {
      return isBelow(file, dirname(manifestFile)) && manifest.entries.some(({ name }) => name === 'next-auth')
    })
    .sort((a, b) => b.file.length - a.file.length)
  return governing[0] ? findNextAuth4Packages(governing[0].manifest) : []
}

function isBelow(file: string, folder: string): boolean {
  return !relative(folder, file).startsWith('..')
}

function combinePlans(plans: readonly FilePlan[]): CodemodPlan {
  const diagnostics = plans.flatMap(({ path, text, diagnostics: fileDiagnostics }) =>
    [...fileDiagnostics].sort(compareOffsets).map(diagnostic => ({
      ...diagnostic,
      line: `${path}:${getLineNumber(text, diagnostic.offset)}: ${diagnostic.text}`,
    })),
  )
  return {
    files: plans.filter(({ edits }) => edits.length > 0).map(toPlannedChange),
    diagnostics: diagnostics.map(({ line, needsManualChange }) =>
      needsManualChange ? line : `${line} (nothing to do)`,
    ),
    manualCount: diagnostics.filter(({ needsManualChange }) => needsManualChange).length,
  }
}

function compareOffsets(a: Diagnostic, b: Diagnostic): number {
  return a.offset - b.offset
}

function toPlannedChange({
  file,
  path,
  text,
  mode,
  edits,
}: SourceFile & { edits: readonly Edit[] }): PlannedChange {
  return {
    file,
    mode,
    before: text,
    after: applyEdits(text, edits),
    diff: createUnifiedDiff(path, text, edits),
  }
}
