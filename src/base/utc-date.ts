/** Returns whether a date as text names its time zone. A date without a time is in UTC (ECMA-262 section 21.4.1.32). */
export function hasTimeZone(text: string): boolean {
  return /(?:z|gmt|utc|[+-]\d\d(?::?\d\d)?)$/i.test(text)
}

/** Parses a date. Text without a time zone is in UTC: databases drop the zone, and that of the server differs between machines. */
export function parseUtcDate(value: Date | string | number): Date {
  if (typeof value !== 'string' || hasTimeZone(value)) return new Date(value)
  const candidates = [`${value.replace(' ', 'T')}Z`, `${value} UTC`, value].map(text => new Date(text))
  return candidates.find(date => !Number.isNaN(date.getTime())) ?? new Date(Number.NaN)
}
