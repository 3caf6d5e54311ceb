import { asError } from '../base/as-error.js'
import { InvalidToken, JWTSessionError } from '../errors.js'
import type { JWTParams, SessionParams } from '../types/callbacks.js'
import type { Awaitable } from '../types/common.js'
import type { Context, SessionStrategy, SessionView, Settings, Touch } from '../types/context.js'
import type { Member } from '../types/identity.js'
import type { JWT } from '../types/jwt.js'
import type { Session } from '../types/session.js'
import { available } from './available.js'
import { clearSessionCookie, sessionValues, setSessionCookie } from './chunks.js'

interface Dated {
  readonly token: JWT
  readonly expires: string
}

/** Sessions that are an encrypted token in the cookie; nothing is stored. Spec: behaviour section 13.1. */
export const jwtSessions: SessionStrategy = {
  async read(ctx) {
    const token = await open(ctx)
    const user = token?.sub ? await ctx.settings.store?.getUser(token.sub) : null
    return user ? { user, session: null } : null
  },

  async issue(ctx, member) {
    const { jwt } = ctx.settings.callbacks
    const fresh = newToken(member)
    const token = jwt ? await jwt(fresh) : fresh.token
    if (token) await write(ctx, token, now())
    else clearSessionCookie(ctx)
  },

  async touch(ctx, touch) {
    const opened = await open(ctx)
    if (!opened) return leave(ctx)

    // Taken before the callback runs: apps change the token in place.
    const before = fingerprint(ctx, opened)
    const dueByAge = isDue(ctx, opened)
    const startedAt = startOf(opened)
    const endsAt = endOf(ctx, opened)
    const token = await shapeToken(ctx, { token: opened, ...news(touch) })
    if (!token) return leave(ctx)

    const due =
      !touch.lookOnly && (dueByAge || touch.update !== undefined || before !== fingerprint(ctx, token))
    const expires = due ? fromNow(ctx, startedAt) : endsAt
    const session = await show(ctx, touch, { token, expires })
    if (!session) return null
    if (due) await write(ctx, token, startedAt)
    await ctx.settings.emit('session', { session, token })
    return session
  },

  async end(ctx) {
    const token = await open(ctx)
    if (token) await ctx.settings.emit('signOut', { token })
    clearSessionCookie(ctx)
  },
}

/** The token of this request, or null when there is none that opens. */
async function open({ jar, cookies, settings }: Context): Promise<JWT | null> {
  const salt = cookies.sessionToken.name
  for (const token of sessionValues(jar, salt)) {
    try {
      const opened = await settings.jwt.decode({ token, secret: settings.jwt.secret, salt })
      if (opened && left(settings, startOf(opened)) > 0) return opened
    } catch (error) {
      report(settings, error)
    }
  }
  return null
}

/** A token that does not open is no fault of ours, and anybody can send one: it must not fill the log. */
function report({ logger }: Settings, error: unknown): void {
  if (error instanceof InvalidToken) logger.debug('session token refused', { code: error.code })
  else logger.error(new JWTSessionError(asError(error)))
}

function leave(ctx: Context): null {
  clearSessionCookie(ctx)
  return null
}

function news({ update }: Touch): Omit<JWTParams, 'token'> {
  return update ? { trigger: 'update', session: update.data } : { session: undefined }
}

/** What the token says, its dates aside: those are ours. Nothing where no callback can change it. */
function fingerprint({ settings }: Context, token: JWT): string | undefined {
  return settings.callbacks.jwt && JSON.stringify({ ...token, ...undated })
}

const undated = { iat: undefined, exp: undefined, jti: undefined, session_start: undefined }

function newToken({ user, identity, isNewUser }: Member): JWTParams {
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
function shapeToken({ settings }: Context, params: JWTParams): Awaitable<JWT | null> {
  const { jwt } = settings.callbacks
  return jwt ? available(() => jwt(params)) : params.token
}

async function write(ctx: Context, token: JWT, startedAt: number): Promise<void> {
  const { jwt, session } = ctx.settings
  const salt = ctx.cookies.sessionToken.name
  const most = left(ctx.settings, startedAt)
  const dated = Number.isFinite(most) ? { ...token, session_start: startedAt } : token
  const maxAge = Math.min(jwt.maxAge, most)
  const sealed = await jwt.encode({ token: dated, secret: jwt.secret, salt, maxAge })
  setSessionCookie(ctx, sealed, new Date(Date.now() + Math.min(session.maxAge, most) * 1000))
}

/** Seconds since the epoch. */
function now(): number {
  return Math.floor(Date.now() / 1000)
}

/** When the visitor signed in. A token from before there was a limit began when it was made. */
function startOf({ session_start, iat }: JWT): number {
  return typeof session_start === 'number' ? session_start : (iat ?? now())
}

/** Seconds that a session has left however much it is used. */
function left({ session }: Settings, startedAt: number): number {
  return startedAt + session.absoluteMaxAge - now()
}

/** A token that does not say when it was made is made anew. */
function isDue({ settings }: Context, { iat }: JWT): boolean {
  return iat === undefined || Date.now() / 1000 - iat >= settings.session.updateAge
}

/** When a token ends, or its cookie if that is sooner. */
function endOf(ctx: Context, token: JWT): string {
  const { iat, exp } = token
  const { maxAge, absoluteMaxAge } = ctx.settings.session
  if (iat === undefined || exp === undefined) return fromNow(ctx, startOf(token))
  return new Date(Math.min(exp, iat + maxAge, startOf(token) + absoluteMaxAge) * 1000).toISOString()
}

/** When a token made now will end. */
function fromNow({ settings }: Context, startedAt: number): string {
  const { jwt, session } = settings
  const seconds = Math.min(jwt.maxAge, session.maxAge, left(settings, startedAt))
  return new Date(Date.now() + seconds * 1000).toISOString()
}

function show({ settings }: Context, touch: Touch, { token, expires }: Dated): Awaitable<Session | null> {
  const { view } = touch
  const { name, email, picture: image, sub: id } = token
  const session = { user: { name, email, image }, expires }
  const own = settings.callbacks.session
  if (own) return available(() => shaped(view, token, own({ session, token, ...brought(touch) })))
  return view === 'server' ? { ...session, user: { ...session.user, id } } : session
}

/** An update tells the `session` callback what the client sent, as it told the `jwt` callback. */
function brought({ update }: Touch): Pick<SessionParams, 'newSession' | 'trigger'> {
  return update ? { newSession: update.data, trigger: 'update' } : {}
}

/** An app whose callback gives no session says that nobody is signed in. */
async function shaped(
  view: SessionView,
  token: JWT,
  answer: Awaitable<Session | null | undefined>,
): Promise<Session | null> {
  const session = await answer
  if (!session) return null
  return view === 'server' ? { user: token, ...session } : session
}
