/**
 * Sessions in which an administrator acts as a user. Loaded if a plugin has `impersonatesUsers`.
 *
 * The browser keeps the session of the administrator meanwhile: sealed, in a cookie that belongs to one impersonation.
 *
 * @module
 */
import { toError } from '../base/to-error.js'
import { encodeToken, openSealedClaims } from '../crypto/jwt.js'
import { AccessDenied, InvalidConfig } from '../errors.js'
import { createCookieJar } from '../http/cookies.js'
import type { AdapterUser } from '../types/adapter.js'
import type { JsonObject } from '../types/common.js'
import type { Context, SessionStrategy } from '../types/context.js'
import type { CookieOption } from '../types/cookies.js'
import type { CurrentActor, CurrentSession } from '../types/evidence.js'
import type { EndedImpersonation } from '../types/plugin.js'
import { assertNoActor } from './no-actor.js'
import {
  assertStorable,
  clearSessionCookie,
  listSentNames,
  listSessionCookieCandidates,
  setSessionCookie,
} from './session-cookie.js'
import { getUnixTime } from './session-token.js'

/** How long after its start an impersonation can be left with the session of the administrator, in seconds. */
const keptMaxAge = 86_400

/** The session of an administrator who acts as a user. */
interface KeptSession extends JsonObject {
  /** The value of the session cookie. */
  readonly token: string
  readonly administratorId: string
  readonly userId: string
  /** The id of the session of the administrator, and the end of the impersonation: together they name one impersonation. */
  readonly sessionId: string
  readonly expires: number
}

/** Adds to a session strategy what an impersonation needs. */
export function addImpersonation(strategy: SessionStrategy): SessionStrategy {
  return {
    ...strategy,
    async issue(ctx, resolvedUser, issuance) {
      await strategy.issue(ctx, resolvedUser, issuance)
      // Afterwards, because the session that is replaced ends with it.
      if (!resolvedUser.act) await tryEndKeptSession(ctx, strategy)
    },
    async raise(ctx, evidence) {
      assertNoActor(await strategy.getCurrentSession(ctx))
      return await strategy.raise(ctx, evidence)
    },
    async end(ctx) {
      await endKeptSession(ctx, strategy)
      await strategy.end(ctx)
    },
  }
}

/**
 * Starts to act as a user. The session of the administrator stays valid, and is kept in the browser.
 *
 * @param maxAge seconds
 * @throws ImpersonationActive if the session is itself an impersonation
 * @throws AccessDenied if no user, or the user themselves, is signed in
 */
export async function startImpersonation(
  ctx: Context,
  user: AdapterUser,
  { plugin, maxAge }: { readonly plugin: string; readonly maxAge: number },
): Promise<void> {
  const { sessionStrategy } = ctx.services
  const current = await sessionStrategy.getCurrentSession(ctx)
  assertNoActor(current)
  if (!current || current.userId === user.id)
    throw new AccessDenied('An impersonation needs the session of another user, the administrator.')
  const act = await createActor(ctx, current, maxAge)
  const kept = await sealKeptSession(ctx, { act, current, user })
  // Asserted before the session is issued, so that the administrator keeps theirs if it is too long.
  assertStorable(ctx, kept)
  await sessionStrategy.issue(
    ctx,
    {
      identity: {
        user,
        account: { provider: plugin, type: 'credentials', providerAccountId: user.id },
        evidence: [],
        emailVerified: undefined,
        allowEmailLinking: false,
        getAccountTokens: () => ({}),
        callbackUrl: null,
      },
      user,
      isNewUser: false,
      continuedSession: null,
      isStored: true,
      act,
    },
    { methods: [], signedInAt: null, isRaised: false },
  )
  setSessionCookie(toKeptContext(ctx), kept, new Date(Date.now() + keptMaxAge * 1000))
}

async function createActor(
  { settings, services }: Context,
  { userId, id }: CurrentSession,
  maxAge: number,
): Promise<CurrentActor> {
  const control = settings.revocation && (await services.loadSessionControl?.())
  if (!control || id === undefined)
    throw new InvalidConfig(
      'An impersonation needs sessions that can be ended. Set `endsSessions` of the plugin.',
    )
  if (!(await control.hasSession(settings, userId, id)))
    throw new AccessDenied('The session of the administrator is not in the list of sessions. Sign in again.')
  return { sub: userId, sessionId: id, expires: getUnixTime() + Math.floor(maxAge) }
}

interface NewImpersonation {
  readonly act: CurrentActor
  readonly current: CurrentSession
  readonly user: AdapterUser
}

async function sealKeptSession(
  ctx: Context,
  { act: { sub, sessionId, expires }, current, user }: NewImpersonation,
): Promise<string> {
  const token = await findSessionToken(ctx, current)
  const claims = { token, administratorId: sub, userId: user.id, sessionId, expires }
  const { name } = getKeptCookie(ctx)
  return await encodeToken({ token: claims, secret: ctx.settings.secrets, salt: name, maxAge: keptMaxAge })
}

/** A browser can send several session cookies. Returns that of the current session. */
async function findSessionToken(ctx: Context, { userId, id }: CurrentSession): Promise<string> {
  const { jar, cookieOptions, services } = ctx
  for (const token of listSessionCookieCandidates(jar, cookieOptions.sessionToken.name)) {
    const found = await services.sessionStrategy.getCurrentSession(withSessionToken(ctx, token))
    if (found?.userId === userId && found.id === id) return token
  }
  throw new AccessDenied('The session of the administrator ended meanwhile. Sign in again.')
}

/**
 * Stops an impersonation, also one that has ended. The browser has the session of the administrator again, if that is still valid.
 *
 * @returns null if the browser has none: nothing changes
 */
export async function endImpersonation(ctx: Context): Promise<EndedImpersonation | null> {
  const { sessionStrategy } = ctx.services
  const current = await sessionStrategy.getCurrentSession(ctx)
  const kept = await readKeptSession(ctx)
  if ((current && !current.act) || (!current && !kept)) {
    clearKeptCookie(ctx)
    return null
  }
  const isRestored = kept !== null && isKeptFor(kept, current) && (await isKeptSessionValid(ctx, kept))
  await sessionStrategy.discard(ctx)
  clearSessionCookie(ctx)
  clearKeptCookie(ctx)
  const maxAge = ctx.settings.session.maxAge * 1000
  if (kept && isRestored) setSessionCookie(ctx, kept.token, new Date(Date.now() + maxAge))
  const administratorId = current?.act?.sub ?? kept?.administratorId ?? null
  return { isRestored, administratorId, userId: current?.userId ?? kept?.userId ?? null }
}

/** A cookie of another impersonation does not count. */
function isKeptFor(kept: KeptSession, current: CurrentSession | null): boolean {
  if (!current) return true
  const { userId, act } = current
  return kept.userId === userId && kept.sessionId === act?.sessionId && kept.expires === act.expires
}

async function isKeptSessionValid(ctx: Context, { token, administratorId }: KeptSession): Promise<boolean> {
  const session = await ctx.services.sessionStrategy.getCurrentSession(withSessionToken(ctx, token))
  return session?.userId === administratorId && !session.act
}

/** A sign-out in the browser ends both sessions. */
async function endKeptSession(ctx: Context, strategy: SessionStrategy): Promise<void> {
  const kept = await readKeptSession(ctx)
  if (kept) await strategy.end(withSessionToken(ctx, kept.token))
  clearKeptCookie(ctx)
}

/** After a sign-in, the session of the administrator does not come back. A failure is logged, because the browser no longer has it. */
async function tryEndKeptSession(ctx: Context, strategy: SessionStrategy): Promise<void> {
  try {
    await endKeptSession(ctx, strategy)
  } catch (error) {
    clearKeptCookie(ctx)
    ctx.settings.logger.error(toError(error))
  }
}

/** Returns the impersonation that the browser started last, whether it has ended or not. Null if it was stopped. */
export async function readKeptSession(ctx: Context): Promise<KeptSession | null> {
  const { name } = getKeptCookie(ctx)
  for (const value of listSessionCookieCandidates(ctx.jar, name)) {
    const claims = await openSealedClaims(value, ctx.settings.secrets, name)
    // Only this file seals with the name of the cookie.
    if (claims) return claims as JsonObject & KeptSession
  }
  return null
}

/** Returns the context of a request that has this session only. */
function withSessionToken(ctx: Context, token: string): Context {
  const { sessionToken, signOut } = ctx.cookieOptions
  const cookies = [`${sessionToken.name}=${encodeURIComponent(token)}`]
  const signedOut = ctx.jar.get(signOut.name)
  if (signedOut !== undefined) cookies.push(`${signOut.name}=${encodeURIComponent(signedOut)}`)
  return { ...ctx, jar: createCookieJar(cookies.join('; ')) }
}

function clearKeptCookie(ctx: Context): void {
  if (listSentNames(ctx.jar, getKeptCookie(ctx).name).length > 0) clearSessionCookie(toKeptContext(ctx))
}

/** The cookie has chunks, as that of the session. */
function toKeptContext(ctx: Context): Context {
  const settings = { ...ctx.settings, legacySessions: null }
  return { ...ctx, settings, cookieOptions: { ...ctx.cookieOptions, sessionToken: getKeptCookie(ctx) } }
}

/** The attributes are those of the session cookie. */
function getKeptCookie({ cookieOptions: { sessionToken } }: Context): CookieOption {
  const prefix = sessionToken.options.secure ? '__Secure-' : ''
  return { name: `${prefix}authjs.administrator-session`, options: sessionToken.options }
}
