import type { CommandContext } from './command-context.js'
import { fullUsage, getUsage } from './usage.js'

/** Commands, loaded on demand: most of them need a database driver. */
const commandLoaders: Record<
  string,
  () => Promise<(args: readonly string[], context: CommandContext) => number | Promise<number>>
> = {
  migrate: async () => (await import('./migrate.js')).migrate,
  generate: async () => (await import('./generate.js')).generate,
  reseal: async () => (await import('./reseal.js')).reseal,
  passwords: async () => (await import('./import-passwords.js')).importPasswords,
  add: async () => (await import('./add.js')).add,
  'migrate-imports': async () => (await import('./migrate-imports.js')).migrateImports,
}

/** Runs the command that the first argument names. @returns the exit code */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const [name = '', ...rest] = args
  const loadCommand = Object.hasOwn(commandLoaders, name) ? commandLoaders[name] : undefined
  const isHelpRequested = [name, ...rest].some(arg => arg === '--help' || arg === '-h')
  if (isHelpRequested) {
    context.out(getUsage(name))
    return 0
  }
  if (!loadCommand) {
    context.err(fullUsage)
    return 2
  }
  const run = await loadCommand()
  return run(rest, context)
}
