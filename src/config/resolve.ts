import { randomHex } from '../crypto/hex.js'
import { decode, encode } from '../crypto/token.js'
import { InvalidCallbackUrl } from '../errors.js'
import { parseUrl } from '../http/url.js'
import type { SessionParams } from '../types/callbacks.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig, SessionStrategyName } from '../types/config.js'
import type { Settings } from '../types/context.js'
import type { LoggerInstance } from '../types/logger.js'
import type { ProviderConfig } from '../types/provider.js'
import { skipCSRFCheck } from '../types/symbols.js'
import { cookieTable } from './cookies.js'
import { flag, runtimeEnvironment } from './environment.js'
import { notifier } from './notify.js'
import { resolveProvider } from './provider.js'
import { relayTargets } from './proxy.js'
import { secretsOf } from './secret.js'
import { storeOf } from './store.js'

const thirtyDays = 2592000
const oneDay = 86400

/** What the user wrote, completed; the composition root adds the parts that are code. */
export type ResolvedConfig = Omit<Settings, 'sessions' | 'textsFor'>

/**
 * Completes a validated configuration with its merged providers. Nothing of it is written to, and nothing later in the request looks at the
 * configuration again.
 *
 * @throws InvalidEndpoints when an endpoint is no URL
 */
export function resolve(
  config: AuthConfig,
  providers: readonly ProviderConfig[],
  logger: LoggerInstance,
): ResolvedConfig {
  const env = runtimeEnvironment()
  return Object.freeze({
    basePath: basePathOf(config.basePath),
    providers: new Map(providers.map(provider => [provider.id, resolveProvider(provider, config)])),
    secrets: secretsOf(config),
    csrfChecked: config.skipCSRFCheck !== skipCSRFCheck,
    trustedOrigins: new Set(config.trustedOrigins?.map(originText)),
    useSecureCookies: config.useSecureCookies,
    cookies: { secure: cookieTable('secure', config.cookies), plain: cookieTable('plain', config.cookies) },
    session: sessionOf(config),
    jwt: jwtOf(config),
    store: config.adapter ? storeOf(config.adapter, logger) : null,
    callbacks: callbacksOf(config),
    emit: notifier(config.events ?? {}, logger),
    logger,
    pages: config.pages ?? {},
    theme: config.theme ?? {},
    mayRelayTo: relayTargets(config.redirectProxyOrigins),
    relaysAnywhere: config.redirectProxyOrigins === undefined,
    waitUntil: config.waitUntil,
    allowInsecureHttp: flag(env.AUTH_ALLOW_INSECURE_HTTP) ?? false,
  })
}

/** As browsers send it. `null` is what every sandbox sends: it can be trusted by nobody. */
function originText(given: string): string {
  const { origin = 'null' } = parseUrl(given) ?? {}
  return origin === 'null' ? given.replace(/\/+$/, '') : origin
}

/** With one leading slash and none at the end; the root is empty. */
export function basePathOf(basePath = '/auth'): string {
  const inner = basePath.replace(/^\/+|\/+$/g, '')
  return inner && `/${inner}`
}

function sessionOf({ session = {}, jwt = {}, adapter }: AuthConfig): Settings['session'] {
  const strategy = strategyOf({ session, adapter })
  const maxAge = session.maxAge ?? thirtyDays
  const life = strategy === 'jwt' ? Math.min(maxAge, jwt.maxAge ?? maxAge) : maxAge
  return {
    strategy,
    maxAge,
    // Extended later than half-way, a session in daily use could still end.
    updateAge: Math.min(session.updateAge ?? oneDay, life / 2),
    absoluteMaxAge: session.absoluteMaxAge ?? Number.POSITIVE_INFINITY,
    maxCookieSize: session.maxCookieSize ?? 15_000,
    generateSessionToken: () => session.generateSessionToken?.() ?? randomHex(32),
  }
}

/** Where the sessions of a configuration live. */
export function strategyOf({
  session,
  adapter,
}: Pick<AuthConfig, 'session' | 'adapter'>): SessionStrategyName {
  return session?.strategy ?? (adapter ? 'database' : 'jwt')
}

function jwtOf(config: AuthConfig): Settings['jwt'] {
  const { jwt = {}, session = {} } = config
  return {
    secret: jwt.secret ?? config.secret ?? [],
    maxAge: jwt.maxAge ?? session.maxAge ?? thirtyDays,
    encode: params => (jwt.encode ? jwt.encode(params) : encode(params)),
    decode: params => (jwt.decode ? jwt.decode(params) : decode(params)),
  }
}

function callbacksOf({ callbacks = {} }: AuthConfig): Settings['callbacks'] {
  const { jwt, session } = callbacks
  return {
    signIn: params => (callbacks.signIn ? callbacks.signIn(params) : true),
    redirect: params => (callbacks.redirect ? asked(callbacks.redirect(params)) : stayOnOrigin(params)),
    ...(jwt && { jwt: params => jwt.call(callbacks, params) }),
    // One declared shape serves both strategies in the app's code; each call brings its strategy's half.
    ...(session && { session: params => session.call(callbacks, params as SessionParams) }),
  }
}

async function asked(answer: Awaitable<string>): Promise<string> {
  const url: unknown = await answer
  if (typeof url === 'string') return url
  throw new InvalidCallbackUrl('`callbacks.redirect` must return a URL or a path, as a string.')
}

/** Paths, and URLs of our own origin; anything else leads home. */
function stayOnOrigin({ url, baseUrl }: { url: string; baseUrl: string }): string {
  if (url === baseUrl) return url
  if (url.startsWith('/')) return baseUrl + url
  const parsed = parseUrl(url)
  if (parsed?.origin !== baseUrl) return baseUrl
  // A user name in front of the host leads nobody astray, but looks as if it did.
  return parsed.username || parsed.password ? baseUrl + parsed.pathname + parsed.search + parsed.hash : url
}
