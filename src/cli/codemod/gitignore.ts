import { lstatSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { type Glob, parseGlob } from './glob.js'
import { isRegularFile, readRegularFile } from './regular-file.js'

/** Rule of a `.gitignore` file. */
interface IgnoreRule {
  readonly glob: Glob
  readonly foldersOnly: boolean
  readonly isNegated: boolean
  /** Whether it applies to names in all folders below, instead of to paths. */
  readonly isName: boolean
}

/** Rules of one `.gitignore` file. */
interface RuleList {
  readonly folder: string
  readonly rules: readonly IgnoreRule[]
}

/** Rules of the `.gitignore` files that apply to a folder. */
export class Gitignore {
  private constructor(private readonly lists: readonly RuleList[]) {}

  /** Reads the rules of the folders above, up to the root of the repository. */
  static readAncestors(folder: string): Gitignore {
    const folders: string[] = []
    for (let current = folder; ; current = dirname(current)) {
      if (current !== folder) folders.unshift(current)
      if (isRepository(current)) break
      if (dirname(current) === current) return new Gitignore([])
    }
    return folders.reduce((gitignore, current) => gitignore.withFolder(current), new Gitignore([]))
  }

  /** Adds the rules of a folder. The rules of a repository do not apply to another repository within it. */
  withFolder(folder: string): Gitignore {
    const outer = isRepository(folder) ? new Gitignore([]) : this
    const file = join(folder, '.gitignore')
    // As in git, a symbolic link contains no rules.
    if (!isRegularFile(file)) return outer
    const content = readRegularFile(file)
    if (!content) throw new Error(`${file} is larger than 4 MiB.`)
    const rules = content.bytes
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .flatMap(parseRule)
    return new Gitignore([...outer.lists, { folder, rules }])
  }

  /** Returns whether git ignores a path. The last rule that matches decides. */
  isIgnored(path: string, { isFolder }: { isFolder: boolean }): boolean {
    for (const { folder, rules } of this.lists.toReversed()) {
      const names = relative(folder, path).split(sep)
      const rule = rules.findLast(
        ({ glob, foldersOnly, isName }) =>
          (isFolder || !foldersOnly) && glob.matches(isName ? names.slice(-1) : names),
      )
      if (rule) return !rule.isNegated
    }
    return false
  }
}

function isRepository(folder: string): boolean {
  return lstatSync(join(folder, '.git'), { throwIfNoEntry: false }) !== undefined
}

function parseRule(line: string): IgnoreRule[] {
  const text = trimTrailingSpaces(line)
  if (text === '' || text.startsWith('#')) return []
  const isNegated = text.startsWith('!')
  const foldersOnly = text.endsWith('/')
  const path = text.slice(isNegated ? 1 : 0, foldersOnly ? -1 : undefined)
  const glob = parseGlob(path.replace(/^\//, ''))
  return glob ? [{ glob, isNegated, foldersOnly, isName: !path.includes('/') }] : []
}

/** Removes spaces at the end, except for an escaped one. */
function trimTrailingSpaces(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ') end--
  let backslashes = 0
  while (line[end - 1 - backslashes] === '\\') backslashes++
  return line.slice(0, backslashes % 2 === 1 ? end + 1 : end)
}
