import { and, asc, eq, gt, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { RecordKey, RecordQuery } from '../../types/record-store.js'
import { type RecordRow, toCounterRow } from '../record-rows.js'
import { defaultRecordLimit } from '../stored-records.js'
import type { RecordStatements, RowCondition } from '../table-records.js'
import { isMissingTableError, retryStep } from './errors.js'
import type { RecordColumns, Statement, StatementBuilder } from './record-table.js'
import type { DrizzleDatabase, RecordsTable } from './types.js'

/** Creates the statements of the record store on a table of Drizzle. */
export function createDrizzleStatements(database: DrizzleDatabase, table: RecordsTable): RecordStatements {
  const db = database as object as StatementBuilder
  const columns = table as RecordColumns
  const key = { kind: columns.kind, id: columns.id }
  const target = [columns.kind, columns.id]

  const run = <T>(statement: Statement) => retryStep(async () => (await statement) as T[])
  const countRows = async (statement: Statement) => (await run(statement.returning(key))).length
  const deleteWhere = (condition: SQL | undefined) => countRows(db.delete(table).where(condition))

  return {
    isAvailable: () => isAvailable(db, table, columns),
    async listKinds() {
      const rows = await run<Pick<RecordRow, 'kind'>>(db.selectDistinct({ kind: columns.kind }).from(table))
      return rows.map(({ kind }) => kind)
    },
    find: keys =>
      run(
        db
          .select()
          .from(table)
          .where(or(...keys.map(one => buildKeyCondition(columns, one)))),
      ),
    list: query => run(buildList(db.select().from(table), columns, query)),
    insert: async row => (await countRows(db.insert(table).values(row).onConflictDoNothing())) > 0,
    async upsert(row) {
      const { kind, id, ...set } = row
      await run(db.insert(table).values(row).onConflictDoUpdate({ target, set }).returning(key))
    },
    async replace({ kind, id, ...set }, condition) {
      return (await countRows(db.update(table).set(set).where(buildCondition(columns, condition)))) > 0
    },
    async increment({ kind, id }) {
      const condition = buildCondition(columns, { kind, id, state: 'current' })
      const set = { count: sql`${columns.count} + 1` }
      const [row] = await run<RecordRow>(db.update(table).set(set).where(condition).returning())
      return row ?? null
    },
    incrementAll(kind, increments) {
      const rows = increments.map(step => toCounterRow(kind, step))
      const set = buildCounterUpdates(columns)
      return run(db.insert(table).values(rows).onConflictDoUpdate({ target, set }).returning())
    },
    delete: async condition => (await deleteWhere(buildCondition(columns, condition))) > 0,
    deleteByUserId: (userId, kind) =>
      deleteWhere(and(eq(columns.userId, userId), kind === undefined ? undefined : eq(columns.kind, kind))),
    async findExpiry(before, offset) {
      const expired = db.select().from(table).where(lt(columns.expires, before)).orderBy(asc(columns.expires))
      const [row] = await run<RecordRow>(expired.limit(1).offset(offset))
      return row?.expires ?? null
    },
    deleteExpiredUntil: date => deleteWhere(lte(columns.expires, date)),
  }
}

function buildKeyCondition({ kind, id }: RecordColumns, key: RecordKey): SQL | undefined {
  return and(eq(kind, key.kind), eq(id, key.id))
}

function buildIsCurrent({ expires }: RecordColumns): SQL | undefined {
  return or(isNull(expires), gt(expires, new Date()))
}

function buildCondition(columns: RecordColumns, { state, version, ...key }: RowCondition): SQL | undefined {
  return and(
    buildKeyCondition(columns, key),
    state === 'current' ? buildIsCurrent(columns) : lte(columns.expires, new Date()),
    version === undefined ? undefined : eq(columns.version, version),
  )
}

function buildList(
  select: Statement,
  columns: RecordColumns,
  { kind, userId, before, after, limit = defaultRecordLimit }: RecordQuery,
): Statement {
  const condition = and(
    eq(columns.kind, kind),
    buildIsCurrent(columns),
    userId === undefined ? undefined : eq(columns.userId, userId),
    after === undefined ? undefined : gt(columns.id, after),
    before ? lt(columns.expires, before) : undefined,
  )
  return select.where(condition).orderBy(asc(columns.id)).limit(limit)
}

/** A counter starts again if its window ended or its count is used up. */
function buildCounterUpdates({ count, version, expires }: RecordColumns): object {
  const getNew = ({ name }: { readonly name: string }) => sql`excluded.${sql.identifier(name)}`
  const isOver = or(lte(expires, new Date()), lte(count, 0))
  const sum = sql`${count} + ${getNew(count)}`
  return {
    count: sql`case when ${isOver} then ${getNew(count)} else ${sum} end`,
    expires: sql`case when ${isOver} or ${sum} <= 0 then ${getNew(expires)} else ${expires} end`,
    version: sql`case when ${isOver} then ${getNew(version)} else ${version} end`,
  }
}

async function isAvailable(db: StatementBuilder, table: object, { kind }: RecordColumns): Promise<boolean> {
  try {
    await db.select({ kind }).from(table).limit(1)
    return true
  } catch (error) {
    if (isMissingTableError(error)) return false
    throw error
  }
}
