import { SqlAdapter } from '../adapters/sql/index.js'
import type { CommandContext } from './command-context.js'
import { formatError } from './format-error.js'
import { toPrintableContext } from './printable-text.js'
import { getUsage } from './usage.js'

const supportedFlags = ['--dry-run', '--no-advisory-lock']

/** Runs the command. @returns the exit code */
export async function migrate(args: readonly string[], terminal: CommandContext): Promise<number> {
  const context = toPrintableContext(terminal)
  const unknownFlag = args.find(arg => arg.startsWith('-') && !supportedFlags.includes(arg))
  const [connection = context.env.DATABASE_URL, ...extraArgs] = args.filter(arg => !arg.startsWith('-'))
  if (unknownFlag || extraArgs.length > 0 || !connection) {
    context.err(getUsage('migrate'))
    return 2
  }
  try {
    await using adapter = SqlAdapter(connection, {
      migrate: false,
      advisoryLock: !args.includes('--no-advisory-lock'),
    })
    await (args.includes('--dry-run') ? printMigrationSql(adapter, context) : runMigrations(adapter, context))
    return 0
  } catch (error) {
    context.err(formatError(error))
    return 1
  }
}

async function runMigrations(adapter: SqlAdapter, { out }: CommandContext): Promise<void> {
  const { migrations } = await adapter.migrate()
  for (const name of migrations) out(`Applied ${name}.`)
  out('The tables are up to date.')
}

async function printMigrationSql(adapter: SqlAdapter, { out }: CommandContext): Promise<void> {
  const { sql } = await adapter.migrate({ dryRun: true })
  for (const statement of sql) out(`${statement};`)
  if (sql.length === 0) out('-- The tables are up to date.')
}
