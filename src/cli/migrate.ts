import { SqlAdapter } from '../adapters/sql/index.js'
import type { CommandContext } from './command-context.js'
import type { CommandInput } from './command-definition.js'
import { printResult } from './print-result.js'
import { requireConnection } from './require-connection.js'

/** Creates or updates the tables of `SqlAdapter`. @returns the exit code */
export async function migrate(input: CommandInput, context: CommandContext): Promise<number> {
  const connection = requireConnection(input.positionals[0], context)
  await using adapter = SqlAdapter(connection, {
    migrate: false,
    advisoryLock: !input.hasFlag('--no-advisory-lock'),
  })
  if (input.hasFlag('--dry-run')) {
    const { sql } = await adapter.migrate({ dryRun: true })
    const text =
      sql.length > 0 ? sql.map(statement => `${statement};`).join('\n') : '-- The tables are up to date.'
    printResult({ data: { sql }, text }, input, context)
  } else {
    const { migrations } = await adapter.migrate()
    const lines = [...migrations.map(name => `Applied ${name}.`), 'The tables are up to date.']
    printResult({ data: { migrations }, text: lines.join('\n') }, input, context)
  }
  return 0
}
