import { sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import { toText } from './column-values.js'
import type { Connection, Query } from './connection.js'
import { buildIndexName, compileStep } from './ddl.js'
import type { DatabaseHandle } from './dialects/dialect.js'
import { type Identifiers, toTableReference } from './identifiers.js'
import { type Migration, type MigrationStep, migrations } from './migrations.js'

/** The result of a migration or of a dry run. */
export interface MigrationResult {
  /** The names of the migrations, oldest first; empty if the tables are up to date. */
  readonly migrations: readonly string[]
  /** Their statements. */
  readonly sql: readonly string[]
}

/** The database to migrate. */
export interface MigrationTarget {
  readonly database: DatabaseHandle
  readonly identifiers: Identifiers
  /** Statements at the start of each migration that make other processes wait. */
  readonly lockStatements: readonly string[]
}

/** Returns the migrations that have not run, without running them. */
export async function planMigrations(configuredTarget: MigrationTarget): Promise<MigrationResult> {
  const target = withoutTimeouts(configuredTarget)
  const applied = await readAppliedNames(target)
  const missingMigrations = listMissingMigrations(applied)
  const statements: string[] = []
  for (const [index, migration] of missingMigrations.entries())
    statements.push(...(await buildMigrationStatements(target, migration, index === 0 ? applied : [])))
  return { migrations: missingMigrations.map(({ name }) => name), sql: statements }
}

/** Attempts per migration: another process can be first at most once per process that starts at the same moment. */
const maxAttempts = 50

/**
 * Runs the migrations that have not run.
 *
 * Each migration is one transaction that includes its row in the migrations table, so exactly one process runs it. The
 * row is inserted first: without a lock, a second process waits at that statement until the first is done. If the
 * database cannot roll back schema changes, each statement stands alone, and steps that are already applied are skipped.
 */
export async function migrate(target: MigrationTarget): Promise<MigrationResult> {
  const result: MigrationResult = { migrations: [], sql: [] }
  return applyNext(withoutTimeouts(target), result, 1)
}

async function applyNext(
  target: MigrationTarget,
  result: MigrationResult,
  attempt: number,
): Promise<MigrationResult> {
  const applied = await readAppliedNames(target)
  const [next] = listMissingMigrations(applied)
  if (!next) return result
  const statements = await buildMigrationStatements(target, next, applied)
  try {
    await target.database.connection.transaction(statements.map(toQuery))
  } catch (error) {
    if (attempt >= maxAttempts || !(await hasConcurrentMigration(target, next, statements))) throw error
    return applyNext(target, result, attempt + 1)
  }
  const newResult = { migrations: [...result.migrations, next.name], sql: [...result.sql, ...statements] }
  return applyNext(target, newResult, attempt)
}

/** Returns whether a concurrent process may have caused the failure of these statements. */
async function hasConcurrentMigration(
  target: MigrationTarget,
  next: Migration,
  statements: readonly string[],
): Promise<boolean> {
  const applied = await readAppliedNames(target)
  if (applied?.includes(next.name)) return true
  const currentStatements = await buildMigrationStatements(target, next, applied)
  return currentStatements.length !== statements.length
}

function listMissingMigrations(applied: readonly string[] | null): Migration[] {
  return migrations.filter(({ name }) => !applied?.includes(name))
}

/** Returns the names in the migrations table, or `null` if the table does not exist. */
async function readAppliedNames({ database, identifiers }: MigrationTarget): Promise<string[] | null> {
  const { connection, dialect } = database
  const table = identifiers.table('migrations')
  const { rows } = await connection.run(dialect.buildColumnsQuery(table))
  if (rows.length === 0) return null
  const select = sql`select name from ${toTableReference(table)} order by name`.compile(dialect.compiler)
  return (await connection.run(select)).rows.map(({ name }) => String(name))
}

function buildMigrationsTable({ database, identifiers }: MigrationTarget): string {
  const table = toTableReference(identifiers.table('migrations'))
  const columns = sql.raw('name varchar(255) not null primary key, timestamp varchar(255) not null')
  return sql`create table if not exists ${table} (${columns})`.compile(database.dialect.compiler).sql
}

async function buildMigrationStatements(
  target: MigrationTarget,
  { name, steps }: Migration,
  applied: readonly string[] | null,
): Promise<string[]> {
  const { database, identifiers, lockStatements } = target
  const { dialect } = database
  const table = toTableReference(identifiers.table('migrations'))
  const timestamp = new Date().toISOString()
  const insert = sql`insert into ${table} (name, timestamp) values (${sql.lit(name)}, ${sql.lit(timestamp)})`
  const insertStatement = insert.compile(dialect.compiler).sql
  const migrationsTable = applied === null ? [buildMigrationsTable(target)] : []
  if (dialect.transactionalDdl)
    return [
      ...lockStatements,
      ...migrationsTable,
      insertStatement,
      ...steps.flatMap(step => compileStep(step, identifiers, dialect)),
    ]

  const newStatements: string[] = []
  for (const step of steps)
    if (!(await isStepApplied(target, step))) newStatements.push(...compileStep(step, identifiers, dialect))
  return [...migrationsTable, ...newStatements, insertStatement]
}

async function isStepApplied(
  { database, identifiers }: MigrationTarget,
  step: MigrationStep,
): Promise<boolean> {
  const { connection, dialect } = database
  if ('index' in step) {
    const { rows } = await connection.run(dialect.buildIndexesQuery(identifiers.table(step.on)))
    return rows.some(({ name }) => toText(name ?? '') === buildIndexName(step, identifiers))
  }
  const key = 'create' in step ? step.create : step.to
  const table = identifiers.table(key)
  const { rows } = await connection.run(dialect.buildColumnsQuery(table))
  const columns = rows.map(row => dialect.toColumnInfo(row).name)
  const expectedFields = 'create' in step ? Object.keys(step.columns) : [step.add]
  const missingFields = expectedFields.filter(field => !columns.includes(identifiers.column(key, field)))
  if (missingFields.length > 0 && 'create' in step && columns.length > 0)
    throw createTableConflictError(table.name, missingFields)
  return missingFields.length === 0
}

/** Creates the error for a table that has the expected name but not the expected columns: another library owns it. */
function createTableConflictError(table: string, missingFields: readonly string[]): AdapterError {
  const columns = missingFields.map(field => `"${field}"`).join(', ')
  return new AdapterError(
    `The table "${table}" already exists, without ${columns}. Map its columns with \`columns\`, or set another name in \`tables\`.`,
  )
}

/** Removes the timeouts: building an index on a large table, or waiting for another process, takes longer. */
function withoutTimeouts({ database, ...target }: MigrationTarget): MigrationTarget {
  const { run, transaction } = database.connection
  const withoutTimeout = (query: Query): Query => ({ ...query, noTimeout: true })
  const connection: Connection = {
    ...database.connection,
    run: query => run(withoutTimeout(query)),
    transaction: queries => transaction(queries.map(withoutTimeout)),
  }
  return { ...target, database: { ...database, connection } }
}

function toQuery(statement: string): Query {
  return { sql: statement, parameters: [] }
}
