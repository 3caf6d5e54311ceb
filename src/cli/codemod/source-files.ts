import { type Dirent, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { Gitignore } from './gitignore.js'
import { type RegularFile, readLargeFile, readRegularFile } from './regular-file.js'
import { findMentionedPackages, hasAuthJsMention } from './resolve-replacement.js'

/** File on the disk. */
export interface SourceFile {
  /** Absolute path. */
  readonly file: string
  /** Path relative to the working directory, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly mode: number
  /** What identifies the file, even if another one takes its place. */
  readonly identity: string
}

/** File or folder that cannot be searched and may contain module names. */
export interface SkippedFile {
  readonly file: string
  readonly path: string
  readonly reason: string
  /** Packages of Auth.js that it mentions. */
  readonly requiredPackages: readonly string[]
}

/** What a folder contains. */
export interface SourceTree {
  readonly files: SourceFile[]
  readonly skipped: SkippedFile[]
}

/** Folders of build output and packages, excluded even without a `.gitignore`. */
const excludedFolders = new Set(
  `node_modules .git .hg .svn .next .nuxt .output .svelte-kit .solid .vinxi .vercel .netlify .turbo .yarn .cache`.split(
    ' ',
  ),
)
const sourceFilePattern =
  /^package\.json$|^[jt]sconfig.*\.json$|\.(?:[cm]?[jt]s|[jt]sx|svelte|vue|astro|mdx)$/

/** Reads all files below a folder that mention Auth.js, and all manifests. Symbolic links are not followed. */
export function readSourceFiles(folder: string, cwd: string): SourceTree {
  const tree: SourceTree = { files: [], skipped: [] }
  const toPath = (file: string) => relative(cwd, file).split(sep).join('/')
  readFolder(folder, Gitignore.readAncestors(folder), {
    addFile: (file, name) => {
      const path = toPath(file)
      const { text, mode, identity, reason, requiredPackages } = readSource(name ? toBytes(file, name) : file)
      if (reason !== undefined) tree.skipped.push({ file, path, reason, requiredPackages })
      else if (name && hasAuthJsMention(text))
        tree.skipped.push({ file, path, reason: invalidName, requiredPackages: findMentionedPackages(text) })
      else if (/(?:^|\/)package\.json$|(?:^|\/)__mocks__\//.test(path) || hasAuthJsMention(text))
        tree.files.push({ file, path, text, mode, identity })
    },
    skip: (file, reason) => tree.skipped.push({ file, path: toPath(file), reason, requiredPackages: [] }),
  })
  return tree
}

const invalidName = 'its name is not UTF-8: rename it'

interface FolderVisitor {
  /** `name` is given if it is not UTF-8. */
  addFile(file: string, name: Buffer | null): void
  skip(file: string, reason: string): void
}

function readFolder(folder: string, parent: Gitignore, visitor: FolderVisitor): void {
  const gitignore = parent.withFolder(folder)
  for (const { entry, name, bytes } of listEntries(folder)) {
    const path = join(folder, name)
    const isFolder = entry.isDirectory()
    if (excludedFolders.has(name.toLowerCase()) || gitignore.isIgnored(path, { isFolder })) continue
    if (isFolder && bytes) visitor.skip(path, invalidName)
    else if (isFolder) {
      try {
        readFolder(path, gitignore, visitor)
      } catch (error) {
        visitor.skip(path, formatReadError(error))
      }
    } else if (entry.isFile() && sourceFilePattern.test(name)) visitor.addFile(path, bytes)
  }
}

interface FolderEntry {
  readonly entry: Dirent<Buffer>
  readonly name: string
  /** The name, if it is not UTF-8. */
  readonly bytes: Buffer | null
}

function listEntries(folder: string): FolderEntry[] {
  return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })
    .map(entry => {
      const name = entry.name.toString('utf8')
      return { entry, name, bytes: decodeUtf8(entry.name) === undefined ? entry.name : null }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns the path of a file whose name is not UTF-8. The folder's is. */
function toBytes(file: string, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(file.slice(0, file.lastIndexOf(sep) + 1)), name])
}

interface ReadSource extends Pick<SourceFile, 'text' | 'mode' | 'identity'> {
  /** Why the file cannot be searched. */
  readonly reason?: string
  readonly requiredPackages: readonly string[]
}

const emptySource: ReadSource = { text: '', mode: 0, identity: '', requiredPackages: [] }

function readSource(file: string | Buffer): ReadSource {
  try {
    const content = readRegularFile(file)
    return content ? decodeSource(content) : checkLargeFile(file)
  } catch (error) {
    return { ...emptySource, reason: formatReadError(error) }
  }
}

function decodeSource({ bytes, mode, identity }: RegularFile): ReadSource {
  const text = decodeUtf8(bytes)
  if (text !== undefined) return { text, mode, identity, requiredPackages: [] }
  // UTF-16 has a zero byte before or after each of these characters.
  const mentions = bytes.toString('latin1').replaceAll('\0', '')
  return hasAuthJsMention(mentions)
    ? {
        ...emptySource,
        reason: 'it is not UTF-8: convert it',
        requiredPackages: findMentionedPackages(mentions),
      }
    : emptySource
}

function checkLargeFile(file: string | Buffer): ReadSource {
  const mentions = readLargeFile(file)
  return hasAuthJsMention(mentions)
    ? { ...emptySource, reason: 'it is larger than 4 MiB', requiredPackages: findMentionedPackages(mentions) }
    : emptySource
}

/** Returns the reason without the path, which the message names already. */
function formatReadError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return `it cannot be read (${code})`
}

/** Decodes UTF-8. Other encodings return undefined, because they could not be written back unchanged. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
