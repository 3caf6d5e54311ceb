import { sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import type { Connection, Query } from './connection.js'
import { indexName, statementsOf } from './definitions.js'
import type { Opened } from './dialects/dialect.js'
import { type Migration, migrations, type Step } from './migrations.js'
import { type Names, reference } from './names.js'
import { textOf } from './values.js'

/** What a migration did, or would do. */
export interface Migrated {
  /** The names of the migrations, oldest first; none where the tables are up to date. */
  readonly migrations: readonly string[]
  /** Their statements. */
  readonly sql: readonly string[]
}

/** Where the tables are. */
export interface Place {
  readonly opened: Opened
  readonly names: Names
  /** Statements at the beginning of each migration, which keep other processes waiting. */
  readonly lock: readonly string[]
}

/** What is to be done, and nothing of it done. */
export async function plan(given: Place): Promise<Migrated> {
  const place = unhurried(given)
  const applied = await appliedIn(place)
  const open = pending(applied)
  const statements: string[] = []
  for (const [index, migration] of open.entries())
    statements.push(...(await statementsFor(place, migration, index === 0 ? applied : [])))
  return { migrations: open.map(({ name }) => name), sql: statements }
}

/** How often others may come first: no more than one time per process that starts at the same moment. */
const attempts = 50

/**
 * Brings the tables up to date. Each migration is one transaction, of which its line in the ledger is a part, so that
 * of several processes one does it and the others find it done. Where the database cannot take back a change of the
 * schema, each statement stands for itself, and one that was done before is left out. The line comes first, so that without
 * a lock the second process stops there until the first is done.
 */
export async function migrate(place: Place): Promise<Migrated> {
  const done: Migrated = { migrations: [], sql: [] }
  return advance(unhurried(place), done, 1)
}

async function advance(place: Place, done: Migrated, attempt: number): Promise<Migrated> {
  const applied = await appliedIn(place)
  const [next] = pending(applied)
  if (!next) return done
  const statements = await statementsFor(place, next, applied)
  try {
    await place.opened.connection.together(statements.map(query))
  } catch (error) {
    if (attempt >= attempts || !(await isChanged(place, next, statements))) throw error
    return advance(place, done, attempt + 1)
  }
  const now = { migrations: [...done.migrations, next.name], sql: [...done.sql, ...statements] }
  return advance(place, now, attempt)
}

/** Whether the failure of these statements may have come from another process that was faster. */
async function isChanged(place: Place, next: Migration, statements: readonly string[]): Promise<boolean> {
  const applied = await appliedIn(place)
  if (applied?.includes(next.name)) return true
  const now = await statementsFor(place, next, applied)
  return now.length !== statements.length
}

function pending(applied: readonly string[] | null): Migration[] {
  return migrations.filter(({ name }) => !applied?.includes(name))
}

/** The names in the ledger, or `null` when there is none. */
async function appliedIn({ opened, names }: Place): Promise<string[] | null> {
  const { connection, dialect } = opened
  const table = names.table('migrations')
  const { rows } = await connection.run(dialect.columnsOf(table))
  if (rows.length === 0) return null
  const select = sql`select name from ${reference(table)} order by name`.compile(dialect.compiler)
  return (await connection.run(select)).rows.map(({ name }) => String(name))
}

function createLedger({ opened, names }: Place): string {
  const table = reference(names.table('migrations'))
  const columns = sql.raw('name varchar(255) not null primary key, timestamp varchar(255) not null')
  return sql`create table if not exists ${table} (${columns})`.compile(opened.dialect.compiler).sql
}

async function statementsFor(
  place: Place,
  { name, steps }: Migration,
  applied: readonly string[] | null,
): Promise<string[]> {
  const { opened, names, lock } = place
  const { dialect } = opened
  const table = reference(names.table('migrations'))
  const time = new Date().toISOString()
  const note = sql`insert into ${table} (name, timestamp) values (${sql.lit(name)}, ${sql.lit(time)})`
  const line = note.compile(dialect.compiler).sql
  const ledger = applied === null ? [createLedger(place)] : []
  if (dialect.undoesSchema)
    return [...lock, ...ledger, line, ...steps.flatMap(step => statementsOf(step, names, dialect))]

  const open: string[] = []
  for (const step of steps) if (!(await isDone(place, step))) open.push(...statementsOf(step, names, dialect))
  return [...ledger, ...open, line]
}

async function isDone({ opened, names }: Place, step: Step): Promise<boolean> {
  const { connection, dialect } = opened
  if ('index' in step) {
    const { rows } = await connection.run(dialect.indexesOf(names.table(step.on)))
    return rows.some(({ name }) => textOf(name ?? '') === indexName(step, names))
  }
  const key = 'create' in step ? step.create : step.to
  const table = names.table(key)
  const { rows } = await connection.run(dialect.columnsOf(table))
  const columns = rows.map(row => dialect.factsOf(row).name)
  const wanted = 'create' in step ? Object.keys(step.columns) : [step.add]
  const missing = wanted.filter(field => !columns.includes(names.column(key, field)))
  if (missing.length > 0 && 'create' in step && columns.length > 0) throw isOfOthers(table.name, missing)
  return missing.length === 0
}

/** A table that has the name but not the columns is somebody else's. */
function isOfOthers(table: string, missing: readonly string[]): AdapterError {
  const columns = missing.map(field => `"${field}"`).join(', ')
  return new AdapterError(`The table "${table}" already exists, without ${columns}.`)
}

/** An index on a large table takes longer than a visitor would wait, and so does the turn of whom another process is before. */
function unhurried({ opened, ...place }: Place): Place {
  const { run, together, close } = opened.connection
  const longer = (query: Query): Query => ({ ...query, takesLong: true })
  const connection: Connection = {
    run: query => run(longer(query)),
    together: queries => together(queries.map(longer)),
    close,
  }
  return { ...place, opened: { ...opened, connection } }
}

function query(statement: string): Query {
  return { sql: statement, parameters: [] }
}
