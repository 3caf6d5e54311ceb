import type { ParameterNames } from '../../types/endpoint.js'

/** Names and values of a query, a form or the headers. */
export type Entries = ReadonlyArray<readonly [string, string]>

/** Parameters under the names that a provider has for them. */
export function renameParams(entries: Entries, names: ParameterNames): Array<[string, string]> {
  return entries.flatMap(([name, value]) => {
    const providerName = Object.hasOwn(names, name) ? names[name] : name
    return providerName ? [[providerName, value] satisfies [string, string]] : []
  })
}

/** An address with parameters added to its own. */
export function setSearchParams(baseUrl: string, entries: Entries): string {
  const url = new URL(baseUrl)
  for (const [name, value] of entries) url.searchParams.set(name, value)
  return url.href
}
