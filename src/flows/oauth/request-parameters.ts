import { parseUrl } from '../../base/parse.js'
import { interpolate, listPlaceholders } from '../../base/template.js'
import type { TokenSet } from '../../types/account.js'
import type { Context } from '../../types/context.js'
import type { ParameterNames } from '../../types/endpoint.js'
import type { ResolvedOAuthProvider } from '../../types/resolved-provider.js'

/** Returns the redirect URI: the callback URL of this deployment, or that of the redirect proxy. */
export function getRedirectUri(ctx: Context, provider: ResolvedOAuthProvider): string {
  const { id, redirectProxyUrl } = provider
  return redirectProxyUrl && shouldUseProxy(ctx, provider)
    ? `${redirectProxyUrl}/callback/${id}`
    : getCallbackUrl(ctx, provider)
}

/** Returns the callback URL of this deployment. */
export function getCallbackUrl({ authUrl }: Context, { id }: ResolvedOAuthProvider): string {
  return `${authUrl}/callback/${id}`
}

/** Does a redirect proxy receive the callback? Not if this deployment is the proxy. */
export function shouldUseProxy({ origin }: Context, { redirectProxyUrl }: ResolvedOAuthProvider): boolean {
  return redirectProxyUrl !== undefined && parseUrl(redirectProxyUrl)?.origin !== origin
}

/** Names and values of a query, a form or headers. */
export type SearchParamsEntries = ReadonlyArray<readonly [string, string]>

/** Renames parameters to other names, or drops those whose new name is empty. */
export function renameParams(
  entries: SearchParamsEntries,
  newNames: ParameterNames,
): Array<[string, string]> {
  return entries.flatMap(([name, value]) => {
    const newName = Object.hasOwn(newNames, name) ? newNames[name] : name
    return newName ? [[newName, value] satisfies [string, string]] : []
  })
}

/** Sets query parameters of a URL. */
export function setSearchParams(baseUrl: string, entries: SearchParamsEntries): string {
  const url = new URL(baseUrl)
  for (const [name, value] of entries) url.searchParams.set(name, value)
  return url.href
}

/** Returns the value of a placeholder such as `{callback.…}`, `{tokens.…}` or `{profile.…}`. */
export type PlaceholderResolver = (name: string) => string | undefined

/** Creates the resolver for the placeholders of one sign-in: the callback parameters, and the tokens once they are known. */
export function createPlaceholderResolver(
  provider: ResolvedOAuthProvider,
  params: URLSearchParams,
  tokens: TokenSet = {},
): PlaceholderResolver {
  const callbackParams = Object.fromEntries(params)
  return createLookup({
    callback: provider.callback.getPlaceholderValues?.(callbackParams) ?? callbackParams,
    tokens,
  })
}

/** Adds the values of the profile. */
export function createProfilePlaceholderResolver(
  resolvePlaceholder: PlaceholderResolver,
  profile: Readonly<Record<string, unknown>>,
): PlaceholderResolver {
  const profileValues = createLookup({ profile })
  return name => profileValues(name) ?? resolvePlaceholder(name)
}

function createLookup(sources: Readonly<Record<string, object>>): PlaceholderResolver {
  const sourceMap = new Map(Object.entries(sources))
  return name => {
    const [source = '', key = ''] = name.split('.')
    const value: unknown = new Map(Object.entries(sourceMap.get(source) ?? {})).get(key)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
}

/**
 * Fills the placeholders of a URL. Returns an empty string if a value is missing. A value at the start is itself a URL; any other is
 * encoded as one part.
 */
export function interpolateUrl(template: string, resolvePlaceholder: PlaceholderResolver): string {
  if (listPlaceholders(template).some(name => resolvePlaceholder(name) === undefined)) return ''
  const [prefix = ''] = /^\{[\w.]+\}/.exec(template) ?? []
  return (
    interpolate(prefix, resolvePlaceholder) +
    interpolate(template.slice(prefix.length), name => encodeUrlPart(resolvePlaceholder(name)))
  )
}

/** Removes a value of dots only, which would be a parent directory. */
function encodeUrlPart(value: string | undefined): string | undefined {
  return value && encodeURIComponent(value).replace(/^\.+$/, '')
}

/** Fills the placeholders of parameters or headers. */
export function interpolateEntries(
  templates: Readonly<Record<string, string>> | undefined,
  resolvePlaceholder: PlaceholderResolver,
): Array<[string, string]> {
  return Object.entries(templates ?? {}).map(([name, template]) => [
    name,
    interpolate(template, resolvePlaceholder),
  ])
}

/** Does the provider respond with a cross-site form? OAuth 2.0 Form Post Response Mode. */
export function isFormPost({ authorizationParams }: ResolvedOAuthProvider): boolean {
  return authorizationParams.response_mode === 'form_post'
}
