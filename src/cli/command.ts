import { SqlAdapter } from '../adapters/sql/index.js'
import { AuthError } from '../errors.js'

/** Where a command writes, and what it reads from. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  out(line: string): void
  err(line: string): void
}

const usage = `Usage: latchkey migrate [--dry-run] [--no-advisory-lock] [<connection>]

Brings the tables of SqlAdapter up to date. The connection is a "file:", "postgres:" or "mysql:" URL; without one it is
taken from DATABASE_URL. With --dry-run the SQL is printed and nothing is done. --no-advisory-lock is for databases that speak
like PostgreSQL and have no pg_advisory_xact_lock.`

const flags = ['--dry-run', '--no-advisory-lock']

/** Does what the arguments say; resolves to the exit code. */
export async function command(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args
  const unknown = rest.find(arg => arg.startsWith('-') && !flags.includes(arg))
  const [connection = terminal.env.DATABASE_URL, ...others] = rest.filter(arg => !arg.startsWith('-'))
  if (name === '--help' || name === '-h' || rest.includes('--help')) {
    terminal.out(usage)
    return 0
  }
  if (name !== 'migrate' || unknown || others.length > 0 || !connection) {
    terminal.err(usage)
    return 2
  }
  try {
    await using adapter = SqlAdapter(connection, {
      migrate: false,
      advisoryLock: !rest.includes('--no-advisory-lock'),
    })
    await (rest.includes('--dry-run') ? show(adapter, terminal) : migrate(adapter, terminal))
    return 0
  } catch (error) {
    terminal.err(reasonOf(error))
    return 1
  }
}

async function migrate(adapter: SqlAdapter, { out }: Terminal): Promise<void> {
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
