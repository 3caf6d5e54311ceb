import mysql from 'mysql2/promise'
import pg from 'pg'
import { createMariadbDatabase, createPostgresDatabase } from '../servers.js'

/** Creates a pool on a new, empty database. */
export async function createPostgresPool(): Promise<pg.Pool> {
  return new pg.Pool({ connectionString: await createPostgresDatabase() })
}

/** Creates a pool on a new, empty database. */
export async function createMariadbPool(collation: string): Promise<mysql.Pool> {
  return mysql.createPool(await createMariadbDatabase(collation))
}
