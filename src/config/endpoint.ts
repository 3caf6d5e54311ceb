import { fillAll, placeholdersOf } from '../base/template.js'
import { InvalidEndpoints } from '../errors.js'
import type {
  AuthorizationEndpointHandler,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from '../types/endpoint.js'
import type { OAuthConfig } from '../types/provider.js'
import type { Address, OAuthProvider } from '../types/resolved-provider.js'
import { variableOf } from './environment.js'

interface Handlers {
  authorization: AuthorizationEndpointHandler
  token: TokenEndpointHandler
  userinfo: UserinfoEndpointHandler
}

/** An endpoint with its placeholders filled and its address parsed. */
export type Endpoint<Name extends keyof Handlers> = Omit<Handlers[Name], 'url'> & Address

/** @throws InvalidEndpoints for what is no URL, or lacks an option */
export function endpointOf<Name extends keyof Handlers>(
  config: OAuthConfig<never>,
  name: Name,
): Endpoint<Name> {
  const given = config[name]
  const handler = typeof given === 'string' ? { url: given } : (given ?? {})
  const { url, ...rest } = filled(config, handler) as Handlers[Name]
  const further = name === 'userinfo' ? (rest as UserinfoEndpointHandler).further : undefined
  assertNotChosen(config, name, [{ url }, ...(further ?? [])])
  return { ...rest, ...addressOf(config, name, { url, params: rest.params }) }
}

/** A text of the configuration with its placeholders filled. */
export function textOf(
  config: OAuthConfig<never>,
  name: 'issuer' | 'wellKnown' | 'jwks_endpoint',
): string | undefined {
  return filled(config, config[name]) as string | undefined
}

/** The further names of an issuer. */
export function issuersOf(config: OAuthConfig<never>): OAuthProvider['issuers'] {
  return filled(config, config.issuers ?? []) as OAuthProvider['issuers']
}

/** The host, whose part of an address ends at the first single slash. */
const chosenHost = /^([a-z]+:\/\/[^/?#]*)?\{callback\./i

/** Anybody may write a parameter of the callback: it must not say who is shown the code, the secret and the tokens. */
function assertNotChosen(
  { id, callback }: OAuthConfig<never>,
  name: keyof Handlers,
  requests: ReadonlyArray<{ readonly url?: string | undefined }>,
): void {
  if (callback?.values || !requests.some(({ url = '' }) => chosenHost.test(url))) return
  throw new InvalidEndpoints(
    `Provider "${id}": the visitor would choose the host of \`${name}\`. Make \`{callback.…}\` with \`callback.values\`, from a list of your own.`,
  )
}

type Given = Pick<TokenEndpointHandler, 'url' | 'params'>

function addressOf({ id }: OAuthConfig<never>, name: keyof Handlers, { url, params }: Given): Address {
  if (url === undefined) return { url: undefined, template: undefined }
  if (placeholdersOf(url).length > 0) return { url: undefined, template: url }
  if (!URL.canParse(url)) {
    throw new InvalidEndpoints(`Provider "${id}": \`${name}\` is no URL. Give an absolute one.`)
  }
  const parsed = new URL(url)
  if (name !== 'authorization') for (const [key, value] of query(params)) parsed.searchParams.set(key, value)
  return { url: parsed, template: undefined }
}

/** The scope is a request for identity, also at plain OAuth providers, unless the configuration says otherwise. */
export function parametersOf(
  config: OAuthConfig<never>,
  { url, params, options = [] }: Endpoint<'authorization'>,
): Record<string, string> {
  const chosen = Object.fromEntries(options.map(name => [name, Reflect.get(config, name) || undefined]))
  const own = Object.fromEntries([...(url?.searchParams ?? []), ...query(params), ...query(chosen)])
  const asksForIdentity = (config.type === 'oidc' || url !== undefined) && params?.scope !== null
  return 'scope' in own || !asksForIdentity ? own : { ...own, scope: 'openid profile email' }
}

function query(params: Record<string, unknown> = {}): Array<[string, string]> {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  return given.map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)])
}

function filled(config: OAuthConfig<never>, value: unknown): unknown {
  return fillAll(value, name => (name.includes('.') ? undefined : optionOf(config, name)))
}

/** A client without its credentials is told so when somebody signs in. */
function optionOf(config: OAuthConfig<never>, name: string): string {
  const value: unknown = Reflect.get(config, name) ?? (/^client(Id|Secret)$/.test(name) ? '' : undefined)
  if (typeof value === 'string') return /^https?:/.test(value) ? value.replace(/\/$/, '') : value
  if (typeof value === 'number') return String(value)
  const variable = name === 'issuer' ? ` (or ${variableOf(config.id, 'ISSUER')})` : ''
  throw new InvalidEndpoints(`Provider "${config.id}" needs \`${name}\`${variable}.`)
}
