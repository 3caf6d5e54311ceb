import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { NextAuth4Options } from './codemod/next-auth-4/plan-next-auth-4.js'
import { type CodemodPlan, planCodemod } from './codemod/plan-codemod.js'
import { writeFiles } from './codemod/write-files.js'
import type { CommandContext } from './command-context.js'
import { usageByCommand } from './usage.js'

const optionDefinitions = {
  write: { type: 'boolean' },
  range: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
} as const

interface Options {
  readonly folder: string
  readonly write: boolean
  readonly range: string | undefined
  readonly nextAuth4: NextAuth4Options | null
}

/** Runs the command and returns the exit code. */
export function migrateImports(args: readonly string[], context: CommandContext): number {
  const options = parseOptions(args, context.cwd)
  if (!options) {
    context.err(usageByCommand['migrate-imports'] ?? '')
    return 2
  }
  if (!existsSync(join(options.folder, 'package.json'))) {
    context.err(`${options.folder} contains no package.json. Pass the folder of the app.`)
    return 2
  }
  try {
    const plan = planCodemod(options.folder, context.cwd, options)
    if (options.write) writeFiles(plan.files)
    reportPlan(plan, options, context)
    return plan.manualCount > 0 ? 3 : 0
  } catch (error) {
    context.err(`No file was changed. ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

function parseOptions(args: readonly string[], cwd: string): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: optionDefinitions,
      allowPositionals: true,
    })
    if (positionals.length > 1) return undefined
    const { write = false, range, from = '5', until } = values
    if (!['4', '5'].includes(from) || (until !== undefined && !isDate(until))) return undefined
    const nextAuth4 = from === '4' ? { until: until ?? getDefaultEnd(new Date()) } : null
    return { folder: resolve(cwd, positionals[0] ?? '.'), write, range, nextAuth4 }
  } catch {
    return undefined
  }
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** Returns the first day of the fourth month from now: time to deploy, and for sessions of 30 days to end. */
function getDefaultEnd(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 4)).toISOString().slice(0, 10)
}

/** Writes the patch to standard output, so that it can be saved, and everything else to standard error. */
function reportPlan(
  { files, diagnostics, manualCount }: CodemodPlan,
  { write, nextAuth4 }: Options,
  context: CommandContext,
): void {
  if (!write) for (const { diff } of files) context.out(diff.slice(0, -1))
  for (const diagnostic of diagnostics) context.err(diagnostic)
  context.err(formatSummary(files.length, write))
  if (manualCount > 0)
    context.err(
      `${formatCount(manualCount, 'place')} to change by hand: see above and ${nextAuth4 ? 'docs/migrate-from-next-auth-4.md' : 'docs/migrate-from-authjs.md'}.`,
    )
  if (write && files.length > 0) context.err('The dependencies changed. Run your package manager.')
}

function formatSummary(fileCount: number, isWritten: boolean): string {
  if (fileCount === 0) return 'Nothing to change.'
  return isWritten
    ? `${formatCount(fileCount, 'file')} changed.`
    : `${formatCount(fileCount, 'file')} would change. Add --write to change them.`
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
