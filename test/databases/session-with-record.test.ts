import type { Adapter, RecordStore } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp, runRoundTrip } from '../support/app.js'
import { withServer } from '../support/databases/with-server.js'
import type { TestStore } from '../support/test-store.js'
import { createSchema } from './test-databases.js'

const session = { sessionToken: 'token', expires: new Date(Date.now() + 60_000) }
const evidence = 'session-evidence'

withServer('postgres', url => {
  async function open() {
    const schema = await createSchema(url)
    const client = new pg.Client(schema.url)
    await client.connect()
    onTestFinished(async () => {
      await client.end()
      await schema.drop()
    })
    const adapter = SqlAdapter(client)
    await adapter.migrate()
    return { client, adapter }
  }

  /** Signs in with a provider, and returns the sessions and the records of their methods. */
  async function signIn(adapter: Adapter, setup: { readonly records?: RecordStore } = {}) {
    const { op, open: openVisitor } = createTestApp({ adapter: adapter as TestStore, ...setup })
    const visit = openVisitor()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
    const records = setup.records ?? adapter.records
    return { records: (await records?.listRecords({ kind: evidence })) ?? [] }
  }

  describe('a session and the record of its methods', () => {
    test('are stored together or not at all', async () => {
      const { adapter } = await open()
      const record = { kind: evidence, id: 'first', userId: 'ada', value: {}, expires: session.expires }
      const withRecord: unknown = Reflect.get(adapter.createSession, 'withRecord')
      if (typeof withRecord !== 'function') throw new Error('`createSession` has no `withRecord`.')
      await expect(withRecord({ ...session, userId: 'nobody' }, record)).rejects.toThrow()
      expect(await adapter.records.getRecord(evidence, 'first')).toBeNull()
      const user = { id: 'ada', email: 'ada@example.com', emailVerified: null }
      await adapter.createUser(user)
      const stored = { ...session, userId: 'ada' }
      expect(await withRecord(stored, record)).toEqual(stored)
      expect(await adapter.getSessionAndUser('token')).toMatchObject({ session: stored })
      expect(await adapter.records.getRecord(evidence, 'first')).toMatchObject(record)
    })

    test('are stored one after the other if the app replaces `createSession`', async () => {
      const { adapter } = await open()
      const tokens: string[] = []
      const createSession: SqlAdapter['createSession'] = created => {
        tokens.push(created.sessionToken)
        return adapter.createSession(created)
      }
      expect((await signIn({ ...adapter, createSession })).records).toHaveLength(1)
      expect(tokens).toHaveLength(1)
    })

    test('are stored one after the other if the records are in another store', async () => {
      const { adapter } = await open()
      const { records } = MemoryAdapter()
      expect((await signIn(adapter, { records })).records).toHaveLength(1)
      expect(await adapter.records.listRecords({ kind: evidence })).toEqual([])
    })

    test('are stored one after the other if both together fail, and the failure of the record is logged', async () => {
      const { adapter, client } = await open()
      await client.query(`alter table latchkey_record add check (kind <> '${evidence}')`)
      const { op, log, open: openVisitor } = createTestApp({ adapter })
      const visit = openVisitor()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
      expect(log.types()).toContain('SessionTokenError')
    })
  })
})
