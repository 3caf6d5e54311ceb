/** Returns a row with changed members. The copy keeps the class of the row, whose getters apps may read. */
export function copyRow(
  row: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(row)) as Record<string, unknown>, row)
  for (const [member, value] of Object.entries(changes))
    Object.defineProperty(copy, member, { value, enumerable: true, writable: true, configurable: true })
  return copy
}
