/** How long a pool of our own waits, in milliseconds; `Infinity` is for ever. */
export interface Deadlines {
  /** For a connection: a new one, or one that others have. */
  readonly connect: number
  /** For the answer to a statement. */
  readonly answer: number
}

/**
 * The deadlines of a PostgreSQL URL: what `pg` and `libpq` know as parameters counts, and everything else is `timeout`.
 *
 * They are kept here and not by the server: a server that stalls keeps none, and PgBouncer refuses a connection that
 * begins with `statement_timeout`.
 */
export function postgresDeadlines(url: string, timeout: number): Deadlines {
  const seconds = given(url, 'connect_timeout')
  const statement = given(url, 'statement_timeout')
  const answer = statement === null ? timeout : statement + timeout
  return {
    connect: seconds === null ? timeout : seconds * 1_000,
    answer: given(url, 'query_timeout') ?? answer,
  }
}

/** The deadlines of a MySQL URL. `mysql2` knows one of them as a parameter. */
export function mysqlDeadlines(url: string, timeout: number): Deadlines {
  return { connect: given(url, 'connectTimeout') ?? timeout, answer: timeout }
}

/** Timers know nothing longer; it is 24 days. */
export const longest = 2 ** 31 - 1

/** As drivers write it, where zero is for ever. */
export function orZero(milliseconds: number): number {
  return milliseconds > longest ? 0 : milliseconds
}

/** A password may hold what no URL may, so only what stands behind the question mark is read. */
function given(url: string, name: string): number | null {
  const written = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]).get(name)
  const number = Number.parseInt(written ?? '', 10)
  if (Number.isNaN(number)) return null
  return number > 0 ? number : Number.POSITIVE_INFINITY
}
