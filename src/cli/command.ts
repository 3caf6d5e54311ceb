import type { Terminal } from './terminal.js'
import { usages } from './usages.js'

/** Each is loaded when it is asked for: one needs a database driver, and the other nothing. */
const commands: Record<
  string,
  () => Promise<(args: readonly string[], terminal: Terminal) => number | Promise<number>>
> = {
  migrate: async () => (await import('./migrate.js')).migrate,
  'migrate-imports': async () => (await import('./migrate-imports.js')).migrateImports,
}

/** Does what the arguments say; resolves to the exit code. */
export async function command(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = args
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  const asksForHelp = [name, ...rest].some(arg => arg === '--help' || arg === '-h')
  if (asksForHelp) {
    terminal.out(usages[name] ?? Object.values(usages).join('\n\n'))
    return 0
  }
  if (!load) {
    terminal.err(Object.values(usages).join('\n\n'))
    return 2
  }
  const run = await load()
  return run(rest, terminal)
}
