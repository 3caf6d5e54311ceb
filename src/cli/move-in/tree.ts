import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Ignored } from './ignored.js'

/** A file as it is on the disk. */
export interface SourceFile {
  readonly file: string
  /** From where the command runs, with slashes. */
  readonly path: string
  readonly text: string
  readonly mode: number
}

/** What is built or installed, also where no `.gitignore` says so. */
const neverOurs = new Set(
  `node_modules .git .hg .svn .next .nuxt .output .svelte-kit .solid .vinxi .vercel .netlify .turbo .yarn .cache`.split(
    ' ',
  ),
)
const ours = /^package\.json$|^[jt]sconfig.*\.json$|\.(?:[cm]?[jt]s|[jt]sx|svelte|vue|astro|mdx)$/

/** Every file below a folder that an app may name modules in; links lead elsewhere and are not followed. */
export function readTree(folder: string, cwd: string): SourceFile[] {
  return filesIn(folder, Ignored.above(folder)).flatMap(file => {
    const text = textOf(readFileSync(file))
    const path = relative(cwd, file).split(sep).join('/')
    return text === undefined ? [] : [{ file, path, text, mode: statSync(file).mode }]
  })
}

function filesIn(folder: string, above: Ignored): string[] {
  const ignored = above.within(folder)
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap(entry => {
    const path = join(folder, entry.name)
    const isFolder = entry.isDirectory()
    if (neverOurs.has(entry.name) || ignored.has(path, { isFolder })) return []
    if (isFolder) return filesIn(path, ignored)
    return entry.isFile() && ours.test(entry.name) ? [path] : []
  })
}

/** What is not UTF-8 could not be written back as it was. */
function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
