/** Values by placeholder name. */
export type PlaceholderValues = Readonly<Record<string, string>>

/** Replaces known placeholders. Others, such as `{tenantid}` of Microsoft, are kept. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** Returns whether a value matches a fixture. `{any}` matches any value that is not empty. Objects may have more members. */
export function isMatch(given: unknown, wanted: unknown): boolean {
  if (wanted === '{any}') return given !== undefined && given !== null && given !== ''
  if (typeof wanted !== 'object' || wanted === null) return given === wanted
  if (typeof given !== 'object' || given === null) return false
  return Object.entries(wanted).every(([name, value]) => isMatch(Reflect.get(given, name), value))
}
