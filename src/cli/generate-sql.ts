import { compileStep } from '../adapters/sql/ddl.js'
import type { Dialect } from '../adapters/sql/dialects/dialect.js'
import { mysql } from '../adapters/sql/dialects/mysql.js'
import { postgres } from '../adapters/sql/dialects/postgres.js'
import { sqlite } from '../adapters/sql/dialects/sqlite.js'
import { Identifiers } from '../adapters/sql/identifiers.js'
import { migrations } from '../adapters/sql/migrations.js'
import type { GeneratedSchema, Provider } from './generated-schema.js'

const dialects: Readonly<Record<Provider, Dialect>> = { postgresql: postgres, sqlite, mysql }

/** Returns the tables of `SqlAdapter` for another migration tool. A file that has them already stays as it is. */
export function generateSql(existing: string, provider: Provider): GeneratedSchema {
  const identifiers = new Identifiers({})
  const statements = migrations.flatMap(({ name, steps }) => [
    `-- ${name}`,
    ...steps.flatMap(step => compileStep(step, identifiers, dialects[provider]).map(sql => `${sql};`)),
  ])
  const text = `${statements.join('\n')}\n`
  if (existing === text) return { text, added: [], warnings: [] }
  if (existing !== '') throw new Error('The file has other content. Set --out to a new file.')
  return { text, added: ['the tables of SqlAdapter'], warnings: [] }
}
