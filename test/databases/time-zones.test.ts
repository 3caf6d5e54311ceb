import type { SqlConnection } from 'latchkey/adapters/sql'
import { SqlAdapter } from 'latchkey/adapters/sql'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withServer } from '../support/databases/with-server.js'
import { createDatabase, createSchema, type TestDatabase } from './test-databases.js'

const { TZ: initialTimeZone } = process.env

function setTimeZone(timeZone: string | undefined): void {
  if (timeZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = timeZone
}

afterEach(() => setTimeZone(initialTimeZone))

/** Time zones of a server, and their offset in January in minutes. */
const timeZones: Readonly<Record<string, number>> = {
  'Asia/Kolkata': -330,
  'America/New_York': 300,
  UTC: 0,
}

/** Their text in UTC, read as local time of New York, is in the hour that the clocks skip or repeat. */
const instants = ['2100-01-01T10:00:00.123Z', '2100-03-14T02:30:00.000Z', '2100-11-07T01:30:00.000Z']

interface Driver {
  readonly connection: SqlConnection
  end?(): Promise<unknown>
}

/** Defines the tests of a driver. Each write and read has a process, as far as dates are concerned, in another time zone. */
function describeDriver(
  name: string,
  create: () => Promise<TestDatabase>,
  open: (store: TestDatabase) => Driver,
) {
  let store: TestDatabase
  let userId = ''

  /** Runs a step with a connection that was opened in the time zone. */
  async function runIn<T>(timeZone: string, step: (adapter: ReturnType<typeof SqlAdapter>) => Promise<T>) {
    setTimeZone(timeZone)
    expect(new Date(Date.UTC(2100, 0, 1)).getTimezoneOffset()).toBe(timeZones[timeZone])
    const { connection, end } = open(store)
    const adapter = SqlAdapter(connection)
    try {
      return await step(adapter)
    } finally {
      await adapter.close()
      await end?.()
    }
  }

  beforeAll(async () => {
    store = await create()
    await runIn('UTC', async adapter => {
      await adapter.migrate()
      userId = (await adapter.createUser({ id: 'ada', email: 'ada@example.com', emailVerified: null })).id
    })
  })
  afterAll(() => store.drop())

  const pairs = Object.keys(timeZones).flatMap(from => Object.keys(timeZones).map(to => [from, to] as const))

  test.each(pairs)(`${name}: dates that are written in %s are the same instants in %s`, async (from, to) => {
    for (const instant of instants) {
      const expires = new Date(instant)
      const key = `${from} ${to} ${instant}`
      const token = { identifier: 'ada@example.com', token: key }
      const record = { kind: 'note', id: key, userId, value: 1 }
      await runIn(from, async adapter => {
        await adapter.createSession({ sessionToken: key, userId, expires })
        await adapter.createVerificationToken({ ...token, expires })
        await adapter.records.putRecord({ ...record, expires })
        await adapter.updateUser({ id: userId, emailVerified: expires })
      })
      await runIn(to, async adapter => {
        expect((await adapter.getSessionAndUser(key))?.session.expires).toEqual(expires)
        expect(await adapter.useVerificationToken(token)).toMatchObject({ expires })
        expect(await adapter.records.getRecord('note', key)).toMatchObject({ expires })
        expect(await adapter.getUser(userId)).toMatchObject({ emailVerified: expires })
      })
    }
  })

  test(`${name}: a record has ended in each time zone at the same moment`, async () => {
    const ends = { past: -600_000, future: 600_000 }
    for (const from of Object.keys(timeZones))
      for (const [id, distance] of Object.entries(ends)) {
        const expires = new Date(Date.now() + distance)
        await runIn(from, async adapter =>
          adapter.records.putRecord({ kind: 'end', id, userId, value: 1, expires }),
        )
        for (const to of Object.keys(timeZones)) {
          const found = await runIn(to, async adapter => adapter.records.getRecord('end', id))
          expect(found !== null, `${from} ${to}`).toBe(id === 'future')
        }
      }
  })
}

withServer('mysql', url => {
  const create = () => createDatabase(url)
  describeDriver('MariaDB by a connection string', create, store => ({
    connection: store.url.replace('mysql:', 'mariadb:'),
  }))
  describeDriver('MariaDB by a pool', create, store => {
    const pool = mysql.createPool(store.url)
    return { connection: pool, end: () => pool.end() }
  })
})

withServer('postgres', url => {
  const create = () => createSchema(url)
  describeDriver('PostgreSQL by a connection string', create, store => ({ connection: store.url }))
  describeDriver('PostgreSQL by a pool', create, store => {
    const pool = new pg.Pool({ connectionString: store.url })
    return { connection: pool, end: () => pool.end() }
  })
})
