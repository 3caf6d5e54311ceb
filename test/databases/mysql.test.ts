import { Kysely, MysqlDialect } from 'kysely'
import { describeAdapter } from 'latchkey/testing'
import callbacks from 'mysql2'
import mysql from 'mysql2/promise'
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

withServer('mysql', url => {
  for (const [name, give] of Object.entries(drivers))
    describeAdapter(
      runner,
      createAdapterFactory(() => createDatabase(url), give),
      { name: `SqlAdapter on MariaDB with ${name}`, extraUserColumns: extraUserColumns },
    )
})
