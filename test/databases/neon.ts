import type pg from 'pg'

/**
 * Simulates the client of `neon()` with a pool of pg instead of HTTP. A query is sent when it is awaited or in a transaction.
 * Interactive transactions are not supported.
 */
export function createNeonClient(pool: pg.Pool) {
  interface Options {
    fullResults?: boolean
  }

  class NeonQuery implements PromiseLike<unknown> {
    constructor(
      readonly text: string,
      readonly values: unknown[],
      readonly options: Options,
    ) {}

    async on(client: pg.Pool | pg.PoolClient): Promise<unknown> {
      const result = await client.query(this.text, this.values)
      return this.options.fullResults ? { rows: result.rows, rowCount: result.rowCount } : result.rows
    }

    // biome-ignore lint/suspicious/noThenProperty: the real client is also thenable.
    then<A, B>(
      done?: ((value: unknown) => A | PromiseLike<A>) | null,
      failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
    ) {
      return this.on(pool).then(done, failed)
    }
  }

  function throwOnTag(): never {
    throw new Error('Call this client as a template tag.')
  }

  return Object.assign(throwOnTag, {
    query: (text: string, values: unknown[] = [], options: Options = {}) =>
      new NeonQuery(text, values, options),
    async transaction(queries: NeonQuery[]) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const results: unknown[] = []
        for (const query of queries) results.push(await query.on(client))
        await client.query('commit')
        return results
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  })
}
