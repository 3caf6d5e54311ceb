/** How long a pool of our own waits, in milliseconds; `Infinity` is for ever. */
export interface Timeouts {
  /** For a connection: a new one, or one that others have. */
  readonly connectMs: number
  /** For the answer to a statement. */
  readonly queryMs: number
}

/**
 * The deadlines of a PostgreSQL URL: what `pg` and `libpq` know as parameters counts, and everything else is `timeout`.
 *
 * They are kept here and not by the server: a server that stalls keeps none, and PgBouncer refuses a connection that
 * begins with `statement_timeout`.
 */
export function parsePostgresTimeouts(url: string, defaultMs: number): Timeouts {
  const connectSeconds = parseTimeoutParameter(url, 'connect_timeout')
  const statementMs = parseTimeoutParameter(url, 'statement_timeout')
  const queryMs = statementMs === null ? defaultMs : statementMs + defaultMs
  return {
    connectMs: connectSeconds === null ? defaultMs : connectSeconds * 1_000,
    queryMs: parseTimeoutParameter(url, 'query_timeout') ?? queryMs,
  }
}

/** The deadlines of a MySQL URL. `mysql2` knows one of them as a parameter. */
export function parseMysqlTimeouts(url: string, defaultMs: number): Timeouts {
  return { connectMs: parseTimeoutParameter(url, 'connectTimeout') ?? defaultMs, queryMs: defaultMs }
}

/** Timers know nothing longer; it is 24 days. */
export const maxTimerMs = 2 ** 31 - 1

/** As drivers write it, where zero is for ever. */
export function toDriverTimeout(milliseconds: number): number {
  return milliseconds > maxTimerMs ? 0 : milliseconds
}

/** A password may hold what no URL may, so only what stands behind the question mark is read. */
function parseTimeoutParameter(url: string, name: string): number | null {
  const value = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]).get(name)
  const number = Number.parseInt(value ?? '', 10)
  if (Number.isNaN(number)) return null
  return number > 0 ? number : Number.POSITIVE_INFINITY
}
