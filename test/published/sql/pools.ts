import mysql from 'mysql2/promise'
import pg from 'pg'
import { portOf } from '../servers.js'

let databases = 0

/** A pool on a new, empty database. */
export async function postgresPool(): Promise<pg.Pool> {
  const database = `sql-${databases++}`
  const port = portOf('postgres')
  const address = { host: '127.0.0.1', port, user: 'test' }
  const first = new pg.Client({ ...address, database: 'postgres' })
  await first.connect()
  await first.query(`create database "${database}"`)
  await first.end()
  return new pg.Pool({ ...address, database })
}

/** A pool on a new, empty database. */
export async function mariadbPool(collation: string): Promise<mysql.Pool> {
  const database = `sql-${databases++}`
  const port = portOf('mariadb')
  const address = { host: '127.0.0.1', port, user: 'root' }
  const first = await mysql.createConnection(address)
  await first.query(`create database \`${database}\` collate ${collation}`)
  await first.end()
  return mysql.createPool({ ...address, database })
}
