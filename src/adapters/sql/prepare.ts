import type { CompiledQuery, Kysely } from 'kysely'
import type { Row, Tables } from './schema.js'
import { isExact } from './values.js'

/** Answers for the values of its key, in the order in which the statement names them. */
export type Prepared<T> = (...values: readonly string[]) => Promise<T>

/** Stands in a statement where each call binds a value of its own. */
export const slot = ''

/** Compiles once and binds at each call: building and compiling cost more than the query itself. */
export function prepare(db: Kysely<Tables>, query: CompiledQuery<Row>): Prepared<Row[]> {
  return async (...values) => {
    if (!values.every(isExact)) return []
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: values })
    return rows
  }
}
