import type { Adapter } from '../../types/adapter.js'
import type { RecordStore } from '../../types/record-store.js'
import { addRecords } from '../add-records.js'
import { createTableRecords } from '../table-records.js'
import { requireRecordModel, type TransactionClient } from './record-model.js'
import { createPrismaStatements } from './statements.js'

/**
 * A client of Prisma whose schema has the model `LatchkeyRecord`. If yours has none, run `npx latchkey generate prisma --write` and
 * `npx prisma generate`.
 */
export interface PrismaClientWithRecords {
  readonly latchkeyRecord: object
  readonly $transaction: (...args: never[]) => unknown
}

/**
 * Creates a record store on a client of Prisma, for the option `records`. {@link withPrismaRecords} adds it to an adapter.
 *
 * Each method is one atomic step in the database. Transactions, pools and extensions of the client apply.
 *
 * @param prisma a client of Prisma 5 or newer whose schema has the model `LatchkeyRecord`, or what `$extends` returned. Not for MongoDB
 *
 * @throws `AdapterError` if the client has no such model
 *
 * @example
 * ```ts
 * import { createPrismaRecords, type PrismaClientWithRecords } from 'latchkey/adapters/prisma'
 *
 * declare const prisma: PrismaClientWithRecords // new PrismaClient({ adapter })
 *
 * const records = createPrismaRecords(prisma)
 * const { count, resetsAt } = await records.incrementRecord('export', 'user-1', 60_000)
 * ```
 */
export function createPrismaRecords(prisma: PrismaClientWithRecords): RecordStore {
  return createTableRecords(
    createPrismaStatements(requireRecordModel(prisma), prisma as object as TransactionClient),
  )
}

/**
 * Adds a record store on the same client to the adapter of Prisma. Two-factor authentication, passwords, the account page and throttling
 * then store their records in your database, and `prisma migrate` owns all tables.
 *
 * `deleteUser` also deletes the records of the user.
 *
 * @param adapter `PrismaAdapter(prisma)` of `@auth/prisma-adapter`, or another adapter
 * @param prisma a client of Prisma 5 or newer whose schema has the model `LatchkeyRecord`
 *
 * @throws `AdapterError` if the client has no such model
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import type { Adapter } from 'latchkey/adapters'
 * import { type PrismaClientWithRecords, withPrismaRecords } from 'latchkey/adapters/prisma'
 * import GitHub from 'latchkey/providers/github'
 *
 * declare const prisma: PrismaClientWithRecords // new PrismaClient({ adapter })
 * declare const PrismaAdapter: (prisma: PrismaClientWithRecords) => Adapter // @auth/prisma-adapter
 *
 * export const config: AuthConfig = {
 *   adapter: withPrismaRecords(PrismaAdapter(prisma), prisma),
 *   providers: [GitHub],
 * }
 * ```
 */
export function withPrismaRecords(adapter: Adapter, prisma: PrismaClientWithRecords): Adapter {
  return addRecords(adapter, createPrismaRecords(prisma))
}
