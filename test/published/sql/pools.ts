import mysql from 'mysql2/promise'
import pg from 'pg'
import { mariadbDatabase, postgresDatabase } from '../servers.js'

/** A pool on a new, empty database. */
export async function postgresPool(): Promise<pg.Pool> {
  return new pg.Pool({ connectionString: await postgresDatabase() })
}

/** A pool on a new, empty database. */
export async function mariadbPool(collation: string): Promise<mysql.Pool> {
  return mysql.createPool(await mariadbDatabase(collation))
}
