import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Move, planMove } from './move-in/move.js'
import { writeAll } from './move-in/write.js'
import type { Terminal } from './terminal.js'
import { usages } from './usages.js'

const options = { write: { type: 'boolean' }, range: { type: 'string' } } as const

interface Wish {
  readonly folder: string
  readonly write: boolean
  readonly range: string | undefined
}

/** Does what the arguments say, and returns the exit code. */
export function migrateImports(args: readonly string[], terminal: Terminal): number {
  const wish = wishOf(args, terminal.cwd)
  if (!wish) {
    terminal.err(usages['migrate-imports'] ?? '')
    return 2
  }
  if (!existsSync(join(wish.folder, 'package.json'))) {
    terminal.err(`There is no package.json in ${wish.folder}. Give the folder of the app.`)
    return 2
  }
  try {
    const move = planMove(wish.folder, terminal.cwd, wish.range)
    if (wish.write) writeAll(move.files)
    tell(move, wish, terminal)
    return move.left > 0 ? 3 : 0
  } catch (error) {
    terminal.err(`Nothing was changed. ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

function wishOf(args: readonly string[], cwd: string): Wish | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (positionals.length > 1) return undefined
    const { write = false, range } = values
    return { folder: resolve(cwd, positionals[0] ?? '.'), write, range }
  } catch {
    return undefined
  }
}

/** The patch on one channel, so that it can be kept; everything else on the other. */
function tell({ files, remarks, left }: Move, { write }: Wish, terminal: Terminal): void {
  if (!write) for (const { diff } of files) terminal.out(diff.slice(0, -1))
  for (const remark of remarks) terminal.err(remark)
  terminal.err(summary(files.length, write))
  if (left > 0) terminal.err(`${count(left, 'place')} left to you, see above and docs/move-in.md.`)
  if (write && files.length > 0) terminal.err('Run your package manager now: the dependencies have changed.')
}

function summary(files: number, isWritten: boolean): string {
  if (files === 0) return 'There is nothing to change.'
  return isWritten
    ? `${count(files, 'file')} changed.`
    : `${count(files, 'file')} would change; --write does it.`
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}
