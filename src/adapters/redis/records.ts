import { AdapterError } from '../../errors.js'
import type { RecordQuery, RecordStore, StoredRecord } from '../../types/record-store.js'
import {
  applyRecordQuery,
  defaultRecordLimit,
  generateRecordVersion,
  isRecordExpired,
} from '../stored-records.js'
import type { TimeoutClient } from './client.js'
import { decodeEntity, encodeEntity, encodeValue, toMilliseconds } from './hash-codec.js'
import { parseKindMember, parseRecordMember, type RedisKeys, toKindMember, toRecordMember } from './keys.js'
import {
  deleteRecordScript,
  incrementRecordScript,
  incrementRecordsScript,
  putRecordScript,
  readRecordsScript,
} from './record-scripts.js'

/** The number of records that are read at the same time. */
const batchSize = 100

/** Creates the record store. A record and its indexes are in one hash slot, so each write is one script. */
export function createRecordStore(redis: TimeoutClient, keys: RedisKeys): RecordStore {
  const reader = new RecordReader(redis, keys)
  return {
    /** The set of kinds is in the slot of the records, and is written with them. So it is complete, also in a cluster. */
    listKinds: async () => (await redis.runForList('SMEMBERS', keys.recordKinds())).map(parseKindMember),
    getRecord: (kind, id) => reader.read(toRecordMember(kind, id)),
    getRecords: recordKeys => reader.readTogether(recordKeys.map(({ kind, id }) => keys.record(kind, id))),
    listRecords: query => listRecords(reader, query),
    ...createPutMethods(redis, keys),
    ...createDeleteMethods(redis, keys, reader),
  }
}

/** Reads records by their names. */
class RecordReader {
  constructor(
    readonly redis: TimeoutClient,
    readonly keys: RedisKeys,
  ) {}

  async read(name: string): Promise<StoredRecord | null> {
    return decodeRecord(await this.redis.runForList('HGETALL', this.keys.recordByMember(name)))
  }

  async readTogether(names: readonly string[]): Promise<StoredRecord[]> {
    if (names.length === 0) return []
    const replies: unknown = await readRecordsScript.run(this.redis, { keys: names })
    const lists: readonly string[][] = Array.isArray(replies) ? replies : []
    return lists.map(decodeRecord).filter(record => record !== null)
  }

  /** Lists the names of an index. It can list records that expired, or that have another user since. */
  listNames(indexKey: string): Promise<string[]> {
    return this.redis.runForList('ZRANGE', indexKey, '0', '-1')
  }

  async readAll(names: readonly string[]): Promise<StoredRecord[]> {
    const records = await Promise.all(names.map(name => this.read(name)))
    return records.filter(record => record !== null)
  }
}

function decodeRecord(fields: string[]): StoredRecord | null {
  const record = decodeEntity<StoredRecord>(fields)
  return record && !isRecordExpired(record) ? record : null
}

/** Reads records in batches, in the order of their ids, until there are enough that did not expire. */
async function listRecords(reader: RecordReader, query: RecordQuery): Promise<StoredRecord[]> {
  const { limit = defaultRecordLimit } = query
  const names = await listCandidates(reader, query)
  const records: StoredRecord[] = []
  for (let start = 0; start < names.length && records.length < limit; start += batchSize)
    records.push(...applyRecordQuery(await reader.readAll(names.slice(start, start + batchSize)), query))
  return records.slice(0, limit)
}

/** Lists the names of the records of the kind that come after the last page, in the order of their ids. */
async function listCandidates(reader: RecordReader, { kind, userId, after }: RecordQuery): Promise<string[]> {
  const { keys } = reader
  const indexKey = userId === undefined ? keys.recordsOfKind(kind) : keys.userRecords(userId)
  return (await reader.listNames(indexKey))
    .map(name => ({ ...parseRecordMember(name), name }))
    .filter(record => record.kind === kind && (after === undefined || record.id > after))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ name }) => name)
}

function createPutMethods(redis: TimeoutClient, keys: RedisKeys) {
  const assertNoEviction = createEvictionAssertion(redis)
  return {
    async putRecord(record, { ifVersion } = {}) {
      const { kind, id, userId, expires } = record
      if (expires === null) await assertNoEviction()
      const indexKeys = userId === null ? [] : [keys.userRecords(userId)]
      const written = await putRecordScript.run(redis, {
        keys: [keys.record(kind, id), keys.recordKinds(), keys.recordsOfKind(kind), ...indexKeys],
        args: [
          ifVersion === null ? 'none' : (ifVersion ?? ''),
          Date.now(),
          expires === null ? '+inf' : toMilliseconds(expires),
          toKindMember(kind),
          toRecordMember(kind, id),
          ...encodeEntity({ ...record, version: generateRecordVersion() }),
        ],
      })
      return written === 1
    },

    async incrementRecord(kind, id, windowMs) {
      if (!(windowMs >= 1))
        throw new AdapterError(
          `The window of \`incrementRecord\` must be at least 1 millisecond; it is ${windowMs}.`,
        )
      const fields = encodeEntity({ kind, id, userId: null, version: generateRecordVersion() })
      const [count, resetsAt] = await incrementRecordScript.runForList(redis, {
        keys: [keys.record(kind, id), keys.recordKinds(), keys.recordsOfKind(kind)],
        args: [Math.ceil(windowMs), toKindMember(kind), toRecordMember(kind, id), ...fields],
      })
      return { count: Number(count), resetsAt: new Date(Number(resetsAt)) }
    },

    async incrementRecords(kind, increments) {
      const steps = increments.map(({ id, amount, windowMs }) => ({
        key: keys.record(kind, id),
        fields: encodeEntity({ kind, id, userId: null, version: generateRecordVersion() }),
        head: [amount, Math.ceil(windowMs), toRecordMember(kind, id)],
      }))
      const reply = await incrementRecordsScript.runForList(redis, {
        keys: [keys.recordKinds(), keys.recordsOfKind(kind), ...steps.map(({ key }) => key)],
        args: [
          toKindMember(kind),
          steps[0]?.fields.length ?? 0,
          ...steps.flatMap(({ head, fields }) => [...head, ...fields]),
        ],
      })
      return increments.map((_, index) => ({
        count: Number(reply[2 * index]),
        resetsAt: new Date(Number(reply[2 * index + 1])),
      }))
    },
  } satisfies Partial<RecordStore>
}

function createDeleteMethods(redis: TimeoutClient, keys: RedisKeys, reader: RecordReader) {
  /** Deletes a record if it still has this version or user. */
  async function deleteIfUnchanged(record: StoredRecord, { version = '', userId = '' }): Promise<boolean> {
    const { kind, id } = record
    const indexKeys = record.userId === null ? [] : [keys.userRecords(record.userId)]
    const deleted = await deleteRecordScript.run(redis, {
      keys: [keys.record(kind, id), keys.recordsOfKind(kind), ...indexKeys],
      args: [version, userId, toRecordMember(kind, id)],
    })
    return deleted === 1
  }

  return {
    async deleteRecord(kind, id, { ifVersion } = {}) {
      const record = await reader.read(toRecordMember(kind, id))
      if (!record || ifVersion === null) return false
      return deleteIfUnchanged(record, { version: ifVersion === undefined ? '' : String(ifVersion) })
    },

    async deleteRecordsByUserId(userId, kind) {
      const names = await reader.listNames(keys.userRecords(userId))
      const owned = (await reader.readAll(names)).filter(
        record => record.userId === userId && (kind === undefined || record.kind === kind),
      )
      const deleted = await Promise.all(
        owned.map(record => deleteIfUnchanged(record, { userId: encodeValue(userId) })),
      )
      return deleted.filter(Boolean).length
    },

    /** The server deletes expired records by itself. */
    deleteExpiredRecords: async () => 0,
  } satisfies Partial<RecordStore>
}

/**
 * Creates a function that rejects a server which may evict records without an expiry, because an evicted record would count as deleted. A
 * server that does not reveal its policy is accepted.
 */
function createEvictionAssertion(redis: TimeoutClient): () => Promise<void> {
  let policy: Promise<string> | null = null
  return async () => {
    policy ??= readEvictionSetting(redis)
    if (!(await policy).startsWith('allkeys-')) return
    const found = await policy
    policy = null
    throw new AdapterError(
      `The Redis server may evict records without an expiry: its \`maxmemory-policy\` is ${found}. ` +
        'Set it to `noeviction` or to one of the `volatile-` policies.',
    )
  }
}

async function readEvictionSetting(redis: TimeoutClient): Promise<string> {
  try {
    const reply = String(await redis.run('INFO', 'memory'))
    return /maxmemory_policy:(\S+)/.exec(reply)?.[1] ?? ''
  } catch {
    // Hosted servers may forbid the command.
    return ''
  }
}
