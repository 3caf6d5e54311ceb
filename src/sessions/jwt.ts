import { chain, createLoader, isPromise } from '../base/cache.js'
import { omitUndefined } from '../base/parse.js'
import { AccessDenied } from '../errors.js'
import { serializeResult } from '../http/messages.js'
import type { SessionParams } from '../types/callbacks.js'
import type { Awaitable } from '../types/common.js'
import type {
  Context,
  CurrentToken,
  JWTCallbackInput,
  SessionReadOptions,
  SessionStrategy,
  SessionView,
  TokenIssue,
} from '../types/context.js'
import type { CurrentActor, SignInEvidence } from '../types/evidence.js'
import type { ResolvedUser } from '../types/identity.js'
import type { JWT } from '../types/jwt.js'
import type { Session } from '../types/session.js'
import type { User } from '../types/user.js'
import { toSessionAssurance } from './evidence.js'
import { assertStorable, clearSessionCookie, setSessionCookie } from './session-cookie.js'
import {
  registerPublicSession,
  rethrowAsSessionUnavailable,
  warnOfMissingCallbackResult,
} from './session-result.js'
import {
  buildActorClaims,
  buildReservedClaims,
  createEvidenceReader,
  findToken,
  getNewTokenExpiry,
  getSecondsToAbsoluteLimit,
  getSessionStart,
  getTokenExpiry,
  getUnixTime,
  isReissueDue,
  listValidTokens,
  omitInternalClaims,
  type ReservedClaims,
  readActorClaims,
  readCookieScope,
  readEvidenceClaim,
  readKeptClaims,
  readToken,
  requireTextSubject,
  saveSignOut,
  toPublicActor,
  withoutReservedClaims,
} from './session-token.js'

/**
 * The session strategy that keeps the session in an encrypted token in the cookie. Nothing is stored. See
 * docs/reference/contract.md#jwt-sessions.
 */
export const jwtSessionStrategy: SessionStrategy = {
  async getCurrentUser(ctx) {
    const { token } = (await readToken(ctx)) ?? {}
    const user = token?.sub ? await ctx.settings.adapter?.getUser(token.sub) : null
    return user ? { user, session: null } : null
  },

  async getCurrentSession(ctx) {
    const found = await readToken(ctx)
    const { id, userId = found?.token.sub } = found?.identity ?? {}
    if (!found || !userId) return null
    const act = readActorClaims(found.token)
    return { userId, ...readEvidenceClaim(found.token), id, ...(act && { act }) }
  },

  getCurrentSessionOrThrow: ctx => jwtSessionStrategy.getCurrentSession(ctx),

  async issue(ctx, resolved, { isRaised, ...evidence }) {
    const { jwt } = ctx.settings.callbacks
    const params = buildSignInParams(resolved)
    serializeResult(params.token, getUserSource(resolved))
    const issued = jwt ? await jwt(params) : params.token
    const { act } = resolved
    // The session of the administrator continues.
    if (!issued && act) throw new AccessDenied('The `jwt` callback returned no token for the user.')
    if (!issued) return void endSession(ctx, issued)
    const token = requireTextSubject(issued)
    // Asserted before anything is stored, so that no sign-in ends halfway.
    if (jwt) serializeResult(token, 'callbacks.jwt')
    const sessionStart = await findSessionStart(ctx, resolved)
    // An impersonation does not end the session of the administrator.
    const current = ctx.services.loadSessionControl && !act ? await readToken(ctx) : null
    const issue = { resolvedUser: resolved, isRaised, current }
    await writeToken(ctx, token, {
      sessionStart,
      ...evidence,
      ...(act && { kept: buildActorClaims(act) }),
      issue,
    })
  },

  async raise(ctx, { methods, signedInAt, user }) {
    const current = await readToken(ctx)
    // The session of a retired token was raised by another request.
    if (!current || current.isRetired) return current !== null
    const token = user ? { ...current.token, ...toUserClaims(user) } : current.token
    const kept = readKeptClaims(token)
    const reserved = { sessionStart: getSessionStart(token), methods, signedInAt, kept }
    await writeToken(ctx, token, { ...reserved, issue: { isRaised: true, current } })
    return true
  },

  async getSession(ctx, readOptions) {
    const read = readToken(ctx)
    const found = isPromise(read) ? await read : read
    if (!found) return clearSession(ctx)
    const { isLegacy, isRetired, sessionClaims } = found
    const readEvidence = createEvidenceReader(found.token)
    const sessionStart = getSessionStart(found.token)
    const kept = readKeptClaims(found.token)
    const current = omitInternalClaims(found.token)

    // Computed before the callback runs, because apps change the token in place.
    const claimsBefore = serializeClaims(ctx, current)
    const isDueByAge = isLegacy || isReissueDue(ctx, current)
    const currentExpiry = getTokenExpiry(ctx, current)
    const token = ctx.settings.callbacks.jwt
      ? await applyJwtCallback(ctx, { token: current, ...buildJwtUpdateParams(readOptions) }, sessionClaims)
      : current
    if (!token) return isRetired ? null : endSession(ctx, token)

    const shouldWrite =
      !readOptions.readOnly &&
      !isRetired &&
      (isDueByAge || readOptions.update !== undefined || claimsBefore !== serializeClaims(ctx, token))
    const expires = shouldWrite ? getNewTokenExpiry(ctx, sessionStart, kept) : currentExpiry
    const act = readActorClaims(kept)
    const built = buildJwtSession(ctx, readOptions, { token, expires, readEvidence, act })
    const session = isPromise(built) ? await built : built
    if (!session) return null
    if (shouldWrite) {
      const issue = { isRaised: false, current: found }
      await writeToken(ctx, token, { sessionStart, ...readEvidence(), kept, issue })
    }
    const emitted = ctx.settings.emit('session', { session, token }, ctx)
    if (emitted) await emitted
    return session
  },

  async discard(ctx) {
    const control = await ctx.services.loadSessionControl?.()
    for (const token of await listValidTokens(ctx)) await control?.endToken(ctx, token)
  },

  async end(ctx) {
    const found = await findToken(ctx)
    const tokens = await listValidTokens(ctx)
    const ended = found?.isLegacy ? [found.token] : tokens
    if (found) {
      const control = await ctx.services.loadSessionControl?.()
      for (const token of ended) await control?.endToken(ctx, token)
      await ctx.settings.emit('signOut', { token: omitInternalClaims(found.token) }, ctx)
    }
    const { clearEverySessionCookie } = await loadCookieCopies()
    const mayKeepCopy = clearEverySessionCookie(ctx, tokens.map(readCookieScope))
    if (mayKeepCopy) saveSignOut(ctx, ended)
  },
}

const loadCookieCopies = createLoader(() => import('./session-cookie-copies.js'))

function clearSession(ctx: Context): null {
  clearSessionCookie(ctx)
  return null
}

/** Ends the session for which the `jwt` callback returned no token. */
function endSession(ctx: Context, callbackResult: unknown): null {
  warnOfMissingCallbackResult(ctx.settings, 'jwt', callbackResult)
  return clearSession(ctx)
}

function buildJwtUpdateParams({ update }: SessionReadOptions): Omit<JWTCallbackInput, 'token'> {
  return update ? { trigger: 'update', session: update.data } : { session: undefined }
}

/**
 * Computes a fingerprint of the claims without the timestamps, which Latchkey sets. Returns undefined without
 * a `jwt` callback, because then the token cannot change.
 */
function serializeClaims({ settings }: Context, token: JWT): string | undefined {
  return settings.callbacks.jwt && serializeResult({ ...token, ...withoutReservedClaims }, 'callbacks.jwt')
}

function toUserClaims({ name, email, image }: Pick<User, 'name' | 'email' | 'image'>): JWT {
  return { name, email, picture: image }
}

function buildSignInParams({ user, identity, isNewUser }: ResolvedUser): JWTCallbackInput {
  const { account, profile } = identity
  return {
    token: { ...toUserClaims(user), sub: user.id },
    user,
    account,
    ...(profile && { profile }),
    isNewUser,
    trigger: isNewUser ? 'signUp' : 'signIn',
  }
}

/** Names the function of the app that the name, the email address and the image of a user are from. */
function getUserSource({ identity: { account } }: ResolvedUser): string {
  if (account.type === 'credentials') return 'authorize'
  return account.type === 'oauth' || account.type === 'oidc' ? 'profile' : 'getUser'
}

/** Calls the `jwt` callback, and restores the claims that identify the session. Without one, returns the token unchanged. */
async function applyJwtCallback(
  { settings }: Context,
  params: JWTCallbackInput,
  sessionClaims: CurrentToken['sessionClaims'],
): Promise<JWT | null> {
  const { jwt } = settings.callbacks
  if (!jwt) return params.token
  const result = await rethrowAsSessionUnavailable(() => jwt(params), 'jwt')
  const token = result && requireTextSubject(result)
  return token && sessionClaims ? { ...token, ...sessionClaims } : token
}

async function writeToken(
  ctx: Context,
  token: JWT,
  { issue, ...reserved }: ReservedClaims & { readonly issue: TokenIssue },
): Promise<void> {
  const { jwt, session } = ctx.settings
  const { loadSessionControl } = ctx.services
  const sessionClaims =
    loadSessionControl && (await (await loadSessionControl()).issueToken(ctx, token, issue))
  const salt = ctx.cookieOptions.sessionToken.name
  const secondsLeft = getSecondsToAbsoluteLimit(ctx.settings, reserved.sessionStart, reserved.kept)
  const payload = { ...token, ...buildReservedClaims(ctx, reserved), ...sessionClaims }
  const maxAge = Math.min(jwt.maxAge, secondsLeft)
  const encoded = await jwt.encode({ token: payload, secret: jwt.secret, salt, maxAge })
  if (issue.resolvedUser) await clearOtherCopies(ctx, encoded)
  setSessionCookie(ctx, encoded, new Date(Date.now() + Math.min(session.maxAge, secondsLeft) * 1000))
}

/** A sign-in replaces the sessions of all cookies. A token that cannot be stored replaces none. */
function clearOtherCopies(ctx: Context, encoded: string): Awaitable<void> {
  assertStorable(ctx, encoded)
  return chain(listValidTokens(ctx), tokens =>
    chain(loadCookieCopies(), ({ listOtherCopies }) => {
      for (const { name, options } of listOtherCopies(ctx, tokens.map(readCookieScope)))
        ctx.jar.clear(name, options)
    }),
  )
}

/** Returns the start of the session to issue. An account that is linked does not make the sign-in newer. */
async function findSessionStart(ctx: Context, { isLinking }: ResolvedUser): Promise<number> {
  const currentToken = isLinking ? await readToken(ctx) : null
  return currentToken ? getSessionStart(currentToken.token) : getUnixTime()
}

interface TokenWithExpiry {
  readonly token: JWT
  readonly expires: string
  readonly readEvidence: () => SignInEvidence
  readonly act: CurrentActor | undefined
}

/** Builds the session that its reader receives. Null if the `session` callback returns none. */
function buildJwtSession(
  { settings }: Context,
  readOptions: SessionReadOptions,
  { token, expires, readEvidence, act }: TokenWithExpiry,
): Awaitable<Session | null> {
  const { view } = readOptions
  const { name, email, picture: image, sub: id } = token
  const session: Session = { user: toPublicUser({ name, email, image }), expires, ...toPublicActor(act) }
  const sessionCallback = settings.callbacks.session
  if (sessionCallback)
    return rethrowAsSessionUnavailable(async () => {
      const result = await sessionCallback({ session, token, ...buildUpdateParams(readOptions) })
      warnOfMissingCallbackResult(settings, 'session', result)
      const own = result && { ...omitUndefined(result), ...toPublicActor(act) }
      return own ? applySessionView(view, { token, readEvidence }, own) : null
    }, 'session')
  if (view === 'client') return session
  const user = id === undefined ? { ...session.user } : { ...session.user, id }
  const assurance = toSessionAssurance(readEvidence().methods)
  return registerPublicSession({ user, expires, ...assurance, ...toPublicActor(act) }, session)
}

type PublicUser = NonNullable<Session['user']>

/** Returns what browsers see of a user. The names are written out, because most reads of a session pass here. */
function toPublicUser({ name, email, image }: Pick<User, 'name' | 'email' | 'image'>): PublicUser {
  const user: PublicUser = {}
  if (name !== undefined) user.name = name
  if (email !== undefined) user.email = email
  if (image !== undefined) user.image = image
  return user
}

/** Returns the update parameters of the `session` callback, which match those of the `jwt` callback. */
function buildUpdateParams({ update }: SessionReadOptions): Pick<SessionParams, 'newSession' | 'trigger'> {
  return update ? { newSession: update.data, trigger: 'update' } : {}
}

/** Fields that the `session` callback returned take precedence. */
function applySessionView(
  view: SessionView,
  { token, readEvidence }: Pick<TokenWithExpiry, 'token' | 'readEvidence'>,
  session: Session,
): Session {
  if (view === 'client') return session
  const fullSession = {
    user: omitUndefined(token),
    ...toSessionAssurance(readEvidence().methods),
    ...session,
  }
  return registerPublicSession(fullSession, session)
}
