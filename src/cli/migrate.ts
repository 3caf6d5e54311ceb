import { SqlAdapter } from '../adapters/sql/index.js'
import { AuthError } from '../errors.js'
import type { Terminal } from './terminal.js'
import { usages } from './usages.js'

const flags = ['--dry-run', '--no-advisory-lock']

/** Does what the arguments say; resolves to the exit code. */
export async function migrate(args: readonly string[], terminal: Terminal): Promise<number> {
  const unknown = args.find(arg => arg.startsWith('-') && !flags.includes(arg))
  const [connection = terminal.env.DATABASE_URL, ...others] = args.filter(arg => !arg.startsWith('-'))
  if (unknown || others.length > 0 || !connection) {
    terminal.err(usages['migrate'] ?? '')
    return 2
  }
  try {
    await using adapter = SqlAdapter(connection, {
      migrate: false,
      advisoryLock: !args.includes('--no-advisory-lock'),
    })
    await (args.includes('--dry-run') ? show(adapter, terminal) : bringUpToDate(adapter, terminal))
    return 0
  } catch (error) {
    terminal.err(reasonOf(error))
    return 1
  }
}

async function bringUpToDate(adapter: SqlAdapter, { out }: Terminal): Promise<void> {
  const { migrations } = await adapter.migrate()
  for (const name of migrations) out(`Applied ${name}.`)
  out('The tables are up to date.')
}

async function show(adapter: SqlAdapter, { out }: Terminal): Promise<void> {
  const { sql } = await adapter.migrate({ dryRun: true })
  for (const statement of sql) out(`${statement};`)
  if (sql.length === 0) out('-- The tables are up to date.')
}

/** Errors of drivers may be many in one, and may have no message of their own. */
function reasonOf(error: unknown): string {
  if (error instanceof AuthError) return error.message
  if (error instanceof AggregateError) return error.errors.map(String).join('\n')
  return String(error)
}
