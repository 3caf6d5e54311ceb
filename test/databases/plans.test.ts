import { SqlAdapter } from 'latchkey/adapters/sql'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { callEveryMethod } from '../contract/call-every-method.js'
import { withServer } from '../support/databases/with-server.js'
import { createDatabase, createSchema, type TestDatabase } from './test-databases.js'

/** The number of rows. It is high enough that the planner prefers an index over a full table scan. */
const rows = 100_000

/** Inserts users with one record of each kind. `series` provides `i`, and `time` is in the future. */
async function fill(store: TestDatabase, quote: string, series: string, time: string): Promise<void> {
  const name = (column: string) => `${quote}${column}${quote}`
  const into = (table: string, columns: string, values: string) =>
    store.run(
      `insert into ${store.name}.${table} (${columns.split(' ').map(name).join(', ')}) select ${values} from ${series}`,
    )
  const [key, owner] = ["concat('key-', i)", "concat('user-', i)"]
  await into('users', 'id email', `${owner}, concat(i, '@example.com')`)
  await into('accounts', 'userId type provider providerAccountId', `${owner}, 'oauth', 'github', ${key}`)
  await into('sessions', 'sessionToken userId expires', `${key}, ${owner}, ${time}`)
  await into('verification_tokens', 'identifier token expires', `concat(i, '@example.com'), ${key}, ${time}`)
  await into(
    'authenticators',
    'credentialID userId providerAccountId credentialPublicKey counter credentialDeviceType credentialBackedUp',
    `${key}, ${owner}, ${key}, 'key', 0, 'multiDevice', true`,
  )
  await into(
    'latchkey_record',
    'kind id userId value version expires',
    `'note', ${key}, ${owner}, '1', 1, ${time}`,
  )
}

/** The query plan of a statement, explained before the statement runs. */
interface Plan {
  readonly sql: string
  readonly steps: unknown[]
}

const plannable = /^(select|insert|update|delete) /

withServer('postgres', url => {
  test('no statement scans a whole table in PostgreSQL', async () => {
    const store = await createSchema(url)
    onTestFinished(() => store.drop())
    const client = new pg.Client(store.url)
    await client.connect()
    onTestFinished(() => client.end())
    const plans: Plan[] = []
    const explained = {
      connect: () => client.connect(),
      async query(sql: string, values: unknown[] = []) {
        if (plannable.test(sql))
          plans.push({ sql, steps: (await client.query(`explain ${sql}`, values)).rows })
        return client.query(sql, values)
      },
    }
    await SqlAdapter(client).migrate()
    await fill(store, '"', `generate_series(1, ${rows}) as series(i)`, "now() + i * interval '1 second'")
    await store.run('analyze')

    await callEveryMethod(SqlAdapter(explained))
    const ours = plans.filter(({ sql }) => !sql.includes('pg_attribute'))
    expect(ours.length).toBeGreaterThan(20)
    for (const { sql, steps } of ours) expect(JSON.stringify(steps), sql).not.toContain('Seq Scan')
  })
})

withServer('mysql', url => {
  test('no statement scans a whole table in MariaDB', async () => {
    const store = await createDatabase(url)
    onTestFinished(() => store.drop())
    const connection = await mysql.createConnection(store.url)
    onTestFinished(() => connection.end())
    const plans: Plan[] = []
    const run = async ({ sql, values }: { sql: string; values: never[] }) => {
      if (plannable.test(sql)) {
        const [steps] = await connection.query<mysql.RowDataPacket[]>(`explain ${sql}`, values)
        plans.push({ sql, steps })
      }
      return connection.query(sql, values)
    }
    await SqlAdapter(connection).migrate()
    const series = `(select seq as i from seq_1_to_${rows}) as series`
    await fill(store, '`', series, 'date_add(now(3), interval i second)')
    await store.run(
      'analyze table users, accounts, sessions, verification_tokens, authenticators, latchkey_record',
    )

    await callEveryMethod(SqlAdapter({ execute: run, query: run }))
    const ours = plans.filter(({ sql }) => !sql.startsWith('insert ') && !sql.includes('information_schema'))
    expect(ours.length).toBeGreaterThan(20)
    for (const { sql, steps } of ours) expect(JSON.stringify(steps), sql).not.toMatch(/"type":"(ALL|index)"/)
  })
})
