import type { RecordKey, RecordQuery } from '../../types/record-store.js'
import { type RecordRow, toCounterRow } from '../record-rows.js'
import { defaultRecordLimit } from '../stored-records.js'
import type { RecordStatements, RowCondition } from '../table-records.js'
import { hasErrorCode, isMissingTableError, retryStep, retryUpsert } from './errors.js'
import {
  type BatchResult,
  canReturnRows,
  type PrismaRow,
  type RecordModel,
  type TransactionClient,
} from './record-model.js'

/** Creates the statements of the record store on a model of Prisma. */
export function createPrismaStatements(model: RecordModel, client: TransactionClient): RecordStatements {
  const increment = createIncrement(model, client)
  return {
    isAvailable: () => isAvailable(model),
    listKinds: async () => (await model.groupBy({ by: ['kind'] })).map(({ kind }) => kind),
    find: async keys => (await model.findMany({ where: { OR: keys.map(toKey) } })).map(fromPrismaRow),
    list: async query => (await model.findMany(buildListArguments(query))).map(fromPrismaRow),
    insert: row => insert(model, row),
    upsert: async row => {
      const data = toPrismaRow(row)
      const where = { kind_id: toKey(row) }
      await retryUpsert(() => model.upsert({ where, create: data, update: data }))
    },
    async replace(row, condition) {
      const { kind, id, ...data } = toPrismaRow(row)
      const where = buildWhere(condition)
      return (await retryStep(() => model.updateMany({ where, data }))).count > 0
    },
    increment: key => retryStep(() => increment(key)),
    incrementAll: (kind, increments) => {
      const rows = increments.map(step => toPrismaRow(toCounterRow(kind, step)))
      return retryUpsert(() => incrementAll(model, client, rows))
    },
    async delete(condition) {
      const where = buildWhere(condition)
      return (await retryStep(() => model.deleteMany({ where }))).count > 0
    },
    async deleteByUserId(userId, kind) {
      const where = { userId, ...(kind !== undefined && { kind }) }
      return (await retryStep(() => model.deleteMany({ where }))).count
    },
    async findExpiry(before, offset) {
      const where = { expires: { lt: before } }
      const [row] = await model.findMany({ where, orderBy: { expires: 'asc' }, skip: offset, take: 1 })
      return row?.expires ?? null
    },
    // By date, because `limit` of `deleteMany` came in Prisma 6.3.
    deleteExpiredUntil: async date =>
      (await retryStep(() => model.deleteMany({ where: { expires: { lte: date } } }))).count,
  }
}

function toKey({ kind, id }: RecordKey): RecordKey {
  return { kind, id }
}

function toPrismaRow({ version, ...row }: RecordRow): PrismaRow {
  return { ...row, version: BigInt(version) }
}

function fromPrismaRow({ kind, id, userId, value, count, version, expires }: PrismaRow): RecordRow {
  return { kind, id, userId, value, count, version: Number(version), expires }
}

function buildWhere({ kind, id, state, version }: RowCondition): object {
  const now = new Date()
  const expiry =
    state === 'current' ? { OR: [{ expires: null }, { expires: { gt: now } }] } : { expires: { lte: now } }
  return { kind, id, ...expiry, ...(version !== undefined && { version: BigInt(version) }) }
}

function buildListArguments({
  kind,
  userId,
  before,
  after,
  limit = defaultRecordLimit,
}: RecordQuery): object {
  const now = new Date()
  return {
    where: {
      kind,
      ...(userId !== undefined && { userId }),
      ...(after !== undefined && { id: { gt: after } }),
      ...(before
        ? { expires: { gt: now, lt: before } }
        : { OR: [{ expires: null }, { expires: { gt: now } }] }),
    },
    orderBy: { id: 'asc' },
    take: limit,
  }
}

/** Not `createMany` with `skipDuplicates`, which SQLite does not have. */
async function insert(model: RecordModel, row: RecordRow): Promise<boolean> {
  try {
    await retryStep(() => model.create({ data: toPrismaRow(row) }))
    return true
  } catch (error) {
    if (hasErrorCode(error, 'P2002')) return false
    throw error
  }
}

type Increment = (key: RecordKey) => Promise<RecordRow | null>

/** Creates the increment: one statement that returns the row, or two in a transaction that holds the lock of the row. */
function createIncrement(model: RecordModel, client: TransactionClient): Increment {
  const buildUpdate = (key: RecordKey) => ({
    where: buildWhere({ ...toKey(key), state: 'current' }),
    data: { count: { increment: 1 } },
  })
  const { updateManyAndReturn } = model
  if (updateManyAndReturn && canReturnRows(client))
    return async key => {
      const [row] = await updateManyAndReturn(buildUpdate(key))
      return row ? fromPrismaRow(row) : null
    }
  return async key => {
    const steps = [model.updateMany(buildUpdate(key)), model.findUnique({ where: { kind_id: toKey(key) } })]
    const [updated, row] = await client.$transaction(steps)
    return (updated as BatchResult).count > 0 && row ? fromPrismaRow(row as PrismaRow) : null
  }
}

/**
 * Adds to several counters in one transaction. Those that ended are deleted first, so that they start again, and those without a count
 * last. In between, the transaction holds the locks of all rows.
 */
async function incrementAll(
  model: RecordModel,
  client: TransactionClient,
  rows: readonly PrismaRow[],
): Promise<RecordRow[]> {
  const ids = rows.map(({ id }) => id)
  const counters = { kind: rows[0]?.kind, id: { in: ids } }
  const isUsedUp = { count: { lte: 0 } }
  const hasEnded = { OR: [isUsedUp, { expires: { lte: new Date() } }] }
  const upserts = rows.map(row =>
    model.upsert({
      where: { kind_id: toKey(row) },
      create: row,
      update: { count: { increment: row.count ?? 0 } },
    }),
  )
  const results = await client.$transaction([
    model.deleteMany({ where: { ...counters, ...hasEnded } }),
    ...upserts,
    model.deleteMany({ where: { ...counters, ...isUsedUp } }),
  ])
  return results.slice(1, -1).map(row => fromPrismaRow(row as PrismaRow))
}

async function isAvailable(model: RecordModel): Promise<boolean> {
  try {
    await model.findFirst({ select: { kind: true } })
    return true
  } catch (error) {
    if (isMissingTableError(error)) return false
    throw error
  }
}
