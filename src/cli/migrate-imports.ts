import { join, resolve } from 'node:path'
import type { NextAuth4Options } from './codemod/next-auth-4/plan-next-auth-4.js'
import { type CodemodPlan, planCodemod } from './codemod/plan-codemod.js'
import { isRegularFile } from './codemod/regular-file.js'
import { RestoreError, writeFiles } from './codemod/write-files.js'
import type { CommandContext } from './command-context.js'
import { type CommandInput, UsageError } from './command-definition.js'
import { printResult } from './print-result.js'
import { toPrintable, toPrintableContext, toPrintableLines } from './printable-text.js'

interface Options {
  readonly folder: string
  readonly write: boolean
  readonly range: string | undefined
  readonly nextAuth4: NextAuth4Options | null
}

/** Replaces imports of Auth.js. @returns the exit code */
export function migrateImports(input: CommandInput, terminal: CommandContext): number {
  const context = toPrintableContext(terminal)
  const options = parseOptions(input, context.cwd)
  if (!isRegularFile(join(options.folder, 'package.json')))
    throw new UsageError(
      `${toPrintable(options.folder)} contains no package.json that is a file. Pass the folder of the app.`,
    )
  try {
    const plan = planCodemod(options.folder, context.cwd, options)
    if (options.write) writeFiles(plan.files)
    if (input.hasFlag('--json')) printResult({ data: toJson(plan), text: '' }, input, context)
    else if (!options.write) printPatch(plan, terminal)
    reportPlan(plan, options, context)
    return plan.manualCount > 0 ? 3 : 0
  } catch (error) {
    const outcome = error instanceof RestoreError ? 'Some files were changed.' : 'No file was changed.'
    context.err(`${outcome} ${toPrintable(error instanceof Error ? error.message : String(error))}`)
    return 1
  }
}

function toJson({ files, diagnostics, manualCount }: CodemodPlan) {
  return { patches: files.map(({ diff }) => diff), diagnostics, manualCount }
}

function parseOptions(input: CommandInput, cwd: string): Options {
  const from = input.getText('--from') ?? '5'
  const until = input.getText('--until')
  if (!['4', '5'].includes(from))
    throw new UsageError(`--from is "${from}". Set it to 4 for an app of next-auth 4, or leave it out.`)
  if (until !== undefined && !isDate(until))
    throw new UsageError(`--until is "${until}". Set it to a date such as 2027-01-31.`)
  return {
    folder: resolve(cwd, input.positionals[0] ?? '.'),
    write: input.hasFlag('--write'),
    range: input.getText('--range'),
    nextAuth4: from === '4' ? { until: until ?? getDefaultEnd(new Date()) } : null,
  }
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** Returns the first day of the fourth month from now: time to deploy, and for sessions of 30 days to end. */
function getDefaultEnd(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 4)).toISOString().slice(0, 10)
}

/**
 * Writes the patch to standard output, so that it can be saved. The content of a file can contain characters that a terminal interprets.
 * Only a terminal receives them escaped.
 */
function printPatch({ files }: CodemodPlan, { isTerminal, out, err }: CommandContext): void {
  const texts = files.map(({ diff }) => (isTerminal ? toPrintableLines(diff) : diff))
  for (const text of texts) out(text.slice(0, -1))
  if (texts.some((text, index) => text !== files[index]?.diff))
    err('Control characters are shown escaped. Save the patch to a file to apply it: add > migrate.patch')
}

/** Writes everything but the patch to standard error. */
function reportPlan(
  { files, diagnostics, layout, manualCount, patchFolder }: CodemodPlan,
  { write, nextAuth4 }: Options,
  context: CommandContext,
): void {
  for (const diagnostic of diagnostics) context.err(diagnostic)
  context.err(formatSummary(files.length, write))
  if (!write && files.length > 0 && patchFolder !== context.cwd)
    context.err(`The paths of the patch start in ${toPrintable(patchFolder)}. Apply it there.`)
  if (manualCount > 0)
    context.err(
      `${formatCount(manualCount, 'place')} to change by hand: see above and ${nextAuth4 ? 'docs/guides/migrate-from-next-auth-4.md' : 'docs/guides/migrate-from-authjs.md'}.`,
    )
  if (files.length > 0 && layout.isAdded)
    context.err(
      "pages: { layout: 'stacked' } keeps all forms on one sign-in page, as in Auth.js. Remove it to show one field first.",
    )
  if (files.length > 0 && layout.isUnknown)
    context.err(
      "The built-in sign-in page shows one field first. To keep all forms on one page, set pages: { layout: 'stacked' }.",
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
