import { parseUrl } from '../base/parse.js'
import { interpolateDeep, listPlaceholders, toPlaceholderText } from '../base/template.js'
import { InvalidEndpoints } from '../errors.js'
import type {
  AuthorizationEndpointHandler,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from '../types/endpoint.js'
import type { OAuthConfig } from '../types/provider.js'
import type { EndpointUrl, ResolvedOAuthProvider } from '../types/resolved-provider.js'
import { getProviderEnvName } from './environment.js'

interface EndpointHandlers {
  authorization: AuthorizationEndpointHandler
  token: TokenEndpointHandler
  userinfo: UserinfoEndpointHandler
}

/** An endpoint with its placeholders filled and its URL parsed. */
export type ResolvedEndpoint<Name extends keyof EndpointHandlers> = Omit<EndpointHandlers[Name], 'url'> &
  EndpointUrl

/**
 * Resolves one endpoint of a provider.
 *
 * @throws InvalidEndpoints if the URL is invalid or a placeholder has no option
 */
export function resolveEndpoint<Name extends keyof EndpointHandlers>(
  config: OAuthConfig<never>,
  name: Name,
): ResolvedEndpoint<Name> {
  const configured = config[name]
  const handler = typeof configured === 'string' ? { url: configured } : (configured ?? {})
  const { url, ...rest } = fillPlaceholders(config, handler) as EndpointHandlers[Name]
  const additionalRequests =
    name === 'userinfo' ? (rest as UserinfoEndpointHandler).additionalRequests : undefined
  assertFixedHost(config, name, [{ url }, ...(additionalRequests ?? [])])
  return { ...rest, ...resolveEndpointUrl(config, name, { url, params: rest.params }) }
}

/** Returns a text option with its placeholders filled. */
export function resolveTextOption(
  config: OAuthConfig<never>,
  name: 'issuer' | 'wellKnown' | 'jwks_endpoint',
): string | undefined {
  return fillPlaceholders(config, config[name]) as string | undefined
}

/** Returns the additional accepted issuers with their placeholders filled. */
export function resolveAcceptedIssuers(config: OAuthConfig<never>): ResolvedOAuthProvider['acceptedIssuers'] {
  return fillPlaceholders(config, config.acceptedIssuers ?? []) as ResolvedOAuthProvider['acceptedIssuers']
}

/** Matches a `{callback.…}` placeholder in the host, which ends at the first single slash. */
const callbackControlledHost = /^([a-z]+:\/\/[^/?#]*)?\{callback\./i

/**
 * Rejects endpoints whose host comes from a callback parameter. Anyone can write such a parameter, and that
 * host receives the code, the client secret and the tokens.
 *
 * @throws InvalidEndpoints
 */
function assertFixedHost(
  { id, callback }: OAuthConfig<never>,
  name: keyof EndpointHandlers,
  requests: ReadonlyArray<{ readonly url?: string | undefined }>,
): void {
  if (callback?.getPlaceholderValues || !requests.some(({ url = '' }) => callbackControlledHost.test(url)))
    return
  throw new InvalidEndpoints(
    `Provider "${id}": a callback parameter sets the host of \`${name}\`. Compute \`{callback.…}\` in \`callback.getPlaceholderValues\` from a fixed list.`,
  )
}

type UrlOptions = Pick<TokenEndpointHandler, 'url' | 'params'>

function resolveEndpointUrl(
  { id }: OAuthConfig<never>,
  name: keyof EndpointHandlers,
  { url, params }: UrlOptions,
): EndpointUrl {
  if (url === undefined) return { url: undefined, template: undefined }
  if (listPlaceholders(url).length > 0) return { url: undefined, template: url }
  if (!parseUrl(url)) {
    throw new InvalidEndpoints(`Provider "${id}": \`${name}\` is not a URL. Set an absolute URL.`)
  }
  const parsed = new URL(url)
  if (name !== 'authorization')
    for (const [key, value] of toQueryEntries(params)) parsed.searchParams.set(key, value)
  return { url: parsed, template: undefined }
}

/**
 * Returns the parameters of the authorization URL. The scope defaults to `openid profile email`, also for
 * OAuth 2 providers, unless the configuration sets `scope`.
 */
export function resolveAuthorizationParams(
  config: OAuthConfig<never>,
  { url, params, forwardedOptions = [] }: ResolvedEndpoint<'authorization'>,
): Record<string, string> {
  const optionParams = Object.fromEntries(
    forwardedOptions.map(name => [name, Reflect.get(config, name) || undefined]),
  )
  const configuredParams = Object.fromEntries([
    ...(url?.searchParams ?? []),
    ...toQueryEntries(params),
    ...toQueryEntries(optionParams),
  ])
  const needsDefaultScope = (config.type === 'oidc' || url !== undefined) && params?.scope !== null
  return 'scope' in configuredParams || !needsDefaultScope
    ? configuredParams
    : { ...configuredParams, scope: 'openid profile email' }
}

function toQueryEntries(params: Record<string, unknown> = {}): Array<[string, string]> {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  return entries.map(([key, value]) => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
}

function fillPlaceholders(config: OAuthConfig<never>, value: unknown): unknown {
  return interpolateDeep(value, name => (name.includes('.') ? undefined : getProviderOption(config, name)))
}

/**
 * Returns a provider option for a placeholder. Missing client credentials become empty text, because they are
 * reported at sign-in.
 *
 * @throws InvalidEndpoints if another option is missing
 */
function getProviderOption(config: OAuthConfig<never>, name: string): string {
  const value: unknown = Reflect.get(config, name) ?? (/^client(Id|Secret)$/.test(name) ? '' : undefined)
  const text = toPlaceholderText(value)
  if (text !== undefined) return text
  const envName = name === 'issuer' ? ` (or ${getProviderEnvName(config.id, 'ISSUER')})` : ''
  throw new InvalidEndpoints(`Provider "${config.id}" needs \`${name}\`${envName}.`)
}
