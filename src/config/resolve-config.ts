import { generateRandomHex } from '#crypto'
import { createLoader } from '../base/cache.js'
import { parseUrl } from '../base/parse.js'
import { encodeToken, openSessionToken } from '../crypto/jwt.js'
import { InvalidCallbackUrl } from '../errors.js'
import { resolveDefaultRedirect } from '../http/url.js'
import type { JWTParams, SessionParams } from '../types/callbacks.js'
import type { AuthConfig, SessionStrategyName } from '../types/config.js'
import type { Settings } from '../types/context.js'
import type { Logger } from '../types/logger.js'
import type { Plugin } from '../types/plugin.js'
import type { ProviderConfig } from '../types/provider.js'
import type { RecordStore } from '../types/record-store.js'
import { nextAuth4Errors, skipCSRFCheck } from '../types/symbols.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import type { StoreReports } from './adapter-values.js'
import { listCookieDomains } from './cookie-domain.js'
import { resolveCookieOptions } from './cookie-options.js'
import { getRuntimeEnvironment, isDevelopment } from './environment.js'
import { parseBooleanEnv } from './environment-values.js'
import { createEventEmitter } from './event-emitter.js'
import type { ResolvedInstruments } from './instruments.js'
import { resolveNextAuth4Sessions } from './next-auth-4-sessions.js'
import { listEventCallbacks } from './plugins.js'
import { createProxyTargetCheck } from './redirect-proxy.js'
import { resolveProvider } from './resolve-provider.js'
import { resolveRevocation } from './revocation.js'
import { bindSecrets, listEncryptionKeys, listHashSecrets, listSecrets } from './secret.js'
import { resolveThrottling } from './throttling.js'
import { createWarnOnce } from './warn-once.js'

const thirtyDays = 2592000
const oneDay = 86400

/** The resolved configuration, without what only the flows know. */
export type ResolvedConfig = Omit<Settings, 'acceptsTypedEmail'>

/**
 * Resolves a validated configuration and its merged providers. Does not write to the configuration, which is
 * not read again for this request.
 *
 * @throws InvalidEndpoints if an endpoint is not a URL
 */
export async function resolveConfig(
  config: AuthConfig,
  providers: readonly ProviderConfig[],
  logger: Logger,
): Promise<ResolvedConfig> {
  const env = getRuntimeEnvironment()
  const { tenant } = config
  const ownSecrets = listSecrets(config)
  const secrets = bindSecrets(ownSecrets, tenant)
  const jwt = resolveJwtOptions(config)
  const cookieOptions = resolveCookieOptions(config)
  const reports = { logger, warnOnce: createWarnOnce(config.logger, logger) }
  const { basePath, publicBasePath, pathPrefix } = resolveBasePaths(config)
  const cookieErrors = await resolveCookieErrors(config, cookieOptions)
  const instruments = await loadInstruments(config, logger)
  const { adapter, records } = await resolveStores(config, { reports, instruments })
  // Written out: a spread within a large literal makes the engine add each member apart.
  return Object.freeze({
    basePath,
    publicBasePath,
    pathPrefix,
    providers: resolveProviders(config, providers, instruments),
    secrets,
    hashSecrets: bindSecrets(listHashSecrets(ownSecrets), tenant),
    checkSecrets: [...bindSecrets([jwt.secret].flat(), tenant), ...secrets],
    encryptionKeys: listEncryptionKeys(config),
    tenant,
    csrfEnabled: config.skipCSRFCheck !== skipCSRFCheck,
    trustedOrigins: new Set(config.trustedOrigins?.map(normalizeOrigin)),
    useSecureCookies: config.useSecureCookies,
    cookieOptions,
    cookieErrors,
    cookieDomains: listCookieDomains(config.cookies),
    session: resolveSessionOptions(config),
    jwt,
    legacySessions: resolveNextAuth4Sessions(config),
    showsThrownMessages: [config, ...providers].some(part => Reflect.get(part, nextAuth4Errors) === true),
    adapter,
    records,
    revocation: resolveRevocation(config),
    userId: config.userId ?? 'derived',
    unverifiedEmail: config.unverifiedEmail ?? 'keep',
    throttling: resolveThrottling(config, env),
    trustedProxies: config.trustedProxies,
    isDevelopment: isDevelopment(env),
    callbacks: resolveCallbacks(config),
    sendEmail: resolveEmailSender(config),
    plugins: Object.freeze([...(config.plugins ?? [])]),
    runRequest: instruments?.runRequest ?? null,
    emit: createEventEmitter(listEventCallbacks(config), logger),
    logger,
    warnOnce: reports.warnOnce,
    pages: config.pages ?? {},
    theme: config.theme ?? {},
    isAllowedProxyTarget: createProxyTargetCheck(config.redirectProxyOrigins),
    allowsAnyProxyTarget: config.redirectProxyOrigins === undefined,
    waitUntil: config.waitUntil,
    allowInsecureHttp: parseBooleanEnv(env.AUTH_ALLOW_INSECURE_HTTP) ?? false,
  })
}

function resolveProviders(
  config: AuthConfig,
  providers: readonly ProviderConfig[],
  instruments: ResolvedInstruments | null,
): Settings['providers'] {
  const resolved = providers.map(provider => resolveProvider(provider, config))
  return new Map(resolved.map(provider => [provider.id, instruments?.wrapProvider(provider) ?? provider]))
}

/**
 * Normalizes an origin to the form that browsers send. `null` cannot be trusted, because every sandboxed page
 * sends it.
 */
function normalizeOrigin(value: string): string {
  const { origin = 'null' } = parseUrl(value) ?? {}
  return origin === 'null' ? value.replace(/\/+$/, '') : origin
}

/** Where the actions are, as the app receives their paths and as browsers see them. */
type BasePaths = Pick<Settings, 'basePath' | 'publicBasePath' | 'pathPrefix'>

/** Resolves the base paths. A value that is not text counts as absent: an error response needs them, too. */
export function resolveBasePaths(config: Pick<AuthConfig, 'basePath' | 'publicBasePath'>): BasePaths {
  const basePath = normalizeBasePath(toText(config.basePath))
  const publicPath = toText(config.publicBasePath)
  const publicBasePath = publicPath === undefined ? basePath : normalizeBasePath(publicPath)
  return { basePath, publicBasePath, pathPrefix: publicBasePath.slice(0, -basePath.length || undefined) }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Normalizes a base path to one leading slash and no trailing slash. The root is the empty string. */
export function normalizeBasePath(basePath = '/auth'): string {
  const trimmed = basePath.replace(/^\/+|\/+$/g, '')
  return trimmed && `/${trimmed}`
}

function resolveSessionOptions({ session = {}, jwt = {}, adapter }: AuthConfig): Settings['session'] {
  const strategy = resolveSessionStrategy({ session, adapter })
  const maxAge = session.maxAge ?? thirtyDays
  const effectiveMaxAge = strategy === 'jwt' ? Math.min(maxAge, jwt.maxAge ?? maxAge) : maxAge
  return {
    strategy,
    maxAge,
    // If a session were extended after more than half of its lifetime, it could end despite daily use.
    updateAge: Math.min(session.updateAge ?? oneDay, effectiveMaxAge / 2),
    absoluteMaxAge: session.absoluteMaxAge ?? Number.POSITIVE_INFINITY,
    maxTokenLength: session.maxTokenLength ?? 15_000,
    generateSessionToken: () => session.generateSessionToken?.() ?? generateRandomHex(32),
  }
}

/** Returns the session strategy of a configuration. */
export function resolveSessionStrategy({
  session,
  adapter,
}: Pick<AuthConfig, 'session' | 'adapter'>): SessionStrategyName {
  return session?.strategy ?? (adapter ? 'database' : 'jwt')
}

/** Wraps the adapter and the record store. The code for it is loaded if there is one. */
async function resolveStores(
  { records, adapter, plugins = [] }: AuthConfig,
  { reports, instruments }: StoreWrapping,
): Promise<Pick<Settings, 'adapter' | 'records'>> {
  const configured = records && 'records' in records ? records.records : (records ?? adapter?.records)
  // An app that wraps every member of an adapter in a function turns the store into one.
  const store = typeof configured === 'object' ? configured : null
  if (!adapter && !store) return { adapter: null, records: null }
  const { wrapAdapter, wrapRecordStore } = await loadStores()
  const ownRecords = store && wrapRecordStore(store, reports)
  const ownAdapter = adapter ? wrapAdapter(adapter, reports, store) : null
  const wrappedRecords = ownRecords && (instruments?.wrapStore(ownRecords, 'records') ?? ownRecords)
  const wrapped = ownAdapter && (instruments?.wrapStore(ownAdapter, 'adapter') ?? ownAdapter)
  return {
    adapter: wrapped && (await addEmailOwners(wrapped, wrappedRecords, plugins)),
    records: wrappedRecords,
  }
}

/** What wrapped stores report to, and what runs around their calls. */
interface StoreWrapping {
  readonly reports: StoreReports
  readonly instruments: ResolvedInstruments | null
}

/** An app without such a plugin loads and wraps nothing. */
async function loadInstruments(
  { plugins = [] }: AuthConfig,
  logger: Logger,
): Promise<ResolvedInstruments | null> {
  if (!plugins.some(({ instruments }) => instruments)) return null
  const { resolveInstruments } = await import('./instruments.js')
  return resolveInstruments(plugins, logger)
}

/** An app without such a plugin does not load the lookup. */
async function addEmailOwners(
  adapter: WrappedAdapter,
  records: RecordStore | null,
  plugins: readonly Plugin[],
): Promise<WrappedAdapter> {
  if (!plugins.some(({ findEmailOwner }) => findEmailOwner)) return adapter
  const { createEmailLookup } = await import('./email-owners.js')
  return Object.freeze({ ...adapter, ...createEmailLookup(adapter, records, plugins) }) as WrappedAdapter
}

const loadStores = createLoader(() => import('./stores.js'))

/** Returns the errors of the cookies of an app. The default ones are valid. */
async function resolveCookieErrors(
  { cookies }: AuthConfig,
  cookieOptions: Settings['cookieOptions'],
): Promise<Settings['cookieErrors']> {
  if (!cookies) return { secure: null, plain: null }
  return (await loadCookieRules()).listCookieErrors(cookieOptions)
}

const loadCookieRules = createLoader(() => import('./validate-cookies.js'))

function resolveEmailSender({ sendEmail }: AuthConfig): Settings['sendEmail'] {
  if (!sendEmail) return null
  return async message => {
    await (typeof sendEmail === 'function' ? sendEmail(message) : sendEmail.sendMail(message))
  }
}

function resolveJwtOptions(config: AuthConfig): Settings['jwt'] {
  const { jwt = {}, session = {} } = config
  return {
    secret: jwt.secret ?? config.secret ?? [],
    maxAge: jwt.maxAge ?? session.maxAge ?? thirtyDays,
    encode: jwt.encode?.bind(jwt) ?? encodeToken,
    decode: jwt.decode?.bind(jwt) ?? openSessionToken,
  }
}

function resolveCallbacks({ callbacks = {} }: AuthConfig): Settings['callbacks'] {
  const { signIn, redirect, jwt, session } = callbacks
  return {
    ...(signIn && { signIn: params => signIn.call(callbacks, params) }),
    redirect: redirect
      ? async params => requireUrl(await redirect.call(callbacks, params))
      : resolveDefaultRedirect,
    // As in Auth.js, the declared types have the parameters of all calls. Each call only passes its own.
    ...(jwt && { jwt: params => jwt.call(callbacks, params as JWTParams) }),
    ...(session && { session: params => session.call(callbacks, params as SessionParams) }),
  }
}

function requireUrl(url: unknown): string {
  if (typeof url === 'string') return url
  throw new InvalidCallbackUrl('`callbacks.redirect` must return a URL or a path, as a string.')
}
