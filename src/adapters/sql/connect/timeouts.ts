/** The timeouts of a pool that the adapter opens, in milliseconds. `Infinity` disables a timeout. */
export interface Timeouts {
  /** The timeout for acquiring a connection, whether new or from the pool. */
  readonly connectMs: number
  /** The timeout for the result of a statement. */
  readonly queryMs: number
}

/**
 * Parses the timeouts of a PostgreSQL URL. The parameters of `pg` and `libpq` take precedence over `defaultMs`.
 *
 * The client enforces them: a stalled server enforces no timeout, and PgBouncer rejects a connection that starts with
 * `statement_timeout`.
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

/** Parses the timeouts of a MySQL URL. `connectTimeout` is the only one that `mysql2` has as a parameter. */
export function parseMysqlTimeouts(url: string, defaultMs: number): Timeouts {
  return { connectMs: parseTimeoutParameter(url, 'connectTimeout') ?? defaultMs, queryMs: defaultMs }
}

/** The maximum delay of a JavaScript timer: 24 days. */
export const maxTimerMs = 2 ** 31 - 1

/** Converts a timeout to the form of the drivers, where 0 means no timeout. */
export function toDriverTimeout(milliseconds: number): number {
  return milliseconds > maxTimerMs ? 0 : milliseconds
}

/** Parses only the query string, because a password may contain characters that make the URL invalid. */
function parseTimeoutParameter(url: string, name: string): number | null {
  const value = new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]).get(name)
  const number = Number.parseInt(value ?? '', 10)
  if (Number.isNaN(number)) return null
  return number > 0 ? number : Number.POSITIVE_INFINITY
}
