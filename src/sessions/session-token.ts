/**
 * The token of a session: how it is found in the cookies, for how long it counts, and the claims that the app cannot change.
 *
 * @module
 */

import { catchErrors, chain } from '../base/cache.js'
import { describeInvalidId, toIdText } from '../base/parse.js'
import { toError } from '../base/to-error.js'
import { clockTolerance } from '../crypto/jwt.js'
import { InvalidToken, JWTSessionError, SessionUnavailable } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import type { Context, CurrentToken, Settings } from '../types/context.js'
import type { CookieAttributes } from '../types/cookies.js'
import type { Actor, CurrentActor, SignInEvidence } from '../types/evidence.js'
import type { JWT } from '../types/jwt.js'
import type { RequestCookies } from '../types/request.js'
import { buildEvidenceClaim, parseEvidence, parseSignInTime } from './evidence.js'
import { readLegacySessionPayload } from './legacy-session.js'
import { type DecodeToken, findNewestToken, listTokens } from './session-cookie.js'

/** Returns the payload of the newest valid session token, unless its session was ended, or null. */
export function readToken(ctx: Context): Awaitable<CurrentToken | null> {
  return ctx.services.loadSessionControl ? findActiveToken(ctx) : findToken(ctx)
}

async function findActiveToken(ctx: Context): Promise<CurrentToken | null> {
  const found = await findToken(ctx)
  const control = found && (await ctx.services.loadSessionControl?.())
  return control ? await control.checkToken(ctx, found) : found
}

/** Returns the payload of the newest valid session token, or null. */
export function findToken(ctx: Context): Awaitable<CurrentToken | null> {
  const newest = findNewestToken(ctx.jar, ctx.cookieOptions.sessionToken.name, createDecoder(ctx))
  return chain(newest, token => (token ? { token, isLegacy: false } : findLegacyToken(ctx)))
}

/** Returns the payloads of all valid session tokens. A browser can have several after the attributes of the cookie changed. */
export function listValidTokens(ctx: Context): Promise<readonly JWT[]> {
  return listTokens(ctx.jar, ctx.cookieOptions.sessionToken.name, createDecoder(ctx))
}

function createDecoder(ctx: Context): DecodeToken {
  const { jwt } = ctx.settings
  const { secret } = jwt
  const salt = ctx.cookieOptions.sessionToken.name
  return value =>
    chain(
      verifyToken(ctx.settings, () => jwt.decode({ token: value, secret, salt })),
      token => (token && isAccepted(ctx, token) ? token : null),
    )
}

/** A token is not accepted from a cookie that a sign-out did not or could not clear. */
function isAccepted(ctx: Context, token: JWT): boolean {
  return isCookieClearable(ctx, token) && !isSignedOut(ctx.jar, ctx.cookieOptions.signOut.name, token)
}

function findLegacyToken(ctx: Context): Awaitable<CurrentToken | null> {
  const { settings } = ctx
  if (!settings.legacySessions) return null
  const payload = readLegacySessionPayload(ctx, decode => verifyToken(settings, decode))
  return chain(payload, token => (token && isAccepted(ctx, token) ? { token, isLegacy: true } : null))
}

function verifyToken(settings: Settings, decode: () => Awaitable<JWT | null>): Awaitable<JWT | null> {
  const verify = (payload: JWT | null) =>
    payload && isOfTenant(payload, settings.tenant) && isWithinLimits(settings, payload)
      ? withTextSubject(payload)
      : null
  return catchErrors(
    () => chain(decode(), verify),
    error => {
      reportDecodeError(settings, error)
      return null
    },
  )
}

/** Logs a decoding failure. Anyone can send an invalid token, so it is logged at debug level only. */
function reportDecodeError({ logger }: Settings, error: unknown): void {
  if (error instanceof InvalidToken)
    logger.debug('session token rejected', { code: error.code, reason: error.message })
  else logger.error(new JWTSessionError(toError(error)))
}

/**
 * Remembers in the browser that a user signed out. Older tokens are then rejected, of which the browser may
 * keep a copy.
 *
 * @param tokens the session tokens that the browser sent
 */
export function saveSignOut({ jar, settings, cookieOptions }: Context, tokens: readonly JWT[]): void {
  const { name, options } = cookieOptions.signOut
  const time = Math.floor(Date.now() / 1000)
  // The user can sign in again in the same second.
  const endedIds = tokens.filter(token => token.iat === time && token.jti).map(token => token.jti)
  const maxAge = Math.max(settings.session.maxAge, settings.jwt.maxAge)
  jar.set(name, [time, ...endedIds].join('.'), { ...options, maxAge })
}

/**
 * Checks that the browser signed out after the token was issued. The cookie is not sealed: all that it can do is to sign out.
 *
 * @param signOutCookieName the name of `getSignOutCookieName`
 */
export function isSignedOut(cookies: RequestCookies, signOutCookieName: string, { iat, jti }: JWT): boolean {
  const value = cookies.get(signOutCookieName)
  if (value === undefined || typeof iat !== 'number') return false
  const [time, ...endedIds] = value.split('.')
  const signOutTime = Number(time)
  // A time in the future would reject every new sign-in.
  if (!(signOutTime <= Date.now() / 1000)) return false
  return iat < signOutTime || (iat === signOutTime && jti !== undefined && endedIds.includes(jti))
}

/** Returns the current time in seconds since the epoch. */
export function getUnixTime(): number {
  return Math.floor(Date.now() / 1000)
}

/**
 * Returns the time of the sign-in, in seconds since the epoch. A token from before `session.absoluteMaxAge`
 * was set started when it was issued. No session started later than that.
 */
export function getSessionStart({ session_start, iat = getUnixTime() }: JWT): number {
  return typeof session_start === 'number' ? Math.min(session_start, iat) : iat
}

/** Returns the seconds until the absolute limit of the session. */
export function getSecondsToAbsoluteLimit(
  { session }: Settings,
  sessionStart: number,
  { act_expires = Number.POSITIVE_INFINITY }: KeptClaims = {},
): number {
  return Math.min(sessionStart + session.absoluteMaxAge, Number(act_expires)) - getUnixTime()
}

/**
 * Checks the limits of the configuration, which can be lower than when the token was issued. A token without `iat` only has its
 * `exp`.
 */
function isWithinLimits(settings: Settings, token: JWT): boolean {
  const isAbsoluteLimitAhead = getSecondsToAbsoluteLimit(settings, getSessionStart(token), token) > 0
  const unusedSeconds = typeof token.iat === 'number' ? getUnixTime() - token.iat : 0
  return isAbsoluteLimitAhead && unusedSeconds < settings.session.maxAge + clockTolerance
}

/** Checks whether the token must be reissued. A token without `iat` is always reissued. */
export function isReissueDue({ settings }: Context, { iat }: JWT): boolean {
  return iat === undefined || Date.now() / 1000 - iat >= settings.session.updateAge
}

/** Returns the expiry of a token or of its cookie, whichever is earlier. */
export function getTokenExpiry(ctx: Context, token: JWT): string {
  const { iat, exp } = token
  const { maxAge, absoluteMaxAge } = ctx.settings.session
  if (iat === undefined || exp === undefined) return getNewTokenExpiry(ctx, getSessionStart(token))
  return new Date(Math.min(exp, iat + maxAge, getSessionStart(token) + absoluteMaxAge) * 1000).toISOString()
}

/** Returns the expiry of a token that is issued now. */
export function getNewTokenExpiry(
  { settings }: Context,
  sessionStart: number,
  kept: KeptClaims = {},
): string {
  const { jwt, session } = settings
  const secondsLeft = getSecondsToAbsoluteLimit(settings, sessionStart, kept)
  const seconds = Math.min(jwt.maxAge, session.maxAge, secondsLeft)
  return new Date(Date.now() + seconds * 1000).toISOString()
}

/** Returns a stored token with its `sub` as text. Tokens of other libraries may have a number, or what is no id. Ids are compared as text. */
export function withTextSubject(token: JWT): JWT {
  const sub: unknown = token.sub
  if (isText(sub) || sub === undefined) return token
  const { sub: _, ...rest } = token
  const text = toIdText(sub)
  return text === null ? rest : { ...token, sub: text }
}

/**
 * Returns the token of the `jwt` callback with its `sub` as text. A token without a `sub` stays as it is.
 *
 * @throws SessionUnavailable if it is not an id, because the user is not signed out
 */
export function requireTextSubject(token: JWT): JWT {
  const sub: unknown = token.sub
  if (isText(sub) || sub === undefined || sub === null) return token
  const text = toIdText(sub)
  if (text !== null) return { ...token, sub: text }
  throw new SessionUnavailable(
    `\`callbacks.jwt\` returned a token whose \`sub\` is not an id: ${describeInvalidId(sub)}.`,
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** The claim of a session token that names the tenant. Apps often have a claim `tenant` of their own. */
const tenantClaim = 'auth_tenant'

/** Checks whether a token was issued by a configuration with this tenant. A token without the claim has none. */
export function isOfTenant(token: JWT, tenant: string | undefined): boolean {
  return (token[tenantClaim] ?? undefined) === tenant
}

/** What a browser stores a cookie under, beside its name: RFC 6265bis section 5.7, and CHIPS for `partitioned`. */
export type CookieScope = Pick<CookieAttributes, 'domain' | 'path' | 'partitioned'>

/** The claim of a session token that names the scope of its cookie. A token with methods has none for the default one. */
const cookieScopeClaim = 'cookie_scope'

/** The serialized default scope: only this host, all paths, not partitioned. */
const defaultScope = ';/;'

/** Serializes a scope. A configured domain and path have no semicolon. */
export function serializeCookieScope({ domain = '', path = '/', partitioned = false }: CookieScope): string {
  return `${domain};${path};${partitioned ? 'partitioned' : ''}`
}

/** Returns the value of the claim. Undefined for the default scope if the token has methods, by which it is known as one of Latchkey. */
function buildCookieScopeClaim(
  scope: CookieScope,
  { hasMethods }: { readonly hasMethods: boolean },
): string | undefined {
  const claim = serializeCookieScope(scope)
  return claim === defaultScope && hasMethods ? undefined : claim
}

/**
 * Returns the scope of the cookie that a token was issued in, or null if that is unknown. Auth.js writes neither of the claims of
 * Latchkey.
 */
export function readCookieScope({
  [cookieScopeClaim]: claim,
  auth_methods: methods,
}: JWT): CookieScope | null {
  if (claim === undefined && methods === undefined) return null
  const [domain, path, partitioned] = (typeof claim === 'string' ? claim : defaultScope).split(';')
  return { path, ...(domain && { domain }), ...(partitioned && { partitioned: true }) }
}

/**
 * Checks that a sign-out can clear the cookie that a token was issued in. The browser does not send a cookie to `signout` whose path is
 * that of another part of the site. Once the configured path is another one, nothing clears it.
 */
function isCookieClearable({ settings, cookieOptions }: Context, token: JWT): boolean {
  const claim = token[cookieScopeClaim]
  if (claim === undefined) return true
  const { path = '/' } = readCookieScope(token) ?? {}
  return isPathCovering(path, settings.basePath) || path === cookieOptions.sessionToken.options.path
}

/** Checks that browsers send a cookie with this path to the actions. RFC 6265 section 5.1.4. */
export function isPathCovering(path: string, basePath: string): boolean {
  return `${basePath}/`.startsWith(path.endsWith('/') ? path : `${path}/`)
}

/** What a token says beside the claims of the app. The `jwt` callback cannot change it. */
export interface ReservedClaims extends SignInEvidence {
  /** Seconds since the epoch. */
  readonly sessionStart: number
  /** The claims of the token that is issued again. */
  readonly kept?: KeptClaims
}

/** Claims that a configuration without `revocation` or `session.absoluteMaxAge` does not set. Another one with the same secret may. */
interface KeptClaims extends Partial<JWT> {
  readonly session_start?: unknown
  readonly session_id?: unknown
  readonly session_epoch?: unknown
  readonly session_user?: unknown
  readonly act?: unknown
  readonly act_expires?: unknown
  readonly act_session?: unknown
}

/** Returns the claims to put back after the `jwt` callback, which may change the token in place. */
export function readKeptClaims({
  session_start,
  session_id,
  session_epoch,
  session_user,
  act,
  act_expires,
  act_session,
}: Partial<JWT>): KeptClaims {
  const kept = { session_start, session_id, session_epoch, session_user, act_expires, act_session }
  // Without an end, `act` is a claim of the app.
  return act_expires === undefined ? kept : { ...kept, act }
}

/** Builds the claims of a session in which an administrator acts as the user: `act` is that of RFC 8693 section 4.1. */
export function buildActorClaims({ sub, expires, sessionId }: CurrentActor): KeptClaims {
  return { ...noClaims, act: { sub }, act_expires: expires, act_session: sessionId }
}

/** Returns the administrator who acts as the user of a token. Undefined for a session of the user. */
export function readActorClaims({ act, act_expires, act_session }: KeptClaims): CurrentActor | undefined {
  if (act_expires === undefined) return undefined
  return {
    sub: String(Reflect.get(Object(act), 'sub')),
    expires: Number(act_expires),
    sessionId: String(act_session),
  }
}

const noClaims = /* @__PURE__ */ readKeptClaims({})

/** Returns what a session says about an administrator who acts as its user. Nothing for a session of the user. */
export function toPublicActor(act: Actor | undefined): { act?: Actor } {
  return act ? { act: { sub: act.sub } } : {}
}

/** Returns how the user signed in, from the claim `auth_methods`. */
export function readEvidenceClaim({ auth_methods: claim }: JWT): SignInEvidence {
  return { methods: parseEvidence(claim), signedInAt: parseSignInTime(claim) }
}

/** Returns a function that parses the evidence, because most reads of a session do not need it. Callbacks cannot change its result. */
export function createEvidenceReader({ auth_methods }: JWT): () => SignInEvidence {
  return () => readEvidenceClaim({ auth_methods })
}

/**
 * Returns the token without the methods and the scope of its cookie. Callbacks and events of the app get the claims of Auth.js, and an app
 * that copies the token into the session does not send these claims to the browser.
 */
export function omitInternalClaims(token: JWT): JWT {
  if (!('auth_methods' in token || 'cookie_scope' in token)) return token
  // A name that is written out is copied faster than a computed one, and most reads of a session pass here.
  const { auth_methods: _, cookie_scope: __, ...rest } = token
  return rest
}

/** Builds the claims that the `jwt` callback cannot change. */
export function buildReservedClaims(
  { settings: { session, tenant }, cookieOptions }: Context,
  { sessionStart, kept = noClaims, ...evidence }: ReservedClaims,
): Partial<JWT> {
  const evidenceClaim = buildEvidenceClaim(evidence)
  return {
    ...kept,
    // Undefined removes a claim that the callback set.
    auth_methods: evidenceClaim,
    [cookieScopeClaim]: buildCookieScopeClaim(cookieOptions.sessionToken.options, {
      hasMethods: evidenceClaim !== undefined,
    }),
    ...(Number.isFinite(session.absoluteMaxAge) && { session_start: sessionStart }),
    [tenantClaim]: tenant,
  }
}

/** The claims that Latchkey sets. Each is written out, so that a bundler can leave the object out. */
export const withoutReservedClaims = {
  iat: undefined,
  exp: undefined,
  jti: undefined,
  session_start: undefined,
  session_id: undefined,
  session_epoch: undefined,
  session_user: undefined,
  act_expires: undefined,
  act_session: undefined,
  auth_methods: undefined,
  cookie_scope: undefined,
  auth_tenant: undefined,
}
