import mysql from 'mysql2/promise'
import pg from 'pg'
import { serverOf } from '../servers.js'

/** A pool on a new, empty database of this name. */
export async function postgresPool(database: string): Promise<pg.Pool> {
  const { port } = await serverOf('postgres')
  const address = { host: '127.0.0.1', port, user: 'test' }
  const first = new pg.Client({ ...address, database: 'postgres' })
  await first.connect()
  await first.query(`create database "${database}"`)
  await first.end()
  return new pg.Pool({ ...address, database })
}

/** A pool on a new, empty database of this name. */
export async function mariadbPool(database: string): Promise<mysql.Pool> {
  const { port } = await serverOf('mariadb')
  const address = { host: '127.0.0.1', port, user: 'root' }
  const first = await mysql.createConnection(address)
  await first.query(`create database \`${database}\` character set utf8mb4`)
  await first.end()
  return mysql.createPool({ ...address, database })
}
