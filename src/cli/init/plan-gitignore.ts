import { join } from 'node:path'
import { Gitignore } from '../codemod/gitignore.js'
import { findUpward } from '../find-upward.js'
import { addLines, type PlannedFile, readIfExists } from '../planned-file.js'

/** Plans the lines of `.gitignore` for files that must not be committed, in an app that git tracks. */
export function planGitignore(folder: string, paths: readonly string[]): PlannedFile[] {
  if (!findUpward(folder, ['.git'])) return []
  const gitignore = Gitignore.readAncestors(folder).withFolder(folder)
  const missing = paths.filter(path => !gitignore.isIgnored(join(folder, path), { isFolder: false }))
  if (missing.length === 0) return []
  const before = readIfExists(join(folder, '.gitignore'))
  return [{ path: '.gitignore', before, after: addLines(before, `${missing.join('\n')}\n`) }]
}
