import { AdapterError } from '../../errors.js'

/** A row as Prisma reads and writes it. Versions have up to 53 bits, so their column is a `BigInt`. */
export interface PrismaRow {
  readonly kind: string
  readonly id: string
  readonly userId: string | null
  readonly value: string
  readonly count: number | null
  readonly version: bigint
  readonly expires: Date | null
}

/** The result of a method that changes several rows. */
export interface BatchResult {
  readonly count: number
}

/** The methods of the model `LatchkeyRecord` that the record store calls. */
export interface RecordModel {
  findFirst(args: object): PromiseLike<object | null>
  findUnique(args: object): PromiseLike<PrismaRow | null>
  findMany(args: object): PromiseLike<PrismaRow[]>
  groupBy(args: object): PromiseLike<Pick<PrismaRow, 'kind'>[]>
  create(args: object): PromiseLike<PrismaRow>
  upsert(args: object): PromiseLike<PrismaRow>
  updateMany(args: object): PromiseLike<BatchResult>
  /** Since Prisma 6.2. A client has it for each database, also for those on which it fails: see {@link canReturnRows}. */
  readonly updateManyAndReturn?: (args: object) => PromiseLike<PrismaRow[]>
  deleteMany(args: object): PromiseLike<BatchResult>
}

/** A client of Prisma, which runs its promises in one transaction. */
export interface TransactionClient {
  $transaction(steps: PromiseLike<unknown>[]): PromiseLike<unknown[]>
  /** The provider of the schema. Not a documented member. */
  readonly _activeProvider?: string
}

/** Returns whether a statement can return the rows that it changed. If the client does not name its provider, it cannot. */
export function canReturnRows({ _activeProvider }: TransactionClient): boolean {
  return ['postgresql', 'postgres', 'cockroachdb', 'sqlite'].includes(String(_activeProvider))
}

const requiredMethods = [
  'findFirst',
  'findUnique',
  'findMany',
  'groupBy',
  'create',
  'upsert',
  'updateMany',
  'deleteMany',
] as const satisfies (keyof RecordModel)[]

/**
 * Returns the model of records of a client.
 *
 * @throws `AdapterError` if the client has none
 */
export function requireRecordModel(prisma: { readonly latchkeyRecord?: unknown }): RecordModel {
  const { latchkeyRecord: model } = prisma
  if (isRecordModel(model)) return model
  throw new AdapterError(
    'The Prisma client has no model `LatchkeyRecord`. Run `npx latchkey generate prisma --write`, `npx prisma generate` and `npx prisma migrate dev`.',
  )
}

function isRecordModel(model: unknown): model is RecordModel {
  const methods = Object(model) as Partial<RecordModel>
  return requiredMethods.every(name => typeof methods[name] === 'function')
}
