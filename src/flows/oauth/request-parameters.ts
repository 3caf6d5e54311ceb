import { interpolate, listPlaceholders } from '../../base/template.js'
import type { TokenSet } from '../../types/account.js'
import type { ParameterNames } from '../../types/endpoint.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'

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

/** What `{callback.…}`, `{tokens.…}` and `{profile.…}` stand for in the texts of a provider. */
export type TemplateValues = (name: string) => string | undefined

/** The values of one sign-in: what the provider sent the visitor back with, and the tokens once they are there. */
export function createTemplateValues(
  provider: OAuthProvider,
  params: URLSearchParams,
  tokens: TokenSet = {},
): TemplateValues {
  const callbackParams = Object.fromEntries(params)
  return createLookup({ callback: provider.callback.values?.(callbackParams) ?? callbackParams, tokens })
}

/** The same, and `{profile.…}`: what the profile says by then. */
export function withProfileValues(
  values: TemplateValues,
  profile: Readonly<Record<string, unknown>>,
): TemplateValues {
  const profileValues = createLookup({ profile })
  return name => profileValues(name) ?? values(name)
}

function createLookup(sources: Readonly<Record<string, object>>): TemplateValues {
  const sourceMap = new Map(Object.entries(sources))
  return name => {
    const [source = '', key = ''] = name.split('.')
    const value: unknown = new Map(Object.entries(sourceMap.get(source) ?? {})).get(key)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
}

/**
 * An address, filled; empty where one of its values is missing. A value that stands at its start is an address itself;
 * any other is one part of it.
 */
export function interpolateUrl(template: string, values: TemplateValues): string {
  if (listPlaceholders(template).some(name => values(name) === undefined)) return ''
  const [prefix = ''] = /^\{[\w.]+\}/.exec(template) ?? []
  return (
    interpolate(prefix, values) +
    interpolate(template.slice(prefix.length), name => encodeUrlPart(values(name)))
  )
}

/** Dots alone would stand for the folder above. */
function encodeUrlPart(value: string | undefined): string | undefined {
  return value && encodeURIComponent(value).replace(/^\.+$/, '')
}

/** Members or headers, filled. */
export function interpolateEntries(
  templates: Readonly<Record<string, string>> | undefined,
  values: TemplateValues,
): Array<[string, string]> {
  return Object.entries(templates ?? {}).map(([name, template]) => [name, interpolate(template, values)])
}
