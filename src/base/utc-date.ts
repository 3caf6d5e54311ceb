/** Parses a date. Text without a time zone is in UTC: databases drop the zone, and that of the server differs between machines. */
export function parseUtcDate(value: Date | string | number): Date {
  if (typeof value !== 'string' || /[zZ]$|[+-]\d\d(:?\d\d)?$/.test(value)) return new Date(value)
  const date = new Date(`${value.replace(' ', 'T')}Z`)
  return Number.isNaN(date.getTime()) ? new Date(value) : date
}
