import type { AuthConfig } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'
import {
  createPrismaRecords,
  type PrismaClientWithRecords,
  withPrismaRecords,
} from 'latchkey/adapters/prisma'

/** Types as Prisma generates them for a schema. */
interface PrismaPromise<T> extends Promise<T> {
  readonly [Symbol.toStringTag]: 'PrismaPromise'
}

type Isolation = 'ReadUncommitted' | 'Serializable'

interface GeneratedClient {
  $transaction<P extends PrismaPromise<unknown>[]>(
    steps: [...P],
    options?: { isolationLevel?: Isolation },
  ): Promise<{ [K in keyof P]: Awaited<P[K]> }>
  $transaction<R>(
    run: (prisma: Omit<GeneratedClient, '$transaction'>) => Promise<R>,
    options?: { maxWait?: number; timeout?: number; isolationLevel?: Isolation },
  ): Promise<R>
  get user(): UserDelegate
}

interface UserDelegate {
  findUnique<T extends { where: { id: string } }>(args: T): PrismaPromise<{ id: string } | null>
}

interface GeneratedClientWithRecords extends GeneratedClient {
  get latchkeyRecord(): RecordDelegate
}

interface RecordDelegate {
  findUnique<T extends { where: { kind_id: { kind: string; id: string } } }>(
    args: T,
  ): PrismaPromise<{ kind: string; id: string; version: bigint } | null>
  deleteMany<T extends { where?: { kind?: string } }>(args?: T): PrismaPromise<{ count: number }>
}

declare const prisma: GeneratedClientWithRecords
declare const withoutModel: GeneratedClient
declare const PrismaAdapter: (prisma: GeneratedClientWithRecords) => Adapter // @auth/prisma-adapter

const adapter: Adapter = withPrismaRecords(PrismaAdapter(prisma), prisma)
export const config: AuthConfig = { adapter, providers: [] }

/** Records beside an adapter of another store. */
export const apart: AuthConfig = { records: createPrismaRecords(prisma), providers: [] }

export const client: PrismaClientWithRecords = prisma

export async function countExport(): Promise<number> {
  const { count, resetsAt } = await createPrismaRecords(prisma).incrementRecord('export', '1', 60_000)
  return resetsAt.getTime() + count
}

// TS2345: Property 'latchkeyRecord' is missing in type 'GeneratedClient'
createPrismaRecords(withoutModel)
// TS2554: Expected 2 arguments, but got 1
withPrismaRecords(PrismaAdapter(prisma))
