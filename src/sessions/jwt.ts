import { toError } from '../base/to-error.js'
import { InvalidToken, JWTSessionError } from '../errors.js'
import type { JWTParams, SessionParams } from '../types/callbacks.js'
import type { Awaitable } from '../types/common.js'
import type { Context, SessionAccess, SessionStrategy, SessionView, Settings } from '../types/context.js'
import type { ResolvedUser } from '../types/identity.js'
import type { JWT } from '../types/jwt.js'
import type { Session } from '../types/session.js'
import { clearSessionCookie, readSessionValues, setSessionCookie } from './session-cookie.js'
import { withSessionUnavailable } from './session-unavailable.js'

interface TokenWithExpiry {
  readonly token: JWT
  readonly expires: string
}

/** Sessions that are an encrypted token in the cookie; nothing is stored. Spec: behaviour section 13.1. */
export const jwtSessions: SessionStrategy = {
  async getCurrentUser(ctx) {
    const token = await readToken(ctx)
    const user = token?.sub ? await ctx.settings.adapter?.getUser(token.sub) : null
    return user ? { user, session: null } : null
  },

  async issue(ctx, resolved) {
    const { jwt } = ctx.settings.callbacks
    const params = createTokenParams(resolved)
    const token = jwt ? await jwt(params) : params.token
    if (token) await writeToken(ctx, token, getUnixTime())
    else clearSessionCookie(ctx)
  },

  async load(ctx, access) {
    const current = await readToken(ctx)
    if (!current) return clearSession(ctx)

    // Taken before the callback runs: apps change the token in place.
    const fingerprintBefore = computeFingerprint(ctx, current)
    const isDueByAge = isUpdateDue(ctx, current)
    const startedAt = getSessionStart(current)
    const currentExpiry = getTokenExpiry(ctx, current)
    const token = await applyJwtCallback(ctx, { token: current, ...buildJwtUpdateParams(access) })
    if (!token) return clearSession(ctx)

    const shouldWrite =
      !access.readOnly &&
      (isDueByAge || access.update !== undefined || fingerprintBefore !== computeFingerprint(ctx, token))
    const expires = shouldWrite ? getExtendedExpiry(ctx, startedAt) : currentExpiry
    const session = await buildSession(ctx, access, { token, expires })
    if (!session) return null
    if (shouldWrite) await writeToken(ctx, token, startedAt)
    await ctx.settings.emit('session', { session, token })
    return session
  },

  async end(ctx) {
    const token = await readToken(ctx)
    if (token) await ctx.settings.emit('signOut', { token })
    clearSessionCookie(ctx)
  },
}

/** The token of this request, or null when there is none that opens. */
async function readToken({ jar, cookies, settings }: Context): Promise<JWT | null> {
  const salt = cookies.sessionToken.name
  for (const token of readSessionValues(jar, salt)) {
    try {
      const payload = await settings.jwt.decode({ token, secret: settings.jwt.secret, salt })
      if (payload && getSecondsLeft(settings, getSessionStart(payload)) > 0) return payload
    } catch (error) {
      reportDecodeError(settings, error)
    }
  }
  return null
}

/** A token that does not open is no fault of ours, and anybody can send one: it must not fill the log. */
function reportDecodeError({ logger }: Settings, error: unknown): void {
  if (error instanceof InvalidToken) logger.debug('session token refused', { code: error.code })
  else logger.error(new JWTSessionError(toError(error)))
}

function clearSession(ctx: Context): null {
  clearSessionCookie(ctx)
  return null
}

function buildJwtUpdateParams({ update }: SessionAccess): Omit<JWTParams, 'token'> {
  return update ? { trigger: 'update', session: update.data } : { session: undefined }
}

/** What the token says, its dates aside: those are ours. Nothing where no callback can change it. */
function computeFingerprint({ settings }: Context, token: JWT): string | undefined {
  return settings.callbacks.jwt && JSON.stringify({ ...token, ...withoutTimestamps })
}

const withoutTimestamps = { iat: undefined, exp: undefined, jti: undefined, session_start: undefined }

function createTokenParams({ user, identity, isNewUser }: ResolvedUser): JWTParams {
  const { account, profile } = identity
  return {
    token: { name: user.name, email: user.email, picture: user.image, sub: user.id },
    user,
    account,
    ...(profile && { profile }),
    isNewUser,
    trigger: isNewUser ? 'signUp' : 'signIn',
  }
}

/** What the app's callback makes of a token that is looked at; the same token where there is none. */
function applyJwtCallback({ settings }: Context, params: JWTParams): Awaitable<JWT | null> {
  const { jwt } = settings.callbacks
  return jwt ? withSessionUnavailable(() => jwt(params)) : params.token
}

async function writeToken(ctx: Context, token: JWT, startedAt: number): Promise<void> {
  const { jwt, session } = ctx.settings
  const salt = ctx.cookies.sessionToken.name
  const secondsLeft = getSecondsLeft(ctx.settings, startedAt)
  const payload = Number.isFinite(secondsLeft) ? { ...token, session_start: startedAt } : token
  const maxAge = Math.min(jwt.maxAge, secondsLeft)
  const encoded = await jwt.encode({ token: payload, secret: jwt.secret, salt, maxAge })
  setSessionCookie(ctx, encoded, new Date(Date.now() + Math.min(session.maxAge, secondsLeft) * 1000))
}

/** Seconds since the epoch. */
function getUnixTime(): number {
  return Math.floor(Date.now() / 1000)
}

/** When the visitor signed in. A token from before there was a limit began when it was made. */
function getSessionStart({ session_start, iat }: JWT): number {
  return typeof session_start === 'number' ? session_start : (iat ?? getUnixTime())
}

/** Seconds that a session has left however much it is used. */
function getSecondsLeft({ session }: Settings, startedAt: number): number {
  return startedAt + session.absoluteMaxAge - getUnixTime()
}

/** A token that does not say when it was made is made anew. */
function isUpdateDue({ settings }: Context, { iat }: JWT): boolean {
  return iat === undefined || Date.now() / 1000 - iat >= settings.session.updateAge
}

/** When a token ends, or its cookie if that is sooner. */
function getTokenExpiry(ctx: Context, token: JWT): string {
  const { iat, exp } = token
  const { maxAge, absoluteMaxAge } = ctx.settings.session
  if (iat === undefined || exp === undefined) return getExtendedExpiry(ctx, getSessionStart(token))
  return new Date(Math.min(exp, iat + maxAge, getSessionStart(token) + absoluteMaxAge) * 1000).toISOString()
}

/** When a token made now will end. */
function getExtendedExpiry({ settings }: Context, startedAt: number): string {
  const { jwt, session } = settings
  const seconds = Math.min(jwt.maxAge, session.maxAge, getSecondsLeft(settings, startedAt))
  return new Date(Date.now() + seconds * 1000).toISOString()
}

function buildSession(
  { settings }: Context,
  access: SessionAccess,
  { token, expires }: TokenWithExpiry,
): Awaitable<Session | null> {
  const { view } = access
  const { name, email, picture: image, sub: id } = token
  const session = { user: { name, email, image }, expires }
  const sessionCallback = settings.callbacks.session
  if (sessionCallback)
    return withSessionUnavailable(() =>
      applySessionView(view, token, sessionCallback({ session, token, ...buildUpdateParams(access) })),
    )
  return view === 'server' ? { ...session, user: { ...session.user, id } } : session
}

/** An update tells the `session` callback what the client sent, as it told the `jwt` callback. */
function buildUpdateParams({ update }: SessionAccess): Pick<SessionParams, 'newSession' | 'trigger'> {
  return update ? { newSession: update.data, trigger: 'update' } : {}
}

/** An app whose callback gives no session says that nobody is signed in. */
async function applySessionView(
  view: SessionView,
  token: JWT,
  callbackResult: Awaitable<Session | null | undefined>,
): Promise<Session | null> {
  const session = await callbackResult
  if (!session) return null
  return view === 'server' ? { user: token, ...session } : session
}
