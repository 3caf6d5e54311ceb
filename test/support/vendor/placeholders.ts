/** What the placeholders of a fixture stand for. */
export type PlaceholderValues = Readonly<Record<string, string>>

/** A text with the placeholders that are known filled; others, such as a vendor's own `{tenantid}`, stay. */
export function fillPlaceholders(text: string, words: PlaceholderValues): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole)
}

/** Whether a value is what a fixture wants: `{any}` is anything that is there; objects may have more members. */
export function isMatch(given: unknown, wanted: unknown): boolean {
  if (wanted === '{any}') return given !== undefined && given !== null && given !== ''
  if (typeof wanted !== 'object' || wanted === null) return given === wanted
  if (typeof given !== 'object' || given === null) return false
  return Object.entries(wanted).every(([name, value]) => isMatch(Reflect.get(given, name), value))
}
