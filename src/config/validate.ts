import {
  type AuthError,
  InvalidConfig,
  InvalidEndpoints,
  InvalidProvider,
  MissingAdapter,
  MissingAdapterMethods,
  MissingAuthorize,
  MissingSecret,
  UntrustedHost,
} from '../errors.js'
import type { AdapterMethod } from '../types/adapter.js'
import type { AuthConfig } from '../types/config.js'
import type { Flows } from '../types/context.js'
import type { ProviderConfig } from '../types/provider.js'
import type { ProviderType } from '../types/provider-type.js'
import { isProduction, runtimeEnvironment } from './environment.js'
import { mergedProvider } from './provider.js'
import { randomSecret, secretsOf } from './secret.js'

/** Looks for one kind of fault. */
type Rule = (config: AuthConfig, providers: readonly ProviderConfig[], flows: Flows) => AuthError | undefined

/** In the order of behaviour section 16.4: the first fault found is the one that is told. */
const rules: readonly Rule[] = [
  untrustedHost,
  missingSecret,
  weakSecret,
  unusableNumber,
  unusableCookie,
  redirectProxy,
  duplicateProvider,
  unknownType,
  missingEndpoints,
  missingAuthorize,
  missingAdapter,
  missingMethods,
]

/** What is wrong with a configuration, or null. Each message names the option to set. */
export function validate(config: AuthConfig, flows: Flows): AuthError | null {
  if (!Array.isArray(config.providers))
    return new InvalidConfig('`providers` must be an array, and may be empty.')
  const providers = config.providers.map(mergedProvider)
  for (const rule of rules) {
    const fault = rule(config, providers, flows)
    if (fault) return fault
  }
  return null
}

function untrustedHost({ trustHost }: AuthConfig) {
  if (trustHost) return undefined
  return new UntrustedHost(
    'The host of the request is not trusted. Set `trustHost: true` (or AUTH_TRUST_HOST=true) when every request ' +
      'passes a proxy that sets the Host header, or set AUTH_URL to the public address.',
  )
}

function missingSecret(config: AuthConfig) {
  const own = config.jwt?.secret
  if (own !== undefined && [own].flat().filter(Boolean).length === 0) {
    return new MissingSecret('`jwt.secret` is empty: give at least 32 random characters, or leave it out.')
  }
  if (secretsOf(config).length > 0) return undefined
  const line = isProduction(runtimeEnvironment())
    ? ''
    : ` Paste this line into .env:\nAUTH_SECRET="${randomSecret()}"`
  return new MissingSecret(`Set \`secret\` (or AUTH_SECRET) to at least 32 random characters.${line}`)
}

function weakSecret(config: AuthConfig) {
  const [newest = ''] = secretsOf(config)
  if (newest.length >= 16 || !isProduction(runtimeEnvironment())) return undefined
  return new InvalidConfig(
    '`secret` is shorter than 16 characters and can be guessed. Put a new one of at least 32 random characters first ' +
      'and keep the old one behind it (AUTH_SECRET_1=new beside AUTH_SECRET=old): nobody is signed out.',
  )
}

function unusableNumber({ session = {}, jwt = {} }: AuthConfig) {
  const ages = { 'session.maxAge': session.maxAge, 'jwt.maxAge': jwt.maxAge }
  const bad = Object.entries(ages).find(([, age]) => age !== undefined && !(Number.isFinite(age) && age > 0))
  if (bad) return new InvalidConfig(`\`${bad[0]}\` must be a positive number of seconds; it is ${bad[1]}.`)
  const { updateAge = 0 } = session
  if (Number.isFinite(updateAge) && updateAge >= 0) return undefined
  return new InvalidConfig(`\`session.updateAge\` must be 0 or more seconds; it is ${updateAge}.`)
}

/** RFC 6265 section 4.1.1: a name is a token; anything else could break out of its header. */
function unusableCookie({ cookies = {} }: AuthConfig) {
  const named = Object.entries(cookies).find(
    ([, cookie]) => cookie?.name !== undefined && !token.test(cookie.name),
  )
  return (
    named &&
    new InvalidConfig(`\`cookies.${named[0]}.name\` may hold letters, digits and !#$%&'*+-.^_\`|~ only.`)
  )
}

const token = /^[\w!#$%&'*+.^`|~-]+$/

function redirectProxy({ redirectProxyUrl }: AuthConfig, providers: readonly ProviderConfig[]) {
  const own = providers.some(provider => 'redirectProxyUrl' in provider && provider.redirectProxyUrl)
  if (!redirectProxyUrl && !own) return undefined
  return new InvalidConfig(
    '`redirectProxyUrl` (or AUTH_REDIRECT_PROXY_URL) is not available in this version.',
  )
}

function duplicateProvider(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const ids = providers.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  return twice === undefined ? undefined : new InvalidConfig(`Two \`providers\` have the id "${twice}".`)
}

function unknownType(_: AuthConfig, providers: readonly ProviderConfig[], flows: Flows) {
  const odd = providers.find(({ type }) => !flows[type])
  return (
    odd && new InvalidProvider(`Provider "${odd.id}": type "${odd.type}" is not available in this version.`)
  )
}

function missingEndpoints(_: AuthConfig, providers: readonly ProviderConfig[]) {
  for (const provider of providers) {
    if (provider.type !== 'oauth' && provider.type !== 'oidc') continue
    if (provider.issuer || provider.wellKnown) continue
    const missing = endpointsNeeded(provider.type).filter(name => !isGiven(provider[name]))
    if (missing.length === 0) continue
    const names = missing.map(name => `\`${name}\``).join(', ')
    return new InvalidEndpoints(
      `Provider "${provider.id}" has neither \`issuer\` nor ${names}. Set one or the other.`,
    )
  }
  return undefined
}

function endpointsNeeded(type: ProviderType) {
  return type === 'oidc'
    ? (['authorization', 'token'] as const)
    : (['authorization', 'token', 'userinfo'] as const)
}

function isGiven(endpoint: string | { url?: string | undefined; request?: unknown } | undefined): boolean {
  return typeof endpoint === 'string' || Boolean(endpoint?.url ?? endpoint?.request)
}

function missingAuthorize(_: AuthConfig, providers: readonly ProviderConfig[]) {
  const mute = providers.find(provider => provider.type === 'credentials' && !provider.authorize)
  return (
    mute && new MissingAuthorize(`Provider "${mute.id}" needs \`authorize\`, which checks what was typed.`)
  )
}

const sessionMethods = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'] as const

function usesDatabase({ session, adapter }: AuthConfig): boolean {
  return session?.strategy ? session.strategy === 'database' : Boolean(adapter)
}

function missingAdapter(config: AuthConfig) {
  if (config.adapter || !usesDatabase(config)) return undefined
  return new MissingAdapter('`session.strategy: "database"` needs an `adapter`. Give one, or choose "jwt".')
}

function missingMethods(config: AuthConfig, providers: readonly ProviderConfig[], flows: Flows) {
  const { adapter } = config
  if (!adapter) return undefined
  const needed = new Set<AdapterMethod>(usesDatabase(config) ? [...sessionMethods, 'getUser'] : [])
  for (const { type } of providers) for (const method of flows[type]?.needs ?? []) needed.add(method)
  const missing = [...needed].filter(method => !adapter[method])
  if (missing.length === 0) return undefined
  return new MissingAdapterMethods(`The \`adapter\` lacks methods that are needed: ${missing.join(', ')}.`)
}
