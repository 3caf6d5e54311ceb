import type { Adapter, AdapterMethod } from '../../types/adapter.js'
import type { NewRecord, RecordKey, RecordStore } from '../../types/record-store.js'
import { assertEqual, assertTrue, ContractViolation } from './assert.js'
import { type CheckContext, defineChecks, NotApplicable, runConcurrently, skipWithReason } from './check.js'
import { describeLimits } from './limits.js'

const checkAdapter = defineChecks('records')

/** The arguments of a check of the record store. */
interface RecordCheckContext<M extends AdapterMethod> extends CheckContext<M> {
  readonly records: RecordStore
}

/** Defines a check of the record store of an adapter. */
function check<M extends AdapterMethod = never>(
  title: string,
  methods: readonly M[],
  run: (context: RecordCheckContext<M>) => Promise<void>,
) {
  return checkAdapter(title, methods, async context =>
    run({ ...context, records: await requireRecordStore(context.adapter) }),
  )
}

/** Returns the record store of an adapter, or skips the check. */
async function requireRecordStore({ records }: Adapter): Promise<RecordStore> {
  if (!records) throw new NotApplicable('The adapter has no `records`.')
  if (records.isAvailable && !(await records.isAvailable()))
    throw new NotApplicable('The adapter has no table for records.')
  return records
}

function buildRecord(overrides: Partial<NewRecord> = {}): NewRecord {
  return { kind: 'note', id: 'first', userId: null, value: { text: 'hello' }, expires: null, ...overrides }
}

async function readVersion(records: RecordStore, { kind, id }: NewRecord = buildRecord()): Promise<number> {
  const record = await records.getRecord(kind, id)
  if (!record) throw new ContractViolation(`the record "${kind}" "${id}" is missing`)
  return record.version
}

/** Kinds and ids that a store could confuse. */
const distinctKeys = [
  ['a', 'b:c'],
  ['a:b', 'c'],
  ['A', 'b:c'],
  ['a', 'B:c'],
  ['a', 'b:c '],
  ['a', 'é'],
  ['a', 'e\u0301'],
] as const

/** A value with everything that JSON can represent. */
const anyValue = {
  text: 'Ünïcödé ✓ "quoted" \\ \u0000 \ud83d\ude00',
  numbers: [0, -1, 1.5, 9_007_199_254_740_991],
  nothing: null,
  flags: [true, false],
  nested: { list: [{ deep: [] }], empty: {} },
} as const

/** The checks of a record store. */
export const storedRecordChecks = [
  check('that do not exist are null, and cannot be deleted', [], async ({ records }) => {
    assertEqual(await records.getRecord('note', 'first'), null)
    assertEqual(await records.deleteRecord('note', 'first'), false)
    assertEqual(await records.listRecords({ kind: 'note' }), [])
  }),

  check('are returned as they were stored', [], async ({ records, build }) => {
    const values = [anyValue, 'text', '', 7, null, false, [], {}]
    for (const [index, value] of values.entries()) {
      const record = buildRecord({ id: `${index}`, userId: 'ada', value, expires: build.dateFromNow() })
      assertEqual(await records.putRecord(record), true)
      const stored = await records.getRecord('note', `${index}`)
      assertEqual(stored, { ...record, version: stored?.version })
      assertTrue(Number.isSafeInteger(stored?.version), '`version` is not a safe integer')
    }
  }),

  check('are read several at once', [], async ({ records, build }) => {
    if (!records.getRecords) throw new NotApplicable('The record store has no `getRecords`.')
    const read = async (...keys: RecordKey[]) =>
      [...((await records.getRecords?.(keys)) ?? [])].sort((one, other) => (one.id < other.id ? -1 : 1))
    await records.putRecord(buildRecord({ id: 'a', userId: 'ada', value: ['text'] }))
    await records.putRecord(buildRecord({ id: 'b', expires: build.dateFromNow() }))
    await records.putRecord(buildRecord({ id: 'c', expires: build.dateFromNow(-60_000) }))
    await records.putRecord(buildRecord({ kind: 'other', id: 'd' }))
    const [a, b, d] = [
      await records.getRecord('note', 'a'),
      await records.getRecord('note', 'b'),
      await records.getRecord('other', 'd'),
    ]
    assertEqual(await read({ kind: 'note', id: 'b' }, { kind: 'note', id: 'a' }), [a, b])
    const keys = ['a', 'b', 'c', 'd'].map(id => ({ kind: 'note', id }))
    assertEqual(await read(...keys, { kind: 'other', id: 'd' }), [a, b, d])
    assertEqual(await read({ kind: 'other', id: 'a' }, { kind: 'note', id: 'A' }), [])
    assertEqual(await read(), [])
  }),

  check('are replaced as a whole, with a new version', [], async ({ records, build }) => {
    await records.putRecord(buildRecord({ userId: 'ada', expires: build.dateFromNow() }))
    const version = await readVersion(records)
    const replacement = buildRecord({ value: 'new' })
    assertEqual(await records.putRecord(replacement), true)
    const stored = await records.getRecord('note', 'first')
    assertEqual(stored, { ...replacement, version: stored?.version })
    assertTrue(stored?.version !== version, 'the version did not change')
    assertEqual(await records.listRecords({ kind: 'note', userId: 'ada' }), [])
  }),

  check('are created by one of 16 concurrent calls with `ifVersion: null`', [], async ({ records }) => {
    const { results, errors } = await runConcurrently(16, value =>
      records.putRecord(buildRecord({ value }), { ifVersion: null }),
    )
    assertEqual(errors, [])
    assertEqual(results.filter(Boolean).length, 1)
    assertEqual((await records.getRecord('note', 'first'))?.value, results.indexOf(true))
  }),

  check('are replaced by one of 16 concurrent calls with the same version', [], async ({ records }) => {
    await records.putRecord(buildRecord())
    const ifVersion = await readVersion(records)
    assertEqual(await records.putRecord(buildRecord(), { ifVersion: ifVersion + 1 }), false)
    const { results, errors } = await runConcurrently(16, value =>
      records.putRecord(buildRecord({ value }), { ifVersion }),
    )
    assertEqual(errors, [])
    assertEqual(results.filter(Boolean).length, 1)
    assertEqual((await records.getRecord('note', 'first'))?.value, results.indexOf(true))
  }),

  check('are not created by a replacement', [], async ({ records }) => {
    assertEqual(await records.putRecord(buildRecord(), { ifVersion: 1 }), false)
    assertEqual(await records.getRecord('note', 'first'), null)
  }),

  check('are deleted by one of 16 concurrent callers', [], async ({ records }) => {
    await records.putRecord(buildRecord({ userId: 'ada' }))
    const { results, errors } = await runConcurrently(16, () => records.deleteRecord('note', 'first'))
    assertEqual(errors, [])
    assertEqual(results.filter(Boolean).length, 1)
    assertEqual(await records.getRecord('note', 'first'), null)
    assertEqual(await records.listRecords({ kind: 'note', userId: 'ada' }), [])
  }),

  check('are deleted only with the stored version', [], async ({ records }) => {
    await records.putRecord(buildRecord())
    const ifVersion = await readVersion(records)
    assertEqual(await records.deleteRecord('note', 'first', { ifVersion: ifVersion + 1 }), false)
    assertEqual(await records.deleteRecord('note', 'first', { ifVersion: null }), false)
    assertEqual(await records.deleteRecord('note', 'first', { ifVersion }), true)
  }),

  check('never have a version again, also after a delete', [], async ({ records }) => {
    const versions: number[] = []
    for (let round = 0; round < 8; round++) {
      await records.putRecord(buildRecord())
      versions.push(await readVersion(records))
      if (round % 2 === 1) await records.deleteRecord('note', 'first')
    }
    assertEqual(new Set(versions).size, versions.length)
  }),

  check('of similar kinds and ids are separate', [], async ({ records }) => {
    for (const [kind, id] of distinctKeys)
      await records.putRecord(buildRecord({ kind, id, value: [kind, id] }))
    for (const [kind, id] of distinctKeys) assertEqual((await records.getRecord(kind, id))?.value, [kind, id])
    assertEqual((await records.listRecords({ kind: 'A' })).length, 1)
  }),

  check('that expired are absent', [], async ({ records }) => {
    const expired = buildRecord({ userId: 'ada', expires: new Date(Date.now() - 2_000) })
    await records.putRecord(expired)
    assertEqual(await records.getRecord('note', 'first'), null)
    assertEqual(await records.listRecords({ kind: 'note' }), [])
    assertEqual(await records.listRecords({ kind: 'note', userId: 'ada' }), [])
    assertEqual(await records.deleteRecord('note', 'first'), false)
    await records.putRecord(expired)
    assertEqual(await records.putRecord(buildRecord({ value: 'new' }), { ifVersion: null }), true)
    assertEqual((await records.getRecord('note', 'first'))?.value, 'new')
  }),

  check('are listed by kind and user, in the order of their ids', [], async ({ records }) => {
    for (const id of ['c', 'a', 'b']) await records.putRecord(buildRecord({ id, userId: 'ada' }))
    await records.putRecord(buildRecord({ id: 'd', userId: 'bob' }))
    await records.putRecord(buildRecord({ kind: 'other', id: 'e', userId: 'ada' }))
    const listIds = async (query: Parameters<RecordStore['listRecords']>[0]) =>
      (await records.listRecords(query)).map(({ id }) => id)
    assertEqual(await listIds({ kind: 'note' }), ['a', 'b', 'c', 'd'])
    assertEqual(await listIds({ kind: 'note', userId: 'ada' }), ['a', 'b', 'c'])
    assertEqual(await listIds({ kind: 'note', userId: 'ada', limit: 2 }), ['a', 'b'])
    assertEqual(await listIds({ kind: 'note', userId: 'eve' }), [])
  }),

  check('are listed page by page', [], async ({ records }) => {
    const ids = ['a', 'B', 'b', 'c d', 'é', 'z']
    for (const id of ids) await records.putRecord(buildRecord({ id }))
    const listed: string[] = []
    for (const _ of ids) {
      const [next] = await records.listRecords({ kind: 'note', after: listed.at(-1), limit: 1 })
      if (next) listed.push(next.id)
    }
    assertEqual([...listed].sort(), [...ids].sort())
    assertEqual(await records.listRecords({ kind: 'note', after: listed.at(-1) }), [])
  }),

  check('of all kinds are found, if the store lists kinds', [], async ({ records }) => {
    if (!records.listKinds) throw new NotApplicable('The record store has no `listKinds`.')
    for (const kind of ['note', 'other']) await records.putRecord(buildRecord({ kind }))
    await records.putRecord(buildRecord({ id: 'second' }))
    await records.incrementRecord('attempts', 'ada', 60_000)
    assertEqual([...(await records.listKinds())].sort(), ['attempts', 'note', 'other'])
    for (const [kind, id] of distinctKeys) await records.putRecord(buildRecord({ kind, id }))
    const kinds = await records.listKinds()
    for (const [kind] of distinctKeys) assertTrue(kinds.includes(kind), `the kind "${kind}" is not listed`)
  }),

  check('are each listed once while other records change', [], async ({ records }) => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const id of ids) await records.putRecord(buildRecord({ id }))
    const listed: string[] = []
    for (const changed of ['a', 'd', 'f']) {
      const page = await records.listRecords({ kind: 'note', after: listed.at(-1), limit: 2 })
      listed.push(...page.map(({ id }) => id))
      await records.deleteRecord('note', changed)
      if (changed === 'd') await records.putRecord(buildRecord({ id: 'a' }))
    }
    assertEqual(listed, ids)
  }),

  check('that expired do not end the list of pages', [], async ({ records }) => {
    for (const id of ['b', 'd']) await records.putRecord(buildRecord({ id }))
    const expires = new Date(Date.now() - 2_000)
    for (const id of ['a', 'c', 'e']) await records.putRecord(buildRecord({ id, expires }))
    const listPage = async (after?: string) =>
      (await records.listRecords({ kind: 'note', after, limit: 1 })).map(({ id }) => id)
    assertEqual([await listPage(), await listPage('b'), await listPage('d')], [['b'], ['d'], []])
  }),

  check('are listed by their expiry', [], async ({ records, build }) => {
    const [soon, late] = [build.dateFromNow(60_000), build.dateFromNow(120_000)]
    await records.putRecord(buildRecord({ id: 'soon', expires: soon }))
    await records.putRecord(buildRecord({ id: 'late', expires: late }))
    await records.putRecord(buildRecord({ id: 'never' }))
    const listed = await records.listRecords({ kind: 'note', before: late })
    assertEqual(
      listed.map(({ id }) => id),
      ['soon'],
    )
  }),

  check('count all of 16 concurrent calls', [], async ({ records }) => {
    const { results, errors } = await runConcurrently(16, () =>
      records.incrementRecord('attempts', 'ada', 60_000),
    )
    assertEqual(errors, [])
    assertEqual(
      results.map(({ count }) => count).sort((a, b) => a - b),
      Array.from({ length: 16 }, (_, index) => index + 1),
    )
    assertEqual((await records.getRecord('attempts', 'ada'))?.value, 16)
    assertEqual((await records.incrementRecord('attempts', 'bob', 60_000)).count, 1)
    assertEqual((await records.incrementRecord('others', 'ada', 60_000)).count, 1)
  }),

  check(
    'count from 1 after the window, which later calls do not extend',
    [],
    async ({ records, options: limits }) => {
      skipWithReason(describeLimits(limits).dates)
      for (const windowMs of [200, 800, 3_200]) {
        const id = `a window of ${windowMs}`
        const startedAt = Date.now()
        const first = await records.incrementRecord('attempts', id, windowMs)
        const countedAt = Date.now()
        await sleep(windowMs * 0.4)
        const second = await records.incrementRecord('attempts', id, windowMs)
        if (Date.now() - startedAt >= windowMs) continue
        assertEqual([first.count, second.count], [1, 2])
        assertEqual(second.resetsAt, first.resetsAt)
        await sleep(countedAt + windowMs + 50 - Date.now())
        assertEqual((await records.incrementRecord('attempts', id, windowMs)).count, 1)
        return
      }
      throw new ContractViolation('the store is too slow for two calls within a window')
    },
  ),

  check('add to several counters at once, also 0 and negative amounts', [], async ({ records }) => {
    if (!records.incrementRecords) throw new NotApplicable('The record store has no `incrementRecords`.')
    const windowMs = 60_000
    const add = async (amounts: Readonly<Record<string, number>>) => {
      const steps = Object.entries(amounts).map(([id, amount]) => ({ id, amount, windowMs }))
      return (await records.incrementRecords?.('attempts', steps)) ?? []
    }
    const first = await add({ b: 2, a: 1, c: 0 })
    assertEqual(
      first.map(({ count }) => count),
      [2, 1, 0],
    )
    assertEqual(await records.getRecord('attempts', 'c'), null)
    const second = await add({ a: 3, b: 0, c: -5 })
    assertEqual(
      second.map(({ count }) => count),
      [4, 2, -5],
    )
    assertEqual([second[1]?.resetsAt, second[0]?.resetsAt], [first[0]?.resetsAt, first[1]?.resetsAt])
    assertEqual(
      (await add({ a: -9, c: 1 })).map(({ count }) => count),
      [-5, 1],
    )
    assertEqual(await records.getRecord('attempts', 'a'), null)
    assertEqual(
      (await add({ a: 1, b: 1, c: 1 })).map(({ count }) => count),
      [1, 3, 2],
    )
    assertEqual((await records.getRecord('attempts', 'b'))?.value, 3)
    assertEqual((await records.incrementRecord('attempts', 'b', windowMs)).count, 4)
    assertEqual(await add({}), [])
  }),

  check('count all of 16 concurrent calls for several counters', [], async ({ records }) => {
    if (!records.incrementRecords) throw new NotApplicable('The record store has no `incrementRecords`.')
    const { results, errors } = await runConcurrently(16, async index => {
      const ids = index % 2 === 0 ? ['a', 'b', 'c'] : ['c', 'b', 'a']
      const steps = ids.map(id => ({ id, amount: 1, windowMs: 60_000 }))
      return (await records.incrementRecords?.('attempts', steps)) ?? []
    })
    assertEqual(errors, [])
    for (const position of [0, 2])
      for (const isEven of [true, false])
        assertEqual(
          new Set(results.filter((_, i) => (i % 2 === 0) === isEven).map(r => r[position]?.count)).size,
          8,
        )
    for (const id of ['a', 'b', 'c']) assertEqual((await records.getRecord('attempts', id))?.value, 16)
  }),

  check(
    'are deleted with their user',
    ['createUser', 'deleteUser'],
    async ({ records, adapter, build, options: limits }) => {
      skipWithReason(describeLimits(limits).cascade)
      const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
      await records.putRecord(buildRecord({ id: 'a', userId: ada.id }))
      await records.putRecord(buildRecord({ id: 'b', userId: bob.id }))
      await adapter.deleteUser(ada.id)
      assertEqual(await records.getRecord('note', 'a'), null)
      assertTrue((await records.getRecord('note', 'b')) !== null, 'the record of another user was deleted')
    },
  ),

  check('of a user are deleted, all or those of one kind', [], async ({ records }) => {
    for (const kind of ['note', 'other'])
      for (const userId of ['ada', 'bob', null])
        await records.putRecord(buildRecord({ kind, id: String(userId), userId }))
    assertEqual(await records.deleteRecordsByUserId('ada', 'note'), 1)
    assertEqual(await records.deleteRecordsByUserId('ada'), 1)
    assertEqual(await records.deleteRecordsByUserId('ada'), 0)
    assertEqual((await records.listRecords({ kind: 'note' })).length, 2)
    assertEqual((await records.listRecords({ kind: 'other' })).length, 2)
  }),

  check('that expired can be deleted', [], async ({ records, options: limits, build }) => {
    skipWithReason(describeLimits(limits).expired)
    const before = build.dateFromNow(-10_000)
    for (const [id, expires] of Object.entries({ old: new Date(before.getTime() - 1_000), cutoff: before }))
      await records.putRecord(buildRecord({ id, expires }))
    await records.putRecord(buildRecord({ id: 'never' }))
    assertEqual(await records.deleteExpiredRecords(before), 1)
    assertEqual(await records.deleteExpiredRecords(build.dateFromNow()), 1)
    assertTrue((await records.getRecord('note', 'never')) !== null, 'a record without an expiry was deleted')
  }),

  check('survive a restart of the process', [], async ({ records, reopen }) => {
    await records.putRecord(buildRecord())
    await records.incrementRecord('attempts', 'ada', 60_000)
    const reopened = await requireRecordStore(await reopen())
    assertEqual((await reopened.getRecord('note', 'first'))?.value, { text: 'hello' })
    assertEqual((await reopened.incrementRecord('attempts', 'ada', 60_000)).count, 2)
  }),
]

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
