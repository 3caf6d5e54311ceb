import { SessionUnavailable } from '../errors.js'
import type { PublicProvider } from '../types/provider.js'
import type { Session } from '../types/session.js'
import { openPoster, type Poster } from './csrf.js'
import { isSamePerson, type News, type Newsroom, openNewsroom, whoIs } from './news.js'
import { type Form, formOf, leave, responseOf, type SignInResponse, submit } from './outcome.js'
import { type SignInAuthorizationParams, type SignInOptions, signIn } from './sign-in.js'
import { type Answer, type ClientOptions, isRecord, openWire, type Wire } from './wire.js'

/** How to read a session. */
export interface GetSessionParams {
  /** For a request of somebody else's, on a server: their `cookie`. Such an answer is told to nobody and never shared. */
  headers?: Record<string, string> | undefined
  /** Accepted for apps that move in; other tabs are told of changes, not of questions. */
  broadcast?: boolean | undefined
}

/** How to sign out. */
export interface SignOutParams<Redirect extends boolean = boolean> {
  /** Where the visitor is led. @default the page where they are */
  redirectTo?: string | undefined
  /** The older name of `redirectTo`. */
  callbackUrl?: string | undefined
  /** `false` stays on the page and returns what came of it. @default true */
  redirect?: Redirect | undefined
}

/** Signs in; see {@link Client}. */
export interface SignIn {
  (
    provider: string | undefined,
    options: SignInOptions<false> & { redirect: false },
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse>
  (
    provider?: string,
    options?: SignInOptions<true> | FormData,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<void>
}

/** Signs out; see {@link Client}. */
export interface SignOut {
  (options: SignOutParams<false> & { redirect: false }): Promise<SignInResponse>
  (options?: SignOutParams<true>): Promise<void>
}

/** The way from a page to one server. Its functions need no `this`: they may be taken out of it. */
export interface Client {
  /** In front of the actions: `/auth`, say. */
  readonly base: string
  /**
   * The session, or `null` when nobody is signed in. Questions that are asked at the same time are one request.
   *
   * @throws SessionUnavailable when the server did not say: the visitor is still who they were
   */
  getSession(params?: GetSessionParams): Promise<Session | null>
  /** The CSRF token, for forms of the app's own; empty when there is none. */
  getCsrfToken(): Promise<string>
  /** The providers by id, or `null` when the server did not say. Asked for once. */
  getProviders(): Promise<Record<string, PublicProvider> | null>
  /**
   * Signs in: at a provider, with a password, by mail or with a passkey (`action: 'register'` makes one). Without a provider,
   * the visitor is sent to the sign-in page.
   *
   * @throws what the browser threw, when a passkey was not used; with `redirect: false` it is part of the answer
   */
  signIn: SignIn
  /** Signs out, in all tabs. */
  signOut: SignOut
  /**
   * Sends `value` to the app's `jwt` and `session` callbacks, with the trigger `update`; without one, reads the session anew.
   *
   * @returns the session as it is then
   * @throws SessionUnavailable when the server did not say, or refused
   */
  update(value?: unknown): Promise<Session | null>
  /** Hears of what may have changed the session, in this tab or another. @returns ends the listening */
  listen(listener: (news: News) => void): () => void
  /** Tells the other tabs whom this one sees; those who see somebody else ask the server. */
  compare(session: Session | null): void
  /**
   * Takes over a session that the server gave by another way, with a page that it rendered anew, say: an answer that was
   * asked for before no longer counts.
   *
   * @param before what was shown until now; when that was somebody else, the other tabs are told. Undefined when it was not
   *   known
   */
  adopt(session: Session | null, before?: Session | null): void
}

/**
 * Makes the way to one server, for pages without a framework and for the clients of frameworks. Nothing is asked until
 * one of its functions is called.
 *
 * @example
 * ```ts
 * import { createClient } from 'latchkey/client'
 *
 * const auth = createClient() // or createClient({ basePath: '/api/auth' })
 *
 * export async function enter(email: string, password: string) {
 *   const { error } = await auth.signIn('credentials', { email, password, redirect: false })
 *   return error ? 'That was not right.' : `Hello ${(await auth.getSession())?.user?.name}`
 * }
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  const wire = openWire(options)
  const poster = openPoster(wire)
  const news = openNewsroom(`latchkey:${wire.base}`)
  const catalogue = once(() => wire.ask('providers'))
  const getSession = sessionReader(wire, news)
  const announce = () => news.spread({ trigger: 'signin' })
  const refresh = async () => {
    news.tell({ trigger: 'signin' })
    // Whoever shows the session asks again by itself.
    await getSession().catch(() => null)
  }
  const hall = { wire, poster, news, getSession, catalogue, announce, refresh }
  return {
    base: wire.base,
    getSession,
    getCsrfToken: poster.token,
    getProviders: async () => providersIn(await catalogue()),
    signIn: ((provider, given, params) => signIn(hall, { ...formOf(given), provider, params })) as SignIn,
    signOut: (given => signOut(hall, formOf(given))) as SignOut,
    update: value => (value === undefined ? getSession() : update(hall, value)),
    listen: news.listen,
    compare: session => news.spread({ trigger: 'getSession', who: whoIs(session) }),
    adopt: (session, before) => adopt(news, session, before),
  }
}

/** Keeps the first good answer, and lets all who ask at the same time share one request. */
function once(ask: () => Promise<Answer>): () => Promise<Answer> {
  let kept: Promise<Answer> | undefined
  return async () => {
    kept ??= ask()
    const answer = await kept
    if (!answer.ok) kept = undefined
    return answer
  }
}

function providersIn({ ok, body }: Answer): Record<string, PublicProvider> | null {
  return ok && isRecord(body) ? (body as Record<string, PublicProvider>) : null
}

function sessionReader(wire: Wire, news: Newsroom): Client['getSession'] {
  let underWay: Promise<Session | null> | undefined
  async function read(): Promise<Session | null> {
    const { edition } = news
    const session = sessionIn(await wire.ask('session'), wire)
    // Somebody signed in or out meanwhile, so this may be what was true before.
    if (news.edition !== edition) return read()
    news.tell({ trigger: 'getSession', session })
    return session
  }
  return async ({ headers } = {}) => {
    if (headers) return sessionIn(await wire.ask('session', { headers }), wire)
    underWay ??= read().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

/** Everything else than a session and `null` is no answer: least of all that somebody signed out. */
function sessionIn({ ok, status, body }: Answer, { base }: Wire): Session | null {
  if (ok && (body === null || isRecord(body))) return body as Session | null
  const answered = status ? `answered ${status} and no session` : 'did not answer'
  const hint = status >= 200 && status < 500 ? ' Is `basePath` that of the server?' : ''
  throw new SessionUnavailable(`${base}/session ${answered}.${hint}`, { status })
}

/** What a change of the session needs of a client. */
interface Hall {
  readonly wire: Wire
  readonly poster: Poster
  readonly news: Newsroom
  getSession(): Promise<Session | null>
}

async function update({ wire, poster, news, getSession }: Hall, value: unknown): Promise<Session | null> {
  const { edition } = news
  const answer = await poster.post('session', {
    init: csrfToken => ({
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ csrfToken, data: value }),
    }),
    isRefusal: ({ status }) => status === 400,
  })
  const session = sessionIn(answer, wire)
  const isLate = news.edition !== edition
  news.spread({ trigger: 'update' })
  news.tell({ trigger: 'update', session: isLate ? undefined : session })
  // Somebody signed in or out meanwhile, or there was another update: only the server knows what holds.
  return isLate ? getSession() : session
}

function adopt(news: Newsroom, session: Session | null, before: Session | null | undefined): void {
  const who = whoIs(session)
  news.tell({ trigger: 'update', session })
  if (before !== undefined && !isSamePerson(whoIs(before), who)) news.spread({ trigger: 'update', who })
}

async function signOut({ wire, poster, news }: Hall, { stays, fields }: Form) {
  const outcome = await submit(poster, 'signout', fields)
  if (outcome.ok) {
    news.tell({ trigger: 'signout', session: null })
    news.spread({ trigger: 'signout' })
  }
  return stays ? responseOf(outcome) : leave(wire, outcome)
}
