import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Gitignore } from './gitignore.js'

/** File on the disk. */
export interface SourceFile {
  /** Absolute path. */
  readonly file: string
  /** Path relative to the working directory, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly mode: number
}

/** Folders of build output and packages, excluded even without a `.gitignore`. */
const excludedFolders = new Set(
  `node_modules .git .hg .svn .next .nuxt .output .svelte-kit .solid .vinxi .vercel .netlify .turbo .yarn .cache`.split(
    ' ',
  ),
)
const sourceFilePattern =
  /^package\.json$|^[jt]sconfig.*\.json$|\.(?:[cm]?[jt]s|[jt]sx|svelte|vue|astro|mdx)$/

/** Reads all files below a folder that may contain module names. Symbolic links are not followed. */
export function readSourceFiles(folder: string, cwd: string): SourceFile[] {
  return listFiles(folder, Gitignore.readAncestors(folder)).flatMap(file => {
    const text = decodeUtf8(readFileSync(file))
    const path = relative(cwd, file).split(sep).join('/')
    return text === undefined ? [] : [{ file, path, text, mode: statSync(file).mode }]
  })
}

function listFiles(folder: string, parent: Gitignore): string[] {
  const gitignore = parent.withFolder(folder)
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap(entry => {
    const path = join(folder, entry.name)
    const isFolder = entry.isDirectory()
    if (excludedFolders.has(entry.name) || gitignore.isIgnored(path, { isFolder })) return []
    if (isFolder) return listFiles(path, gitignore)
    return entry.isFile() && sourceFilePattern.test(entry.name) ? [path] : []
  })
}

/** Decodes UTF-8. Other encodings return undefined, because they could not be written back unchanged. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
