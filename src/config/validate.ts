import {
  type AuthError,
  InvalidConfig,
  MissingAdapter,
  MissingAdapterMethods,
  MissingSecret,
  UntrustedHost,
} from '../errors.js'
import { parseUrl } from '../http/url.js'
import type { AdapterMethod } from '../types/adapter.js'
import type { AuthConfig } from '../types/config.js'
import type { Flows } from '../types/context.js'
import type { ProviderConfig } from '../types/provider.js'
import { isProduction, runtimeEnvironment } from './environment.js'
import { languageFault } from './languages.js'
import { mergedProviders } from './provider.js'
import { isOriginPattern } from './proxy.js'
import { strategyOf } from './resolve.js'
import { randomSecret, secretsOf } from './secret.js'
import { passkeysNotEnabled, unusablePasskeyForm } from './validate-passkeys.js'
import {
  duplicateProvider,
  issuerless,
  missingAuthorize,
  missingEndpoints,
  missingSender,
  namelessProvider,
  oddId,
  unknownType,
} from './validate-providers.js'

/** Looks for one kind of fault. */
type Rule = (config: AuthConfig, providers: readonly ProviderConfig[], flows: Flows) => AuthError | undefined

/** In the order of behaviour section 16.4: the first fault found is the one that is told. */
const rules: readonly Rule[] = [
  untrustedHost,
  missingSecret,
  weakSecret,
  unusableBasePath,
  unusableNumber,
  unusableCookie,
  unknownStrategy,
  languageFault,
  namelessProvider,
  oddId,
  redirectProxy,
  duplicateProvider,
  unknownType,
  missingEndpoints,
  issuerless,
  unusablePasskeyForm,
  missingAuthorize,
  missingSender,
  missingAdapter,
  passkeysNotEnabled,
  missingMethods,
  forgetfulStore,
]

/**
 * Looks a configuration through.
 *
 * @returns its providers, each with its options laid over its defaults
 * @throws AuthError whose message names the option to set
 */
export function validate(config: AuthConfig, flows: Flows): readonly ProviderConfig[] {
  const { providers: given } = config
  if (!Array.isArray(given)) throw new InvalidConfig('`providers` must be an array, and may be empty.')
  const gap = given.findIndex(provider => !provider)
  if (gap >= 0)
    throw new InvalidConfig(`\`providers\` has ${given[gap]} at ${gap}: is it imported by its right name?`)
  const providers = mergedProviders(given)
  for (const rule of rules) {
    const fault = rule(config, providers, flows)
    if (fault) throw fault
  }
  return providers
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
    : `\nA line to paste into .env:\nAUTH_SECRET="${randomSecret()}"`
  return new MissingSecret(`Set \`secret\` (or AUTH_SECRET) to at least 32 random characters.${line}`)
}

function weakSecret(config: AuthConfig) {
  const secrets = { secret: secretsOf(config), 'jwt.secret': secretsOf(config.jwt ?? {}) }
  const weak = Object.entries(secrets).find(([, [newest]]) => newest !== undefined && newest.length < 16)
  if (!weak || !isProduction(runtimeEnvironment())) return undefined
  return new InvalidConfig(
    `\`${weak[0]}\` is shorter than 16 characters and can be guessed. Put a new one of at least 32 random characters first ` +
      'and keep the old one behind it (AUTH_SECRET_1=new beside AUTH_SECRET=old): nobody is signed out.',
  )
}

function unusableBasePath({ basePath }: AuthConfig) {
  const given: unknown = basePath
  if (given === undefined || typeof given === 'string') return undefined
  return new InvalidConfig(`\`basePath\` must be a path, such as "/auth"; it is ${String(given)}.`)
}

function unusableNumber({ session = {}, jwt = {} }: AuthConfig) {
  const { maxAge, absoluteMaxAge } = session
  const ages = {
    'session.maxAge': maxAge,
    'session.absoluteMaxAge': absoluteMaxAge,
    'jwt.maxAge': jwt.maxAge,
  }
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
  if (!named) return unusableAttribute(cookies)
  return new InvalidConfig(`\`cookies.${named[0]}.name\` may hold letters, digits and !#$%&'*+-.^_\`|~ only.`)
}

/** RFC 6265 section 4.1.1: neither a control character nor a semicolon. */
function unusableAttribute(cookies: NonNullable<AuthConfig['cookies']>) {
  for (const [key, cookie] of Object.entries(cookies)) {
    const { domain = '', path = '' } = cookie?.options ?? {}
    if (/[;\p{Cc}]/u.test(domain + path))
      return new InvalidConfig(
        `\`cookies.${key}.options\` has a \`domain\` or \`path\` with ";" or a control character.`,
      )
  }
  return undefined
}

const token = /^[\w!#$%&'*+.^`|~-]+$/

function unknownStrategy({ session }: AuthConfig) {
  const strategy: unknown = session?.strategy
  if (strategy === undefined || strategy === 'jwt' || strategy === 'database') return undefined
  return new InvalidConfig(`\`session.strategy\` is "${strategy}"; it can be "jwt" or "database".`)
}

function redirectProxy(config: AuthConfig, providers: readonly ProviderConfig[]) {
  const { redirectProxyUrl, redirectProxyOrigins = [] } = config
  const own = providers.flatMap(provider => ('redirectProxyUrl' in provider ? provider.redirectProxyUrl : []))
  const odd = [redirectProxyUrl, ...own].find(url => url && !/^https?:$/.test(parseUrl(url)?.protocol ?? ''))
  if (odd) {
    return new InvalidConfig(
      `\`redirectProxyUrl\` (or AUTH_REDIRECT_PROXY_URL) must be the whole URL where the proxy serves the actions; it is "${odd}".`,
    )
  }
  const pattern = redirectProxyOrigins.find(origin => !isOriginPattern(origin))
  if (pattern === undefined) return undefined
  return new InvalidConfig(
    `\`redirectProxyOrigins\` has "${pattern}": give origins, with their https:// and nothing behind the host; its first label may be "*".`,
  )
}

const sessionMethods = ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'] as const

function missingAdapter(config: AuthConfig, providers: readonly ProviderConfig[]) {
  if (config.adapter) return undefined
  const mail = providers.find(({ type }) => type === 'email')
  if (mail)
    return new MissingAdapter(
      `Provider "${mail.id}" mails links and needs an \`adapter\`, where it keeps their one-time tokens.`,
    )
  if (strategyOf(config) === 'jwt') return undefined
  return new MissingAdapter('`session.strategy: "database"` needs an `adapter`. Give one, or choose "jwt".')
}

function forgetfulStore(config: AuthConfig) {
  const { session, adapter } = config
  if (session?.absoluteMaxAge === undefined || strategyOf(config) === 'jwt' || adapter?.keepsSessionStart)
    return undefined
  return new InvalidConfig(
    '`session.absoluteMaxAge` needs an adapter that keeps `startedAt` with a session and says so with ' +
      '`keepsSessionStart: true`. Leave the option out, or choose `session.strategy: "jwt"`.',
  )
}

function missingMethods(config: AuthConfig, providers: readonly ProviderConfig[], flows: Flows) {
  const { adapter } = config
  if (!adapter) return undefined
  const needed = new Set<AdapterMethod>(
    strategyOf(config) === 'database' ? [...sessionMethods, 'getUser'] : [],
  )
  for (const { type } of providers) for (const method of flows[type]?.needs ?? []) needed.add(method)
  const missing = [...needed].filter(method => !adapter[method])
  if (missing.length === 0) return undefined
  return new MissingAdapterMethods(`The \`adapter\` lacks methods that are needed: ${missing.join(', ')}.`)
}
