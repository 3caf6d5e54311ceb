import type { RecordStore } from 'latchkey/adapters'
import { describe, expect, test } from 'vitest'
import { resealRecords } from '../../../src/adapters/reseal-records.js'
import { runCommand } from '../../../src/cli/run-command.js'
import { getRecordSealContext, sealValue, unsealValue } from '../../../src/crypto/sealed-value.js'

export const [older, newer] = [
  'an older secret of thirty-two characters',
  'a newer secret of thirty-two characters',
]

export const ring = { encryptionKeys: [newer, older] }
const kinds = ['two-factor', 'a/b']

/** Fills a store with 130 records of two kinds, sealed with the older key. */
export async function fill(records: RecordStore): Promise<void> {
  for (let index = 0; index < 130; index++)
    await writeSecret(records, { kind: kinds[index % 13 === 0 ? 1 : 0] ?? '', id: `user ${index}` }, [older])
  await records.putRecord({ kind: 'note', id: 'n', userId: null, value: { text: 'lk' }, expires: null })
}

export async function writeSecret(
  records: RecordStore,
  key: { kind: string; id: string },
  keys: readonly string[],
) {
  const secret = await sealValue(`secret of ${key.id}`, keys, getRecordSealContext(key, '/factors/0/secret'))
  const other = await sealValue(`other of ${key.id}`, keys, getRecordSealContext(key, '/pending/a~1b~0'))
  const value = { factors: [{ secret, step: 7 }], pending: { 'a/b~': other }, list: [null, true, 'plain'] }
  const record = { ...key, userId: 'ada', value, expires: new Date('2100-01-01') }
  if (!(await records.putRecord(record))) throw new Error('The record was not written.')
}

/** Returns whether a key can read all secrets. Throws if a record is damaged, or if no key of the ring can. */
export async function canReadAll(records: RecordStore, keys: readonly string[]): Promise<boolean> {
  let count = 0
  for (const kind of kinds) {
    for (const record of await records.listRecords({ kind })) {
      const { value } = record as unknown as {
        value: { factors: [{ secret: string; step: number }]; pending: { 'a/b~': string }; list: unknown[] }
      }
      expect(value.factors[0].step).toBe(7)
      expect(value.list).toEqual([null, true, 'plain'])
      expect([record.userId, record.expires]).toEqual(['ada', new Date('2100-01-01')])
      const secrets = [
        [value.factors[0].secret, '/factors/0/secret', 'secret'],
        [value.pending['a/b~'], '/pending/a~1b~0', 'other'],
      ] as const
      for (const [sealed, field, name] of secrets) {
        const text = await unsealValue(sealed, keys, getRecordSealContext(record, field)).catch(
          (error: Error) => {
            if (error.name === 'UnknownEncryptionKey') return null
            throw error
          },
        )
        if (text === null) return false
        expect(text).toBe(`${name} of ${record.id}`)
      }
      count++
    }
  }
  expect(count).toBe(130)
  return true
}

/** Tests a reseal on a store. Each call of `open` creates an empty one. */
export function describeReseal(name: string, open: () => Promise<RecordStore>): void {
  describe(`a reseal on ${name}`, { timeout: 60_000 }, () => {
    test('all records are sealed with the newest key, a second run changes nothing, and the older key can go', async () => {
      const records = await open()
      await fill(records)
      expect(await canReadAll(records, [newer])).toBe(false)
      expect(await resealRecords(records, { ...ring, dryRun: true })).toEqual({ sealed: 130, resealed: 130 })
      expect(await canReadAll(records, [older])).toBe(true)
      expect(await resealRecords(records, ring)).toEqual({ sealed: 130, resealed: 130 })
      expect(await canReadAll(records, [newer])).toBe(true)
      expect(await resealRecords(records, { encryptionKeys: [newer] })).toEqual({ sealed: 130, resealed: 0 })
    })

    test('no secret is lost if the process ends before or after any write, and the next run completes', async () => {
      for (const isWritten of [false, true]) {
        const records = await open()
        await fill(records)
        for (let round = 0; round < 5; round++) {
          await expect(resealRecords(crashAtWrite(records, { writes: 20, isWritten }), ring)).rejects.toThrow(
            'crash',
          )
          expect(await canReadAll(records, ring.encryptionKeys)).toBe(true)
        }
        await resealRecords(records, ring)
        expect(await canReadAll(records, [newer])).toBe(true)
      }
    }, 60_000)

    test('what the app writes, creates and deletes meanwhile is kept', async () => {
      const records = await open()
      await fill(records)
      let calls = 0
      const racing: RecordStore = {
        ...records,
        async putRecord(record, condition) {
          calls++
          // The app changes each second record between the read and the write.
          if (calls % 2 === 0) await writeSecret(records, record, calls % 4 === 0 ? [newer] : [older])
          if (calls === 31) await records.deleteRecord(record.kind, record.id)
          return records.putRecord(record, condition)
        },
      }
      await resealRecords(racing, ring)
      await writeSecret(records, { kind: 'two-factor', id: 'replaces the deleted one' }, [newer])
      expect(await canReadAll(records, [newer])).toBe(true)
    })
  })
}

/** Ends the run at a write, before or after it reached the store. */
function crashAtWrite(
  records: RecordStore,
  { writes, isWritten }: { writes: number; isWritten: boolean },
): RecordStore {
  let count = 0
  return {
    ...records,
    async putRecord(record, condition) {
      count++
      if (count < writes) return records.putRecord(record, condition)
      if (isWritten) await records.putRecord(record, condition)
      throw new Error('crash')
    },
  }
}

/** Runs a command, and returns what it printed. */
export async function run(
  args: string[],
  env: Record<string, string>,
): Promise<[code: number, text: string]> {
  const lines: string[] = []
  const print = (text: string) => void lines.push(text)
  const code = await runCommand(args, { env, cwd: '.', out: print, err: print })
  return [code, lines.join('\n')]
}
