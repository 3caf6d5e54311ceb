import type { Terminal } from './terminal.js'
import { usageByCommand } from './usage.js'

/** Each is loaded when it is asked for: one needs a database driver, and the other nothing. */
const commandLoaders: Record<
  string,
  () => Promise<(args: readonly string[], terminal: Terminal) => number | Promise<number>>
> = {
  migrate: async () => (await import('./migrate.js')).migrate,
  'migrate-imports': async () => (await import('./migrate-imports.js')).migrateImports,
}

/** Does what the arguments say; resolves to the exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = args
  const loadCommand = Object.hasOwn(commandLoaders, name) ? commandLoaders[name] : undefined
  const isHelpRequested = [name, ...rest].some(arg => arg === '--help' || arg === '-h')
  if (isHelpRequested) {
    terminal.out(usageByCommand[name] ?? Object.values(usageByCommand).join('\n\n'))
    return 0
  }
  if (!loadCommand) {
    terminal.err(Object.values(usageByCommand).join('\n\n'))
    return 2
  }
  const run = await loadCommand()
  return run(rest, terminal)
}
