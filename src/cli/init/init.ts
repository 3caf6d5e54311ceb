import { spawnSync } from 'node:child_process'
import { createUnifiedDiff } from '../codemod/unified-diff.js'
import type { CommandContext } from '../command-context.js'
import { type CommandInput, UsageError } from '../command-definition.js'
import type { PlannedFile } from '../planned-file.js'
import { printResult } from '../print-result.js'
import { toPrintableLines } from '../printable-text.js'
import { detectStore, methodNames, selectMethods, storeNames } from '../start/choices.js'
import type { MethodName, StoreName } from '../start/start-types.js'
import { writePlannedFiles } from '../write-planned-files.js'
import { type DetectedApp, detectApp } from './detect-app.js'
import { type InitChoices, type InitPlan, planInit } from './plan-init.js'

/** Adds Latchkey to the app in the current folder. @returns the exit code */
export async function init(input: CommandInput, context: CommandContext): Promise<number> {
  const app = detectApp(context.cwd, context.env, input.getText('--framework'))
  const choices = await resolveChoices(app, input, context)
  const plan = await planInit(app, choices)
  const isJson = input.hasFlag('--json')
  if (!isJson) printPlan(app, plan, context)
  const isApplied = input.hasFlag('--write') || (!isJson && (await confirm(context)))
  if (isApplied) writePlannedFiles(context.cwd, plan.files)
  const installs = listInstalls(app, plan)
  const isInstalled = isApplied && !input.hasFlag('--no-install') && runInstalls(installs, context)
  if (isJson) printResult({ data: toJson(app, plan, isApplied), text: '' }, input, context)
  else if (isApplied) context.err(describeNextSteps(app, plan, isInstalled ? [] : installs))
  else context.err('No file was written. Add --write to write the files and to install the packages.')
  return plan.instructions.length > 0 ? 3 : 0
}

/** Reads the store and the methods from the options, or asks for them in a terminal. */
async function resolveChoices(
  app: DetectedApp,
  input: CommandInput,
  { ask }: CommandContext,
): Promise<InitChoices> {
  const detected = detectStore(app.project.dependencies)
  const store =
    input.getText('--store') ??
    ((await ask?.(`Where are users stored? ${storeNames.join(', ')} [${detected}] `)) || detected)
  if (!isStore(store))
    throw new UsageError(`There is no store "${store}". Set --store to ${storeNames.join(', ')}.`)
  const possible = selectMethods(store, methodNames)
  const preset = store === 'none' ? 'github' : 'email'
  const answer =
    input.getText('--methods') ??
    ((await ask?.(`How do users sign in? ${possible.join(', ')}; several with commas [${preset}] `)) ||
      preset)
  return { store, methods: parseMethods(store, answer) }
}

function isStore(name: string): name is StoreName {
  return storeNames.some(store => store === name)
}

function parseMethods(store: StoreName, list: string): MethodName[] {
  const names = list.split(',').map(name => name.trim())
  const unknown = names.find(name => !methodNames.some(method => method === name))
  if (unknown !== undefined)
    throw new UsageError(
      `There is no method "${unknown}". Set --methods to some of ${methodNames.join(',')}.`,
    )
  const selected = selectMethods(store, names)
  const impossible = names.find(name => !selected.some(method => method === name))
  if (impossible !== undefined)
    throw new UsageError(
      `The method "${impossible}" stores something for each user. Set --store to a database.`,
    )
  return selected
}

/** Prints the patch to standard output, and the rest to standard error. The values of variables are not printed. */
function printPlan(
  { framework, installer }: DetectedApp,
  { files, instructions, choices: { store, methods } }: InitPlan,
  { isTerminal, out, err }: CommandContext,
): void {
  err(`${framework.name}, ${installer.name}, store: ${store}, methods: ${methods.join(', ')}.`)
  for (const file of files) {
    if (file.isSecret) continue
    const diff = formatDiff(file).slice(0, -1)
    out(isTerminal ? toPrintableLines(diff) : diff)
  }
  for (const { path, before } of files.filter(({ isSecret }) => isSecret))
    err(`${path}: ${before === null ? 'a new file with' : 'gets'} a secret and the variables below.`)
  for (const { path, text } of instructions) err(`To change by hand${path ? ` in ${path}` : ''}: ${text}`)
}

function formatDiff({ path, before, after }: PlannedFile): string {
  const source = before ?? ''
  const diff = createUnifiedDiff(path, source, [{ start: 0, end: source.length, text: after }])
  return before === null ? diff.replace(/^--- .*/, '--- /dev/null') : diff
}

async function confirm({ ask }: CommandContext): Promise<boolean> {
  const answer = (await ask?.('Write these files and install the packages? [y/N] ')) ?? ''
  return /^y(?:es)?$/i.test(answer.trim())
}

function listInstalls({ installer }: DetectedApp, plan: InitPlan): string[][] {
  const { packages, developmentPackages } = plan
  return [
    ...(packages.length > 0 ? [[...installer.install, ...packages]] : []),
    ...(developmentPackages.length > 0 ? [[...installer.installForDevelopment, ...developmentPackages]] : []),
  ]
}

/** Runs the package manager. @returns whether all commands succeeded */
function runInstalls(installs: readonly string[][], { cwd, err }: CommandContext): boolean {
  return installs.every(([command = '', ...args]) => {
    err([command, ...args].join(' '))
    // Standard output is that of this command. On Windows, package managers are scripts.
    const shell = process.platform === 'win32'
    return spawnSync(command, args, { cwd, stdio: ['inherit', 2, 'inherit'], shell }).status === 0
  })
}

/** @returns what is left to do after the files were written */
function describeNextSteps(app: DetectedApp, plan: InitPlan, installs: readonly string[][]): string {
  const { framework, installer } = app
  const { command, developmentPackage } = plan.start
  const steps = [
    ...installs.map(parts => parts.join(' ')),
    ...plan.commands,
    ...(developmentPackage ? [[...installer.installForDevelopment, developmentPackage].join(' ')] : []),
    `${installer.execute} latchkey dev -- ${command ?? '<the command that starts your app>'}`,
  ]
  const lines = [
    `${plan.files.length} files were written. Next:`,
    ...steps.map(step => `  ${step}`),
    `Then open ${describeUrl(app, plan, 'signin')}.`,
  ]
  const [received, needed] = splitVariables(plan.variables)
  if (needed.length > 0) lines.push(`Set in ${framework.environmentFile}: ${needed.join(', ')}.`)
  if (received.length > 0)
    lines.push(
      `\`latchkey dev\` receives the emails. To send them, set in ${framework.environmentFile}: ${received.join(', ')}.`,
    )
  if (plan.environmentFlag !== null)
    lines.push(
      `Node reads ${framework.environmentFile} with \`node ${plan.environmentFlag}\`: add it to your scripts.`,
    )
  if (plan.variables.includes('AUTH_GITHUB_ID'))
    lines.push(
      `Register an OAuth app at GitHub with the callback URL ${describeUrl(app, plan, 'callback/github')}.`,
    )
  return [...lines, ...plan.notes].join('\n')
}

/** Separates the variables that `latchkey dev` sets from those that the app needs with it, too. */
function splitVariables(variables: readonly string[]): [string[], string[]] {
  const isSet = (name: string) => ['EMAIL_SERVER', 'EMAIL_FROM'].includes(name)
  return [variables.filter(isSet), variables.filter(name => !isSet(name))]
}

/** Returns the URL of an action on this machine. Null if the port of the app is not known. */
function findUrl({ framework }: DetectedApp, { start }: InitPlan, action: string): string | null {
  return start.port === null ? null : `http://localhost:${start.port}${framework.basePath}/${action}`
}

function describeUrl(app: DetectedApp, plan: InitPlan, action: string): string {
  return findUrl(app, plan, action) ?? `${app.framework.basePath}/${action} at the URL of your app`
}

function toJson(app: DetectedApp, plan: InitPlan, isApplied: boolean) {
  const { files, choices, ...rest } = plan
  const visible = files.filter(({ isSecret }) => !isSecret)
  return {
    framework: app.frameworkName,
    installer: app.installer.name,
    ...choices,
    ...rest,
    files: files.map(({ path }) => path),
    patches: visible.map(formatDiff),
    written: isApplied,
    signInUrl: findUrl(app, plan, 'signin'),
  }
}
