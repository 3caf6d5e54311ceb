import { isRecord } from '../base/parse.js'
import {
  getRecordSealContext,
  isSealedValue,
  needsReseal,
  readSealedTenant,
  sealValue,
  unsealValue,
} from '../crypto/sealed-value.js'
import { AdapterError } from '../errors.js'
import type { JsonValue } from '../types/common.js'
import type { RecordStore, StoredRecord } from '../types/record-store.js'

const pageSize = 100
/** How often a record is read again after another process changed it. */
const maxAttempts = 20

/** Options of {@link resealRecords}. */
export interface ResealOptions {
  /** The key ring, newest first. */
  readonly encryptionKeys: readonly string[]
  /** Whether to count only. Each value is unsealed, so that a missing key is found. */
  readonly dryRun?: boolean | undefined
}

/** The result of {@link resealRecords}. */
export interface ResealResult {
  /** Records with at least one sealed value. */
  readonly sealed: number
  /** Records whose values were sealed again, or would be in a dry run. */
  readonly resealed: number
}

type RecordOutcome = 'plain' | 'current' | 'resealed'

/**
 * Seals the values of all records with the newest key, page by page. A record is replaced in one step, only if it did not change since it was
 * read. So a run can be interrupted and repeated at any time, while the app runs.
 *
 * @throws UnknownEncryptionKey or InvalidSealedValue at the first value that cannot be unsealed; its record is not changed
 */
export async function resealRecords(records: RecordStore, options: ResealOptions): Promise<ResealResult> {
  if (!records.listKinds)
    throw new AdapterError('The record store has no `listKinds`, so its sealed values cannot be found.')
  const counts = { plain: 0, current: 0, resealed: 0 }
  for (const kind of await records.listKinds())
    for await (const record of iterateRecords(records, kind))
      counts[await resealRecord(records, record, options)] += 1
  return { sealed: counts.current + counts.resealed, resealed: counts.resealed }
}

async function* iterateRecords(records: RecordStore, kind: string): AsyncGenerator<StoredRecord> {
  let after: string | undefined
  while (true) {
    const page = await records.listRecords({ kind, after, limit: pageSize })
    yield* page
    after = page.at(-1)?.id
    if (after === undefined) return
  }
}

/** Seals the values of one record. If the app changes the record in between, its new value is read and sealed. */
async function resealRecord(
  records: RecordStore,
  listed: StoredRecord,
  { encryptionKeys, dryRun = false }: ResealOptions,
): Promise<RecordOutcome> {
  let record: StoredRecord | null = listed
  for (let attempt = 0; record && attempt < maxAttempts; attempt++) {
    const walk = new SealedValueWalk(record, encryptionKeys)
    const value = await walk.reseal(record.value, '')
    if (walk.outcome !== 'resealed' || dryRun) return walk.outcome
    const { version: ifVersion, ...rest } = record
    if (await records.putRecord({ ...rest, value }, { ifVersion })) return 'resealed'
    record = await records.getRecord(listed.kind, listed.id)
  }
  if (!record) return 'plain'
  throw new AdapterError(
    `A record "${listed.kind}" was changed during each of ${maxAttempts} attempts to seal it. Run the command again.`,
  )
}

/** Copies the value of a record, and seals again what has another key than the newest. */
class SealedValueWalk {
  outcome: RecordOutcome = 'plain'

  constructor(
    readonly record: StoredRecord,
    readonly encryptionKeys: readonly string[],
  ) {}

  async reseal(value: JsonValue, field: string): Promise<JsonValue> {
    if (typeof value === 'string') return isSealedValue(value) ? this.#resealText(value, field) : value
    if (Array.isArray(value))
      return Promise.all(value.map((item, index) => this.reseal(item, `${field}/${index}`)))
    if (!isRecord(value)) return value
    const entries = Object.entries(value).map(
      async ([name, item]): Promise<[string, JsonValue]> => [
        name,
        await this.reseal(item ?? null, `${field}/${escapePointer(name)}`),
      ],
    )
    return Object.fromEntries(await Promise.all(entries))
  }

  /** A value of the newest key is unsealed too, so that a value that cannot be read is found before a key is removed. */
  async #resealText(sealed: string, field: string): Promise<string> {
    const place = { ...getRecordSealContext(this.record, field), tenant: readSealedTenant(sealed) }
    const text = await unsealValue(sealed, this.encryptionKeys, place)
    const isOutdated = await needsReseal(sealed, this.encryptionKeys, place)
    if (isOutdated || this.outcome === 'plain') this.outcome = isOutdated ? 'resealed' : 'current'
    return isOutdated ? sealValue(text, this.encryptionKeys, place) : sealed
  }
}

/** Escapes a name for a JSON Pointer. RFC 6901 section 3. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
