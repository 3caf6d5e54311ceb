import { type RawBuilder, sql } from 'kysely'
import type { RecordCount, RecordIncrement } from '../../types/record-store.js'
import type { RecordRow } from '../record-rows.js'
import { toCounterRow } from '../record-rows.js'
import { buildAssignments, buildColumnList, buildInsertAssignments, buildValueList } from './assignments.js'
import type { Query, QueryResult } from './connection.js'
import type { DatabaseTables } from './database.js'
import type { Value } from './schema.js'

/** Adds to several counters in one statement, and in two where the database returns no written rows. */
export async function incrementCounters(
  database: DatabaseTables,
  kind: string,
  increments: readonly RecordIncrement[],
): Promise<RecordCount[]> {
  if (increments.length === 0) return []
  // All processes lock the rows in one order, so that they do not wait for each other.
  const rows = increments.map(step => toCounterRow(kind, step)).sort((a, b) => (a.id < b.id ? -1 : 1))
  const { rows: stored } = await runUpsert(database, rows)
  const byId = new Map(stored.map(row => database.records.fromRow(row)).map(row => [row.id, row]))
  return increments.map(({ id, amount, windowMs }) => {
    const { count, expires } = byId.get(id) ?? {}
    return { count: count ?? amount, resetsAt: expires ?? new Date(Date.now() + windowMs) }
  })
}

/** Creates a record or replaces all of it, in one statement. */
export async function insertOrReplace(database: DatabaseTables, row: RecordRow): Promise<void> {
  const { dialect, connection, records } = database
  const set = buildAssignments(records.mapping, row).map(({ column: { reference } }) =>
    dialect.supportsReturning
      ? sql`${reference} = excluded.${reference}`
      : sql`${reference} = values(${reference})`,
  )
  const clause = dialect.supportsReturning
    ? buildConflictClause(database, set)
    : sql`on duplicate key update ${sql.join(set)}`
  await connection.run(sql`${buildRowsInsert(database, [row])} ${clause}`.compile(dialect.compiler))
}

async function runUpsert(database: DatabaseTables, rows: readonly RecordRow[]): Promise<QueryResult> {
  const { dialect, connection, records } = database
  const insert = buildRowsInsert(database, rows)
  const compile = (built: RawBuilder<unknown>): Query => built.compile(dialect.compiler)
  if (dialect.supportsReturning) {
    const upsert = sql`${insert} ${buildConflictClause(database, buildCounterUpdates(database))} returning ${records.mapping.selection}`
    return await connection.run(compile(upsert))
  }
  const upsert = sql`${insert} ${buildDuplicateClause(database)}`
  const results = await connection.transaction([upsert, buildSelect(database, rows)].map(compile))
  return results[1] ?? { rows: [] }
}

function buildRowsInsert(
  { dialect, records: { mapping } }: DatabaseTables,
  rows: readonly RecordRow[],
): RawBuilder<unknown> {
  const assignments = rows.map(row => buildInsertAssignments(mapping, row))
  const values = sql.join(assignments.map(list => sql`(${buildValueList(list)})`))
  const table = dialect.supportsReturning ? mapping.joinedTable : mapping.tableReference
  return sql`insert into ${table} (${buildColumnList(assignments[0] ?? [])}) values ${values}`
}

function buildConflictClause(
  { records: { mapping } }: DatabaseTables,
  set: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const key = sql.join(['kind', 'id'].map(field => mapping.getOrThrow(field).reference))
  return sql`on conflict (${key}) do update set ${sql.join(set)}`
}

/** A counter starts again if its window ended or its count is used up. */
function buildCounterUpdates({ records: { mapping } }: DatabaseTables): RawBuilder<unknown>[] {
  const isOver = buildIsOver(mapping, field => mapping.buildJoinedColumn(field))
  const { reference: count } = mapping.getOrThrow('count')
  const sum = sql`${mapping.buildJoinedColumn('count')} + excluded.${count}`
  const assign = (
    field: string,
    condition: RawBuilder<unknown>,
    otherwise: RawBuilder<unknown> = mapping.buildJoinedColumn(field),
  ) => {
    const { reference } = mapping.getOrThrow(field)
    return sql`${reference} = case when ${condition} then excluded.${reference} else ${otherwise} end`
  }
  return [
    assign('count', isOver, sum),
    assign('expires', sql`${isOver} or ${sum} <= 0`),
    assign('version', isOver),
  ]
}

/** MySQL evaluates the assignments one after the other. The version is new in each call, so it says whether the counter starts again. */
function buildDuplicateClause({ records: { mapping } }: DatabaseTables): RawBuilder<unknown> {
  const reference = (field: string) => mapping.getOrThrow(field).reference
  const [version, count, expires] = ['version', 'count', 'expires'].map(reference)
  const isOver = buildIsOver(mapping, reference)
  const isNew = sql`${version} = values(${version})`
  const set = [
    sql`${version} = if(${isOver}, values(${version}), ${version})`,
    sql`${count} = if(${isNew}, values(${count}), ${count} + values(${count}))`,
    sql`${expires} = if(${isNew} or ${count} <= 0, values(${expires}), ${expires})`,
  ]
  return sql`on duplicate key update ${sql.join(set)}`
}

type Mapping = DatabaseTables['records']['mapping']

function buildIsOver(
  mapping: Mapping,
  getReference: (field: string) => RawBuilder<Value>,
): RawBuilder<unknown> {
  const { codec } = mapping.getOrThrow('expires')
  const now = new Date(Date.now() + 1)
  const expires = getReference('expires')
  const isExpired = codec.before?.(expires, now) ?? sql`${expires} < ${codec.write(now)}`
  return sql`(${isExpired} or ${getReference('count')} <= 0)`
}

/** The transaction holds the locks of the rows, so the select reads what the upsert wrote. */
function buildSelect(
  { records: { mapping } }: DatabaseTables,
  rows: readonly RecordRow[],
): RawBuilder<unknown> {
  const write = (field: 'kind' | 'id', row: RecordRow) => mapping.getOrThrow(field).codec.write(row[field])
  const [first] = rows
  const ids = sql.join(rows.map(row => sql`${write('id', row)}`))
  const kind = first ? write('kind', first) : ''
  const { reference: kindReference } = mapping.getOrThrow('kind')
  const { reference: idReference } = mapping.getOrThrow('id')
  return sql`select ${mapping.selection} from ${mapping.tableReference} where ${kindReference} = ${kind} and ${idReference} in (${ids})`
}
