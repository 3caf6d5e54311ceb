import type pg from 'pg'

/**
 * The function that `neon()` gives, over a pool of pg in place of HTTP: a query is sent when it is awaited or in a
 * transaction, and there is no transaction that stays open.
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

    // biome-ignore lint/suspicious/noThenProperty: so is the real one.
    then<A, B>(
      done?: ((value: unknown) => A | PromiseLike<A>) | null,
      failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
    ) {
      return this.on(pool).then(done, failed)
    }
  }

  function throwOnTag(): never {
    throw new Error('This one is called as a tag.')
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
