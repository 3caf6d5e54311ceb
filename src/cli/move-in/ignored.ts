import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** A line of a `.gitignore`. */
interface Rule {
  readonly folder: string
  readonly pattern: RegExp
  readonly foldersOnly: boolean
  readonly keeps: boolean
}

/** What git leaves out in a folder and below it, as far as the `.gitignore` files on the way there say. */
export class Ignored {
  private constructor(private readonly rules: readonly Rule[]) {}

  /** With the rules of the folders above, up to the one that is the repository. */
  static above(folder: string): Ignored {
    const way: string[] = []
    for (let at = folder; ; at = dirname(at)) {
      if (at !== folder) way.unshift(at)
      if (existsSync(join(at, '.git'))) break
      if (dirname(at) === at) return new Ignored([])
    }
    return way.reduce((ignored, at) => ignored.within(at), new Ignored([]))
  }

  /** Those of this folder beside them. */
  within(folder: string): Ignored {
    const file = join(folder, '.gitignore')
    if (!existsSync(file)) return this
    const rules = readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .flatMap(line => ruleOf(folder, line))
    return new Ignored([...this.rules, ...rules])
  }

  /** The last rule that speaks of a path decides. */
  has(path: string, { isFolder }: { isFolder: boolean }): boolean {
    const rule = this.rules.findLast(({ folder, pattern, foldersOnly }) => {
      const inside = relative(folder, path).split(sep).join('/')
      return (isFolder || !foldersOnly) && pattern.test(inside)
    })
    return rule !== undefined && !rule.keeps
  }
}

function ruleOf(folder: string, line: string): Rule[] {
  const text = line.replace(/(?<!\\) +$/, '')
  if (text === '' || text.startsWith('#')) return []
  const keeps = text.startsWith('!')
  const foldersOnly = text.endsWith('/')
  const path = text.slice(keeps ? 1 : 0, foldersOnly ? -1 : undefined)
  const anchored = path.replace(/^\//, '')
  const anywhere = path.includes('/') ? '' : '(?:.*/)?'
  try {
    return [{ folder, keeps, foldersOnly, pattern: new RegExp(`^${anywhere}${expressionOf(anchored)}$`) }]
  } catch {
    // A range that is none matches nothing, as in git.
    return []
  }
}

const parts = /\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]]+\]|\\.|[^*?[\\/]+|[\s\S]/g

function expressionOf(pattern: string): string {
  return pattern.replace(parts, part => {
    if (part === '**/') return '(?:.*/)?'
    if (part === '/**') return '/.*'
    if (part.startsWith('*')) return '[^/]*'
    if (part === '?') return '[^/]'
    if (part.startsWith('[') && part.length > 1) return part.replace('[!', '[^')
    return part.replace(/^\\(?=.)/, '').replace(/[.+^${}()|[\]\\/*?]/g, '\\$&')
  })
}
