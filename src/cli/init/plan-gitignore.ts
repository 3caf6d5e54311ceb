import { join } from 'node:path'
import { Gitignore } from '../codemod/gitignore.js'
import { addLines, type PlannedFile, readIfExists } from '../planned-file.js'

/** A pattern of `.gitignore`, with paths that it ignores. */
interface IgnoredFiles {
  readonly pattern: string
  readonly paths: readonly string[]
}

/** Describes the file of SQLite, and those with its log and its index of shared memory. */
export function describeSqliteFiles(path: string): IgnoredFiles {
  return { pattern: `${path}*`, paths: [path, `${path}-wal`, `${path}-shm`] }
}

/** Plans the lines of `.gitignore` for files that must not be committed. An app without a repository gets them too, because it can get one later. */
export function planGitignore(folder: string, files: readonly IgnoredFiles[]): PlannedFile[] {
  const gitignore = Gitignore.readAncestors(folder).withFolder(folder)
  const isIgnored = (path: string) => gitignore.isIgnored(join(folder, path), { isFolder: false })
  const missing = files.filter(({ paths }) => !paths.every(isIgnored)).map(({ pattern }) => pattern)
  if (missing.length === 0) return []
  const before = readIfExists(join(folder, '.gitignore'))
  return [{ path: '.gitignore', before, after: addLines(before, `${missing.join('\n')}\n`) }]
}
