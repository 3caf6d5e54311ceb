import { basename, dirname, relative } from 'node:path'
import { planManifest } from './dependencies.js'
import { unifiedDiff } from './diff.js'
import { type Edit, edited, lineAt } from './edits.js'
import { isLatchkey } from './exchange.js'
import { type Manifest, packagesOfVersion4, parseManifest } from './manifest.js'
import { type Plan, planMentions, planSource, type Remark } from './rewrite.js'
import { readStock } from './stock.js'
import { readTree, type SourceFile } from './tree.js'
import type { Rewritten } from './write.js'

/** What a move would do to an app. */
export interface Move {
  readonly files: readonly MovedFile[]
  /** What the reader should know, as `path:line: …`. */
  readonly remarks: readonly string[]
  /** How many places are left to a person. */
  readonly left: number
}

interface MovedFile extends Rewritten {
  readonly diff: string
}

type Planned = SourceFile & Plan

/** Looks at everything below a folder; writes nothing. `range` is the version of Latchkey that manifests ask for. */
export function planMove(folder: string, cwd: string, wantedRange?: string): Move {
  const stock = readStock()
  const range = wantedRange ?? `^${stock.version}`
  const files = readTree(folder, cwd)
  const manifests = files
    .filter(({ file }) => basename(file) === 'package.json')
    .map(file => ({ ...file, manifest: parseManifest(file.text) }))
  const sources = files
    .filter(({ file }) => basename(file) !== 'package.json')
    .map((file): Planned => {
      const held = new Set(nearest(file.file, manifests))
      return { ...file, ...planOf(file, { stock, held }) }
    })
  const listed = manifests.map((file): Planned => {
    const below = sources.filter(source => isBelow(source.file, dirname(file.file)))
    const needed = new Set(below.flatMap(({ remarks }) => remarks.flatMap(({ needs }) => needs ?? [])))
    const isUsed = below.some(({ edits }) => edits.length > 0)
    return { ...file, ...planManifest(file.manifest, { range, version: stock.version, needed, isUsed }) }
  })
  return summed([
    ...sources,
    ...listed.map((file, index) => (index === 0 ? withLack(file, sources, listed) : file)),
  ])
}

function planOf(file: SourceFile, around: Parameters<typeof planSource>[2]): Plan {
  const isUnderstood = /\.(?:[cm]?[jt]s|[jt]sx|svelte|vue)$/.test(file.path)
  return isUnderstood ? planSource(file.path, file.text, around) : planMentions(file.text)
}

/** Sources that find their packages in a manifest above the folder go on to find the old ones. */
function withLack<File extends Planned>(
  file: File,
  sources: readonly Planned[],
  listed: readonly Planned[],
): File {
  const isUsed = sources.some(({ edits }) => edits.length > 0)
  const isListed = listed.some(({ text, edits }) =>
    parseManifest(edited(text, edits)).entries.some(isLatchkey),
  )
  if (!isUsed || isListed) return file
  const text =
    'latchkey is imported from now on, and no package.json here lists it: add it to the one that does'
  return { ...file, remarks: [...file.remarks, { offset: 0, text, isLeft: true }] }
}

/** The packages of version 4 in the manifest that decides for a file. */
function nearest(file: string, manifests: readonly { file: string; manifest: Manifest }[]): string[] {
  const deciding = manifests
    .filter(({ file: own, manifest }) => {
      return isBelow(file, dirname(own)) && manifest.entries.some(({ name }) => name === 'next-auth')
    })
    .sort((a, b) => b.file.length - a.file.length)
  return deciding[0] ? packagesOfVersion4(deciding[0].manifest) : []
}

function isBelow(file: string, folder: string): boolean {
  return !relative(folder, file).startsWith('..')
}

function summed(planned: readonly Planned[]): Move {
  const remarks = planned.flatMap(({ path, text, remarks: own }) =>
    [...own]
      .sort(byOffset)
      .map(remark => ({ ...remark, line: `${path}:${lineAt(text, remark.offset)}: ${remark.text}` })),
  )
  return {
    files: planned.filter(({ edits }) => edits.length > 0).map(moved),
    remarks: remarks.map(({ line, isLeft }) => (isLeft ? line : `${line} (nothing to do)`)),
    left: remarks.filter(({ isLeft }) => isLeft).length,
  }
}

function byOffset(a: Remark, b: Remark): number {
  return a.offset - b.offset
}

function moved({ file, path, text, mode, edits }: SourceFile & { edits: readonly Edit[] }): MovedFile {
  return { file, mode, before: text, after: edited(text, edits), diff: unifiedDiff(path, text, edits) }
}
