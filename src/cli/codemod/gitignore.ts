import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** Rule of a `.gitignore` file. */
interface IgnoreRule {
  readonly folder: string
  readonly pattern: RegExp
  readonly foldersOnly: boolean
  readonly isNegated: boolean
}

/** Rules of the `.gitignore` files that apply to a folder. */
export class Gitignore {
  private constructor(private readonly rules: readonly IgnoreRule[]) {}

  /** Reads the rules of the folders above, up to the root of the repository. */
  static readAncestors(folder: string): Gitignore {
    const folders: string[] = []
    for (let current = folder; ; current = dirname(current)) {
      if (current !== folder) folders.unshift(current)
      if (existsSync(join(current, '.git'))) break
      if (dirname(current) === current) return new Gitignore([])
    }
    return folders.reduce((gitignore, current) => gitignore.withFolder(current), new Gitignore([]))
  }

  /** Adds the rules of a folder. */
  withFolder(folder: string): Gitignore {
    const file = join(folder, '.gitignore')
    if (!existsSync(file)) return this
    const rules = readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .flatMap(line => parseRule(folder, line))
    return new Gitignore([...this.rules, ...rules])
  }

  /** Returns whether git ignores a path. The last rule that matches decides. */
  isIgnored(path: string, { isFolder }: { isFolder: boolean }): boolean {
    const rule = this.rules.findLast(({ folder, pattern, foldersOnly }) => {
      const relativePath = relative(folder, path).split(sep).join('/')
      return (isFolder || !foldersOnly) && pattern.test(relativePath)
    })
    return rule !== undefined && !rule.isNegated
  }
}

function parseRule(folder: string, line: string): IgnoreRule[] {
  const text = line.replace(/(?<!\\) +$/, '')
  if (text === '' || text.startsWith('#')) return []
  const isNegated = text.startsWith('!')
  const foldersOnly = text.endsWith('/')
  const path = text.slice(isNegated ? 1 : 0, foldersOnly ? -1 : undefined)
  const relativePattern = path.replace(/^\//, '')
  const prefix = path.includes('/') ? '' : '(?:.*/)?'
  try {
    return [
      {
        folder,
        isNegated,
        foldersOnly,
        pattern: new RegExp(`^${prefix}${toRegExpSource(relativePattern)}$`),
      },
    ]
  } catch {
    // An invalid character range matches nothing, as in git.
    return []
  }
}

const globParts = /\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]]+\]|\\.|[^*?[\\/]+|[\s\S]/g

function toRegExpSource(pattern: string): string {
  return pattern.replace(globParts, part => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '/**') return '/.*'
    if (part.startsWith('*')) return '[^/]*'
    if (part === '?') return '[^/]'
    if (part.startsWith('[') && part.length > 1) return part.replace('[!', '[^')
    return part.replace(/^\\(?=.)/, '').replace(/[.+^${}()|[\]\\/*?]/g, '\\$&')
  })
}
