import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { afterAll, describe, expect, test } from 'vitest'
import { resealRecords } from '../../../src/adapters/reseal-records.js'
import { getRecordSealContext, sealValue } from '../../../src/crypto/sealed-value.js'
import { createTempFolder } from '../../support/temp-folder.js'
import { canReadAll, describeReseal, fill, newer, older, ring, run, writeSecret } from './describe-reseal.js'

const folder = await createTempFolder('reseal')
let fileCount = 0

afterAll(() => folder.remove())

describeReseal('memory', async () => MemoryAdapter().records)
describeReseal('SQLite', async () => {
  const adapter = SqlAdapter(`file:${folder.path}/${fileCount++}.db`)
  await adapter.migrate()
  return adapter.records
})

test('a value whose key is missing stops the run, and its record is unchanged', async () => {
  const { records } = MemoryAdapter()
  await fill(records)
  await expect(resealRecords(records, { encryptionKeys: [newer] })).rejects.toMatchObject({
    type: 'UnknownEncryptionKey',
  })
  expect(await canReadAll(records, [older])).toBe(true)
})

test('a value that was moved to another record stops the run', async () => {
  const { records } = MemoryAdapter()
  const value = await sealValue('secret', [older], getRecordSealContext({ kind: 'note', id: 'eve' }, ''))
  await records.putRecord({ kind: 'note', id: 'ada', userId: null, value, expires: null })
  await expect(resealRecords(records, ring)).rejects.toMatchObject({ type: 'InvalidSealedValue' })
  expect((await records.getRecord('note', 'ada'))?.value).toBe(value)
})

test('a record that always changes is an error', async () => {
  const { records } = MemoryAdapter()
  await writeSecret(records, { kind: 'note', id: 'ada' }, [older])
  const busy = { ...records, putRecord: async () => false }
  await expect(resealRecords(busy, ring)).rejects.toThrow('changed during each of 20 attempts')
})

test('a store that cannot list its kinds is an error', async () => {
  const { listKinds: _, ...records } = MemoryAdapter().records
  await expect(resealRecords(records, ring)).rejects.toThrow('`listKinds`')
})

describe('latchkey reseal', () => {
  test('seals with the newest key of the environment and prints the count', async () => {
    const connection = `file:${folder.path}/${fileCount++}.db`
    await using adapter = SqlAdapter(connection)
    await adapter.migrate()
    await fill(adapter.records)
    const env = { DATABASE_URL: connection, AUTH_ENCRYPTION_KEY: older, AUTH_ENCRYPTION_KEY_1: newer }
    expect(await run(['reseal', '--dry-run'], env)).toEqual([
      0,
      '130 records have sealed values. 130 would be sealed with the newest key.',
    ])
    expect(await canReadAll(adapter.records, [older])).toBe(true)
    expect(await run(['reseal', connection], { ...env, DATABASE_URL: '' })).toEqual([
      0,
      '130 records have sealed values. 130 were sealed with the newest key.',
    ])
    expect(await canReadAll(adapter.records, [newer])).toBe(true)
    expect((await run(['reseal'], { ...env, AUTH_ENCRYPTION_KEY_1: '' }))[0]).toBe(1)
    expect(
      (await run(['reseal'], { DATABASE_URL: connection, AUTH_SECRET: older, AUTH_SECRET_1: newer }))[0],
    ).toBe(0)
  })

  test('fails if it finds no sealed value: the prefix or the database may be another one', async () => {
    const connection = `file:${folder.path}/${fileCount++}.db`
    await using adapter = SqlAdapter(connection)
    await adapter.migrate()
    const [code, text] = await run(['reseal', connection], { AUTH_SECRET: older })
    expect(code).toBe(1)
    expect(text).toContain('Keep the old key')
  })

  test.each([[['reseal']], [['reseal', 'file:a', 'file:b']], [['reseal', '--all', 'file:a']]])(
    '%j prints the usage',
    async args => {
      const [code, text] = await run(args, {})
      expect(code).toBe(2)
      expect(text).toContain('Usage: latchkey reseal')
    },
  )
})
