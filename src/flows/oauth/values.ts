import { fill, placeholdersOf } from '../../base/template.js'
import type { TokenSet } from '../../types/account.js'
import type { OAuthProvider } from '../../types/resolved-provider.js'

/** What `{callback.…}`, `{tokens.…}` and `{profile.…}` stand for in the texts of a provider. */
export type Values = (name: string) => string | undefined

/** The values of one sign-in: what the provider sent the visitor back with, and the tokens once they are there. */
export function valuesOf(provider: OAuthProvider, params: URLSearchParams, tokens: TokenSet = {}): Values {
  const sent = Object.fromEntries(params)
  return inPlaces({ callback: provider.callback.values?.(sent) ?? sent, tokens })
}

/** The same, and `{profile.…}`: what the profile says by then. */
export function withProfile(values: Values, profile: Readonly<Record<string, unknown>>): Values {
  const known = inPlaces({ profile })
  return name => known(name) ?? values(name)
}

function inPlaces(given: Readonly<Record<string, object>>): Values {
  const places = new Map(Object.entries(given))
  return name => {
    const [place = '', member = ''] = name.split('.')
    const value: unknown = new Map(Object.entries(places.get(place) ?? {})).get(member)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
}

/**
 * An address, filled; empty where one of its values is missing. A value that stands at its start is an address itself;
 * any other is one part of it.
 */
export function fillAddress(template: string, values: Values): string {
  if (placeholdersOf(template).some(name => values(name) === undefined)) return ''
  const [start = ''] = /^\{[\w.]+\}/.exec(template) ?? []
  return fill(start, values) + fill(template.slice(start.length), name => asPart(values(name)))
}

/** Dots alone would stand for the folder above. */
function asPart(value: string | undefined): string | undefined {
  return value && encodeURIComponent(value).replace(/^\.+$/, '')
}

/** Members or headers, filled. */
export function filledEntries(
  texts: Readonly<Record<string, string>> | undefined,
  values: Values,
): Array<[string, string]> {
  return Object.entries(texts ?? {}).map(([name, text]) => [name, fill(text, values)])
}
