import { asError } from '../base/as-error.js'
import { SessionTokenError, SignOutError } from '../errors.js'
import type { AdapterSession, AdapterUser } from '../types/adapter.js'
import type { Context, SessionStrategy, Store, Touch } from '../types/context.js'
import type { Session } from '../types/session.js'
import { available } from './available.js'
import { clearSessionCookie, sessionValues, setSessionCookie } from './chunks.js'
import { dated, extendedLife, lastsUntil, newLife } from './record-life.js'

interface Found {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

/** Sessions that are a record in the store; the cookie holds only its token. Spec: behaviour section 13.2. */
export function databaseSessions(store: Store): SessionStrategy {
  return {
    async read(ctx) {
      const { living } = await find(ctx, store)
      return living
    },

    async issue(ctx, member) {
      const session = member.session
        ? await restart(ctx, store, member.session)
        : await create(ctx, store, member.user.id)
      setSessionCookie(ctx, session.sessionToken, session.expires)
      const earlier = tokensOf(ctx).filter(token => token !== session.sessionToken)
      for (const token of earlier) await discard(ctx, store, token)
    },

    async touch(ctx, touch) {
      const session = await available(() => look(ctx, store, touch))
      if (session) await ctx.settings.emit('session', { session })
      return session
    },

    async end(ctx) {
      for (const token of tokensOf(ctx)) await remove(ctx, store, token)
      clearSessionCookie(ctx)
    },
  }
}

/** The whole of a reading, whose failure says nothing about the session. */
async function look(ctx: Context, store: Store, touch: Touch): Promise<Session | null> {
  const { living: found, ended } = await find(ctx, store)
  if (!touch.lookOnly) for (const token of ended) await discard(ctx, store, token)
  if (!found) {
    clearSessionCookie(ctx)
    return null
  }
  const session = await extend(ctx, store, { session: found.session, ...touch })
  return show(ctx, { session, user: found.user }, touch)
}

function tokensOf({ jar, cookies }: Context): string[] {
  return [...sessionValues(jar, cookies.sessionToken.name)]
}

interface Search {
  /** What the first of the cookies that names a living session led to. */
  readonly living: Found | null
  /** The tokens of records that are past their time. */
  readonly ended: readonly string[]
}

async function find(ctx: Context, store: Store): Promise<Search> {
  const ended: string[] = []
  for (const token of tokensOf(ctx)) {
    const known = await store.getSessionAndUser(token)
    if (!known) continue
    const living = { user: known.user, session: dated(known.session) }
    if (lastsUntil(ctx.settings, living.session) > Date.now()) return { living, ended }
    ended.push(token)
  }
  return { living: null, ended }
}

/** A record that nobody needs any more. That it is still there is no reason to turn its owner away. */
async function discard({ settings }: Context, store: Store, token: string): Promise<void> {
  try {
    await store.deleteSession(token)
  } catch (error) {
    settings.logger.error(new SessionTokenError(asError(error)))
  }
}

async function create({ settings }: Context, store: Store, userId: string): Promise<AdapterSession> {
  const sessionToken = settings.session.generateSessionToken()
  return dated(await store.createSession({ sessionToken, userId, ...newLife(settings) }))
}

/** Who signs in again goes on with their session; only a limit is counted anew. */
async function restart(ctx: Context, store: Store, session: AdapterSession): Promise<AdapterSession> {
  const life = newLife(ctx.settings)
  if (!life.startedAt) return session
  await store.updateSession({ sessionToken: session.sessionToken, ...life })
  return { ...session, ...life }
}

type Due = Omit<Touch, 'view'> & { readonly session: AdapterSession }

/** Extends the record when that is due. `updateSession` touches a record that exists; it never brings one back. */
async function extend(
  ctx: Context,
  store: Store,
  { session, update, lookOnly }: Due,
): Promise<AdapterSession> {
  const current = { ...session, expires: new Date(lastsUntil(ctx.settings, session)) }
  const life = lookOnly ? null : extendedLife(ctx.settings, session, update)
  if (!life) return current
  await store.updateSession({ sessionToken: session.sessionToken, ...life })
  setSessionCookie(ctx, session.sessionToken, life.expires)
  return { ...session, ...life }
}

/** The record is gone before the visitor is told so. */
async function remove({ settings }: Context, store: Store, token: string): Promise<void> {
  try {
    const session = (await store.deleteSession(token)) as AdapterSession | null | undefined
    if (session !== null) await settings.emit('signOut', { session })
  } catch (error) {
    throw new SignOutError(asError(error))
  }
}

async function show({ settings }: Context, { session, user }: Found, touch: Touch): Promise<Session | null> {
  const own = settings.callbacks.session
  const expires = session.expires.toISOString()
  if (own) {
    const shaped = await own({ session: discreet(session, user), user, ...news(touch) })
    // An app whose callback gives no session says that nobody is signed in.
    if (!shaped) return null
    return touch.view === 'server' ? { user, ...shaped, expires: instant(shaped.expires) } : shaped
  }
  if (touch.view === 'client') return { user: publicUser(user), expires }
  const { sessionToken: _, ...rest } = session
  return { ...rest, user, expires }
}

/** A browser reads a `Date` as text; a callback that hands on the record's own gives the app's server the same. */
function instant(expires: string | Date): string {
  return expires instanceof Date ? expires.toISOString() : expires
}

/**
 * The record for the app's callback. Its token can be read there, but is not copied along: a callback that hands the
 * session on as it is must not hand out what the HttpOnly cookie holds.
 */
function discreet(
  { sessionToken, ...rest }: AdapterSession,
  user: AdapterUser,
): AdapterSession & { user: AdapterUser } {
  const session = { ...rest, user }
  return Object.defineProperty(session, 'sessionToken', { value: sessionToken }) as typeof session &
    AdapterSession
}

function news({ update }: Touch) {
  return update ? ({ newSession: update.data, trigger: 'update' } as const) : { newSession: undefined }
}

function publicUser({ name, email, image }: AdapterUser) {
  return { name, email, image }
}
