import { findContainingName, findSimilarName } from '../../base/similar-name.js'
import { RestoreError } from '../codemod/write-files.js'
import type { CommandContext } from '../command-context.js'
import { type CommandInput, UsageError } from '../command-definition.js'
import { printResult } from '../print-result.js'
import { toPrintableContext, toPrintableLines } from '../printable-text.js'
import type { Addition } from './addition.js'
import { copyComponents, listComponents, planCopies } from './copy-components.js'
import { type AdditionPlan, planAdditions } from './plan-additions.js'
import { describePlugin, listPlugins } from './plugins.js'
import { describeProvider, listProviders } from './providers.js'
import { formatReport, needsWork, toJson } from './report.js'
import { writePlan } from './write-plan.js'

/** Adds providers, plugins and components to an app. Without a name, lists them. @returns the exit code */
export async function add(input: CommandInput, context: CommandContext): Promise<number> {
  if (input.positionals.length === 0) {
    printNames(input, context)
    return 0
  }
  const { additions, components } = await resolveNames(input.positionals)
  const copies = components.length === 0 ? [] : planCopies(parseCopyOptions(components, input), context.cwd)
  const plan = additions.length === 0 ? null : planAdditions(additions, input.getText('--config'), context)
  const copied = copyComponents(copies, context.cwd)
  if (plan) return await applyPlan(plan, copied, { input, context })
  const text = copied.map(path => `${path} written.`).join('\n')
  printResult({ data: { written: copied }, text }, input, context)
  return 0
}

function parseCopyOptions(names: readonly string[], input: CommandInput) {
  return {
    names,
    framework: input.getText('--framework'),
    folder: input.getText('--dir'),
    isForced: input.hasFlag('--force'),
  }
}

function printNames(input: CommandInput, context: CommandContext): void {
  const data = { providers: listProviders(), plugins: listPlugins(), components: listComponents() }
  const formatNames = (names: readonly string[]) => names.map(name => `  ${name}\n`).join('')
  const text =
    `Providers:\n${formatNames(data.providers)}\nPlugins:\n${formatNames(data.plugins)}\n` +
    `Components:\n${formatNames(data.components)}\nAdd one: npx latchkey add google`
  printResult({ data, text }, input, context)
}

interface ResolvedNames {
  readonly additions: readonly Addition[]
  readonly components: readonly string[]
}

/**
 * Resolves each name once. A provider wins over a plugin of the same name, and a plugin over a component.
 *
 * @throws UsageError if a name is unknown
 */
async function resolveNames(names: readonly string[]): Promise<ResolvedNames> {
  const additions: Addition[] = []
  const components: string[] = []
  for (const name of new Set(names)) {
    const addition = (await describeProvider(name)) ?? describePlugin(name)
    if (addition) additions.push(addition)
    else components.push(requireComponent(name))
  }
  return { additions, components }
}

function requireComponent(name: string): string {
  if (name === 'dev')
    throw new UsageError('The provider "dev" is that of `npx latchkey dev`, which prints its entry.')
  if (listComponents().includes(name)) return name
  const known = [...listProviders(), ...listPlugins(), ...listComponents()]
  const similar = findSimilarName(name, known) ?? findContainingName(name, known)
  const hint = similar ? `Did you mean ${similar}?` : 'List them: npx latchkey add'
  throw new UsageError(`There is no provider, plugin or component "${name}". ${hint}`)
}

interface Invocation {
  readonly input: CommandInput
  readonly context: CommandContext
}

/** Shows the changes, and writes them if the user wants it. `copied` are the paths of copied components. */
async function applyPlan(
  plan: AdditionPlan,
  copied: readonly string[],
  { input, context: terminal }: Invocation,
): Promise<number> {
  const context = toPrintableContext(terminal)
  const isJson = input.hasFlag('--json')
  if (!isJson && !input.hasFlag('--write')) printDiffs(plan, terminal)
  const isConfirmed = input.hasFlag('--write') || (!isJson && (await confirmChanges(plan, context)))
  const written = isConfirmed ? writeChanges(plan, context) : []
  if (written === null) return 1
  const report = formatReport(plan, { copied, written })
  if (isJson) printResult({ data: toJson(plan, [...copied, ...written]), text: '' }, input, context)
  for (const line of report) context.err(line)
  return needsWork(plan) ? 3 : 0
}

/** Prints the patch to standard output, so that it can be saved. A terminal receives control characters escaped. */
function printDiffs({ diffs }: AdditionPlan, { isTerminal, out }: CommandContext): void {
  for (const diff of diffs) out((isTerminal ? toPrintableLines(diff) : diff).slice(0, -1))
}

async function confirmChanges(plan: AdditionPlan, { ask }: CommandContext): Promise<boolean> {
  if (!ask || plan.changes.length === 0) return false
  return /^y(?:es)?$/i.test((await ask('Apply? [y/N] ')).trim())
}

/** @returns the paths of the changed files, or null if they could not be written */
function writeChanges(plan: AdditionPlan, { cwd, err }: CommandContext): string[] | null {
  try {
    return writePlan(plan, cwd)
  } catch (error) {
    const outcome = error instanceof RestoreError ? 'Some files were changed.' : 'No file was changed.'
    err(`${outcome} ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}
