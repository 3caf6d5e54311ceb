import { rm } from 'node:fs/promises'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Database from 'libsql'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { newFolder } from '../folder.js'
import { portOf } from '../servers.js'
import { type OpenStore, ownUserColumns, type Trial } from '../store.js'

const adapter = 'SqlAdapter'
const traits = { ownUserColumns }

export const trials: Trial[] = [
  { adapter, store: 'SQLite (libsql)', traits, open: openLibsql },
  { adapter, store: 'PostgreSQL', needs: 'postgres', traits, open: openPostgres },
  { adapter, store: 'MariaDB', needs: 'mariadb', traits, open: openMariadb },
]

const clear = ['delete from users', 'delete from verification_tokens']
const columns = ownUserColumns.map(column => `alter table users add column ${column} text`)

type Run = (statement: string) => unknown

async function openLibsql(): Promise<OpenStore> {
  const folder = await newFolder('sql')
  const file = `${folder}/app.db`
  return open(
    `file:${file}`,
    () => {
      const database = new Database(file)
      return { run: statement => database.exec(statement), end: () => database.close() }
    },
    () => rm(folder, { recursive: true }),
  )
}

async function openPostgres(): Promise<OpenStore> {
  const server = `postgres://test@127.0.0.1:${portOf('postgres')}`
  const first = new pg.Client(`${server}/postgres`)
  await first.connect()
  await first.query('create database own')
  await first.end()
  return open(`${server}/own`, async () => {
    const client = new pg.Client(`${server}/own`)
    await client.connect()
    return { run: statement => client.query(statement), end: () => client.end() }
  })
}

async function openMariadb(): Promise<OpenStore> {
  const server = `mysql://root@127.0.0.1:${portOf('mariadb')}`
  const first = await mysql.createConnection(`${server}/mysql`)
  await first.query('create database own')
  await first.end()
  return open(`${server}/own`, async () => {
    const connection = await mysql.createConnection(`${server}/own`)
    return { run: statement => connection.query(statement), end: () => connection.end() }
  })
}

interface Client {
  readonly run: Run
  end(): unknown
}

/** The adapter makes its tables; the app adds its columns, as in a migration of its own. */
async function open(
  url: string,
  connect: () => Client | Promise<Client>,
  remove: () => Promise<void> = async () => {},
): Promise<OpenStore> {
  await using first = SqlAdapter(url)
  await first.migrate()
  const client = await connect()
  for (const statement of columns) await client.run(statement)
  const opened = SqlAdapter(url)
  return {
    adapter: opened,
    async empty() {
      for (const statement of clear) await client.run(statement)
    },
    async close() {
      await client.end()
      await opened.close()
      await remove()
    },
  }
}
