const isoDateTime = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})/

/**
 * Returns whether the value is text with an ISO 8601 date and time. For adapters whose store keeps dates as text.
 *
 * @example
 * ```ts
 * import { isDate } from 'latchkey/adapters'
 *
 * const revive = (value: unknown) => (isDate(value) ? new Date(value) : value)
 * ```
 */
export function isDate(value: unknown): value is string {
  return typeof value === 'string' && isoDateTime.test(value) && !Number.isNaN(Date.parse(value))
}
