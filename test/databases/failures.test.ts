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

/** A server of its own, for this one is killed. */
function testKilledUnderLoad(family: 'postgres' | 'mysql', begin: () => Promise<Server>): void {
  withServer(family, () => {
    describe(`${family} killed and started again while people sign in`, () => {
      let server: Server

      beforeAll(async () => {
        server = await begin()
      })

      afterAll(() => server?.stop())

      test('fails calls while it is away, answers again afterwards, and has nobody by halves', {
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

describe('a SQLite file whose disk is full', () => {
  function createFullDisk(pages: number) {
    const database = new Libsql(':memory:')
    const adapter = SqlAdapter(database)
    onTestFinished(() => {
      database.close()
    })
    const room = () => {
      database.pragma(`max_page_count = ${pages}`)
    }
    return { database, adapter, room }
  }

  test('makes nobody by halves, says so, and goes on when there is room', async () => {
    const { database, adapter, room } = createFullDisk(1)
    await adapter.migrate()
    room()
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

  test('gets no tables by halves, and all of them when there is room', async () => {
    for (const pages of [1, 3, 5, 8, 12]) {
      const { database, adapter, room } = createFullDisk(pages)
      room()
      await expect(adapter.getUser('1')).rejects.toMatchObject({ type: 'AdapterError' })
      const tables = database
        .prepare(`select count(*) as count from sqlite_schema where name = 'users'`)
        .all()
      const ledger = database
        .prepare(`select count(*) as count from sqlite_schema where name = 'latchkey_migration'`)
        .all()
      expect(tables).toEqual(ledger)
      database.pragma('max_page_count = 100000')
      expect(await adapter.getUser('1')).toBeNull()
    }
  })
})

test('a database that is there but has no tables says how to make them, and is looked at again', async () => {
  const database = await PGlite.create()
  onTestFinished(() => database.close())
  const adapter = SqlAdapter(database, { migrate: false })
  await expect(adapter.getUser('1')).rejects.toThrow(
    'The table "users" does not exist. Run `npx latchkey migrate` to create it.',
  )
  await adapter.migrate()
  expect(await adapter.getUser('1')).toBeNull()
})
