import { Kysely, MysqlDialect } from 'kysely'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { describeAdapter } from 'latchkey/testing'
import callbacks from 'mysql2'
import mysql from 'mysql2/promise'
import { expect, test } from 'vitest'
import { runner } from '../contract/runner.js'
import { extraUserColumns } from '../contract/sqlite-file-adapter.js'
import { withServer } from '../support/databases/with-server.js'
import {
  type ConnectionInput,
  createAdapterFactory,
  createDatabase,
  type TestDatabase,
} from './test-databases.js'

type Give = (store: TestDatabase) => Promise<ConnectionInput>

const drivers: Readonly<Record<string, Give>> = {
  'a connection string': async ({ url }) => ({ connection: url.replace('mysql:', 'mariadb:') }),
  'a promise pool in another time zone': async ({ url }) => {
    const pool = mysql.createPool({ uri: url, timezone: '+05:30', dateStrings: true })
    return { connection: pool, end: () => pool.end() }
  },
  'a callback pool': async ({ url }) => {
    const pool = callbacks.createPool(url)
    return { connection: pool, end: () => pool.promise().end() }
  },
  'a single connection': async ({ url }) => {
    const connection = await mysql.createConnection(url)
    return { connection, end: () => connection.end() }
  },
  'a Kysely instance': async ({ url }) => {
    const pool = callbacks.createPool(url)
    return {
      connection: new Kysely({ dialect: new MysqlDialect({ pool }) }),
      end: () => pool.promise().end(),
    }
  },
}

/** Returns the pool, with `afterInsert` called between an insert and the result that its caller receives. */
function tapInserts<T extends object>(client: T, afterInsert: () => Promise<unknown>): T {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      const call = (...args: unknown[]): unknown => Reflect.apply(member, target, args)
      if (name === 'getConnection') return async () => tapInserts(Object(await call()), afterInsert)
      if (name !== 'execute') return call
      return async (options: { sql: string }) => {
        const result = await call(options)
        if (options.sql.startsWith('insert into')) await afterInsert()
        return result
      }
    },
  })
}

withServer('mysql', url => {
  test('a session that another process deletes while it is created is no error', async () => {
    const database = await createDatabase(url)
    const pool = mysql.createPool(database.url)
    let deletes = async (): Promise<unknown> => null
    const adapter = SqlAdapter(tapInserts(pool, () => deletes()))
    await adapter.migrate()
    const user = await adapter.createUser({ id: 'ada', email: 'ada@example.com', emailVerified: null })
    // The other process gives up at once if the record is locked.
    await database.run('set session innodb_lock_wait_timeout = 0')
    deletes = () => database.run('delete from sessions').catch((error: unknown) => error)
    const session = { sessionToken: 'token', userId: user.id, expires: new Date('2100-01-01') }
    expect(await adapter.createSession(session)).toMatchObject(session)
    await pool.end()
    await database.drop()
  })

  for (const [name, give] of Object.entries(drivers))
    describeAdapter(
      runner,
      createAdapterFactory(() => createDatabase(url), give),
      { name: `SqlAdapter on MariaDB with ${name}`, extraUserColumns: extraUserColumns },
    )
})
