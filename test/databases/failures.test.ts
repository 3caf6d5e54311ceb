import { setTimeout as sleep } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import type { AdapterAccount } from 'latchkey/adapters'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anAccount, aSession, aUser } from '../contract/records.js'
import { type Server, startMariadb, startPostgres } from '../support/databases/server.js'
import { withServer } from '../support/databases/with-server.js'

const timeout = 120_000

/** Registers tests with a separate server, because it is killed. */
function testKilledUnderLoad(family: 'postgres' | 'mysql', begin: () => Promise<Server>): void {
  withServer(family, () => {
    describe(`${family} killed and restarted while users sign in`, () => {
      let server: Server

      beforeAll(async () => {
        server = await begin()
      })

      afterAll(() => server?.stop())

      test('rejects calls while it is down, recovers afterwards, and stores no partial user', {
        timeout,
      }, async () => {
        await using adapter = SqlAdapter(server.url)
        await adapter.migrate()
        const known = new Map<string, string>()
        const attempts: AdapterAccount[] = []
        const outcome = { failures: 0, isRunning: true }

        async function signIn(): Promise<void> {
          const user = aUser()
          const account = anAccount(user.id)
          attempts.push(account)
          try {
            await adapter.createUserWithAccount(user, account)
            const session = await adapter.createSession(aSession(user.id))
            known.set(session.sessionToken, user.id)
          } catch (error) {
            expect(error).toBeInstanceOf(Error)
            outcome.failures++
            await sleep(20)
          }
        }
        const load = Array.from({ length: 8 }, async () => {
          while (outcome.isRunning) await signIn()
        })

        await sleep(500)
        await server.kill()
        await sleep(500)
        const before = known.size
        await server.start()
        await expect.poll(() => known.size, { timeout: 30_000 }).toBeGreaterThan(before + 10)
        outcome.isRunning = false
        await Promise.all(load)

        expect(before).toBeGreaterThan(0)
        expect(outcome.failures).toBeGreaterThan(0)
        for (const [token, id] of known) {
          const found = await adapter.getSessionAndUser(token)
          expect(found?.user.id).toBe(id)
        }
        for (const account of attempts)
          expect(await adapter.getUserByAccount(account)).toEqual(await adapter.getUser(account.userId))
      })
    })
  })
}

testKilledUnderLoad('postgres', startPostgres)
testKilledUnderLoad('mysql', startMariadb)

describe('a SQLite database on a full disk', () => {
  function createFullDisk(pages: number) {
    const database = new Libsql(':memory:')
    const adapter = SqlAdapter(database)
    onTestFinished(() => {
      database.close()
    })
    const limitPages = () => {
      database.pragma(`max_page_count = ${pages}`)
    }
    return { database, adapter, limitPages }
  }

  test('rejects with an error, stores no partial user, and recovers when there is space', async () => {
    const { database, adapter, limitPages } = createFullDisk(1)
    await adapter.migrate()
    limitPages()
    const ada = aUser({ image: 'x'.repeat(3_000) })
    const account = anAccount(ada.id, { id_token: 'x'.repeat(200_000) })
    await expect(adapter.createUserWithAccount(ada, account)).rejects.toMatchObject({
      type: 'AdapterError',
      message: expect.stringContaining('full'),
    })
    expect(await adapter.getUserByEmail(ada.email)).toBeNull()
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    database.pragma('max_page_count = 100000')
    expect(await adapter.createUserWithAccount(ada, account)).toEqual(ada)
    expect(await adapter.getUserByAccount(account)).toEqual(ada)
  })

  test('creates no partial schema, and the whole schema when there is space', async () => {
    for (const pages of [1, 3, 5, 8, 12]) {
      const { database, adapter, limitPages } = createFullDisk(pages)
      limitPages()
      await expect(adapter.getUser('1')).rejects.toMatchObject({ type: 'AdapterError' })
      const tables = database
        .prepare(`select count(*) as count from sqlite_schema where name = 'users'`)
        .all()
      const migrationsTable = database
        .prepare(`select count(*) as count from sqlite_schema where name = 'latchkey_migration'`)
        .all()
      expect(tables).toEqual(migrationsTable)
      database.pragma('max_page_count = 100000')
      expect(await adapter.getUser('1')).toBeNull()
    }
  })
})

test('a database without tables throws an error that names the migrate command, and works after the migration', async () => {
  const database = await PGlite.create()
  onTestFinished(() => database.close())
  const adapter = SqlAdapter(database, { migrate: false })
  await expect(adapter.getUser('1')).rejects.toThrow(
    'The table "users" does not exist. Run `npx latchkey migrate` to create it.',
  )
  await adapter.migrate()
  expect(await adapter.getUser('1')).toBeNull()
})
