import type { RecordStore, StoredRecord } from 'latchkey/adapters'

type BreakRecordStore = (good: RecordStore) => Partial<RecordStore>

const far = new Date(8_000_000_000_000)
const stored = (record: Partial<StoredRecord>): StoredRecord => ({
  kind: 'note',
  id: 'first',
  userId: null,
  value: null,
  expires: null,
  version: 1,
  ...record,
})

const waitBriefly = () => new Promise(resolve => setTimeout(resolve))

/** Record stores with one fault each. At least one check must fail for each of them. */
export const brokenRecordStores: Readonly<Record<string, BreakRecordStore>> = {
  'returns a record that nobody stored': good => ({
    getRecord: async (kind, id) => (await good.getRecord(kind, id)) ?? stored({ kind, id }),
  }),
  'reads the first of several records': good => ({
    getRecords: async keys => (await good.getRecords?.(keys.slice(0, 1))) ?? [],
  }),
  'reads several records without their kinds': good => ({
    async getRecords(keys) {
      const found = await Promise.all(
        keys.flatMap(({ id }) => ['note', 'other'].map(kind => good.getRecord(kind, id))),
      )
      return found.filter(record => record !== null)
    },
  }),
  'keeps values as text': good => ({
    putRecord: (record, condition) => good.putRecord({ ...record, value: String(record.value) }, condition),
  }),
  'merges a record with the one that it replaces': good => ({
    async putRecord(record, condition) {
      const previous = await good.getRecord(record.kind, record.id)
      return good.putRecord({ ...record, userId: record.userId ?? previous?.userId ?? null }, condition)
    },
  }),
  'ignores the condition of a write': good => ({ putRecord: record => good.putRecord(record) }),
  'checks the condition of a write before it, not with it': good => ({
    async putRecord(record, { ifVersion } = {}) {
      const current = await good.getRecord(record.kind, record.id)
      await waitBriefly()
      if (ifVersion !== undefined && (current?.version ?? null) !== ifVersion) return false
      return good.putRecord(record)
    },
  }),
  'treats a version as a wish': good => ({
    putRecord: (record, condition = {}) =>
      good.putRecord(record, condition.ifVersion === null ? condition : {}),
  }),
  'ignores the condition of a delete': good => ({ deleteRecord: (kind, id) => good.deleteRecord(kind, id) }),
  'reports a delete to all callers': good => ({
    async deleteRecord(kind, id, condition) {
      const found = await good.getRecord(kind, id)
      await waitBriefly()
      await good.deleteRecord(kind, id, condition)
      return found !== null
    },
  }),
  'counts versions from 1 for each record': good => {
    const versions = new Map<string, number>()
    return {
      async putRecord(record, condition) {
        versions.set(record.id, (versions.get(record.id) ?? 0) + 1)
        return good.putRecord(record, condition)
      },
      async deleteRecord(kind, id, condition) {
        versions.delete(id)
        return good.deleteRecord(kind, id, condition)
      },
      async getRecord(kind, id) {
        const record = await good.getRecord(kind, id)
        return record && { ...record, version: versions.get(id) ?? 1 }
      },
    }
  },
  'compares kinds and ids without case': good => ({
    putRecord: (record, condition) =>
      good.putRecord({ ...record, kind: record.kind.toLowerCase(), id: record.id.toLowerCase() }, condition),
    getRecord: (kind, id) => good.getRecord(kind.toLowerCase(), id.toLowerCase()),
  }),
  'never lets a record expire': good => ({
    putRecord: (record, condition) =>
      good.putRecord({ ...record, expires: record.expires && far }, condition),
  }),
  'always adds 1 to several counters': good => ({
    incrementRecords: async (kind, steps) =>
      Promise.all(steps.map(({ id, windowMs }) => good.incrementRecord(kind, id, windowMs))),
  }),
  'reads several counters before it writes them': good => ({
    async incrementRecords(kind, steps) {
      const found = await Promise.all(steps.map(({ id }) => good.getRecord(kind, id)))
      await waitBriefly()
      const results = []
      for (const [index, { id, amount, windowMs }] of steps.entries()) {
        const count = Math.max(0, Number(found[index]?.value ?? 0)) + amount
        const resetsAt = found[index]?.expires ?? new Date(Date.now() + windowMs)
        if (count > 0) await good.putRecord({ kind, id, userId: null, value: count, expires: resetsAt })
        else await good.deleteRecord(kind, id)
        results.push({ count, resetsAt })
      }
      return results
    },
  }),
  'lists the records of all users': good => ({
    listRecords: ({ userId: _, ...query }) => good.listRecords(query),
  }),
  'returns the first page for every page': good => ({
    listRecords: ({ after: _, ...query }) => good.listRecords(query),
  }),
  'knows one kind only': () => ({ listKinds: async () => ['note'] }),
  'does not list the kinds of counters': good => ({
    listKinds: async () => ((await good.listKinds?.()) ?? []).filter(kind => kind !== 'attempts'),
  }),
  'lists kinds without case': good => ({
    listKinds: async () => [...new Set(((await good.listKinds?.()) ?? []).map(kind => kind.toLowerCase()))],
  }),
  'finds the next page by position': good => {
    const positions = new Map<string, number>()
    return {
      async listRecords({ after, limit, ...query }) {
        const start = after === undefined ? 0 : (positions.get(after) ?? 0)
        const page = (await good.listRecords(query)).slice(start, limit && start + limit)
        for (const [index, { id }] of page.entries()) positions.set(id, start + index + 1)
        return page
      },
    }
  },
  'counts expired records as part of a page': good => {
    const expired = new Set<string>()
    return {
      async putRecord(record, condition) {
        if (record.expires && record.expires < new Date()) expired.add(record.id)
        return good.putRecord(record, condition)
      },
      async listRecords({ limit, ...query }) {
        const { kind, after = '' } = query
        const hidden = [...expired].filter(id => id > after).map(id => stored({ kind, id }))
        const all = [...(await good.listRecords(query)), ...hidden].sort((a, b) => (a.id < b.id ? -1 : 1))
        return all.slice(0, limit).filter(record => !hidden.includes(record))
      },
    }
  },
  'ignores the expiry in a list': good => ({
    listRecords: ({ before: _, ...query }) => good.listRecords(query),
  }),
  'counts concurrent calls as one': good => {
    const pending = new Map<string, ReturnType<RecordStore['incrementRecord']>>()
    return {
      incrementRecord(kind, id, windowMs) {
        const key = `${kind} ${id}`
        const count = pending.get(key) ?? good.incrementRecord(kind, id, windowMs)
        pending.set(key, count)
        setTimeout(() => pending.delete(key))
        return count
      },
    }
  },
  'extends the window with each call': good => ({
    async incrementRecord(kind, id, windowMs) {
      const { count } = await good.incrementRecord(kind, id, 60_000)
      return { count, resetsAt: new Date(Date.now() + windowMs) }
    },
  }),
  'keeps the records of a deleted user': good => ({
    deleteRecordsByUserId: async () => 0,
    getRecord: good.getRecord,
  }),
  'deletes all records as expired': good => ({
    async deleteExpiredRecords() {
      for (const { kind, id } of await good.listRecords({ kind: 'note' })) await good.deleteRecord(kind, id)
      return 1
    },
  }),
  'deletes all records when it is opened': good => ({
    async isAvailable() {
      for (const { kind, id } of await good.listRecords({ kind: 'note' })) await good.deleteRecord(kind, id)
      return true
    },
  }),
}
