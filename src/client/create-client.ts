import { SessionUnavailable } from '../errors.js'
import type { PublicProvider } from '../types/provider.js'
import type { Session } from '../types/session.js'
import {
  type ActionClient,
  type ActionResponse,
  type ClientOptions,
  createActionClient,
  isRecord,
} from './action-client.js'
import { type CsrfPoster, createCsrfPoster } from './csrf-poster.js'
import {
  createSessionChannel,
  isSameUser,
  type SessionChannel,
  type SessionEvent,
  toUserRef,
} from './session-events.js'
import { type SignInAuthorizationParams, type SignInOptions, signIn } from './sign-in.js'
import {
  navigateToResult,
  type ParsedForm,
  parseForm,
  type SignInResponse,
  submitForm,
  toSignInResponse,
} from './sign-in-response.js'

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
  readonly authUrl: string
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
  subscribe(listener: (event: SessionEvent) => void): () => void
  /** Tells the other tabs whom this one sees; those who see somebody else ask the server. */
  syncTabs(session: Session | null): void
  /**
   * Takes over a session that the server gave by another way, with a page that it rendered anew, say: an answer that was
   * asked for before no longer counts.
   *
   * @param before what was shown until now; when that was somebody else, the other tabs are told. Undefined when it was not
   *   known
   */
  setSession(session: Session | null, before?: Session | null): void
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
  const actionClient = createActionClient(options)
  const csrfPoster = createCsrfPoster(actionClient)
  const channel = createSessionChannel(`latchkey:${actionClient.authUrl}`)
  const requestProviders = memoizeSuccess(() => actionClient.request('providers'))
  const getSession = createSessionReader(actionClient, channel)
  const notifyTabs = () => channel.broadcast({ trigger: 'signin' })
  const refreshSession = async () => {
    channel.emit({ trigger: 'signin' })
    // Whoever shows the session asks again by itself.
    await getSession().catch(() => null)
  }
  const parts = {
    actionClient,
    csrfPoster,
    channel,
    getSession,
    requestProviders,
    notifyTabs,
    refreshSession,
  }
  return {
    authUrl: actionClient.authUrl,
    getSession,
    getCsrfToken: csrfPoster.getToken,
    getProviders: async () => parseProviders(await requestProviders()),
    signIn: ((provider, input, params) => signIn(parts, { ...parseForm(input), provider, params })) as SignIn,
    signOut: (input => signOut(parts, parseForm(input))) as SignOut,
    update: value => (value === undefined ? getSession() : updateSession(parts, value)),
    subscribe: channel.subscribe,
    syncTabs: session => channel.broadcast({ trigger: 'getSession', who: toUserRef(session) }),
    setSession: (session, before) => setSession(channel, session, before),
  }
}

/** Keeps the first good answer, and lets all who ask at the same time share one request. */
function memoizeSuccess(load: () => Promise<ActionResponse>): () => Promise<ActionResponse> {
  let pending: Promise<ActionResponse> | undefined
  return async () => {
    pending ??= load()
    const response = await pending
    if (!response.ok) pending = undefined
    return response
  }
}

function parseProviders({ ok, body }: ActionResponse): Record<string, PublicProvider> | null {
  return ok && isRecord(body) ? (body as Record<string, PublicProvider>) : null
}

function createSessionReader(actionClient: ActionClient, channel: SessionChannel): Client['getSession'] {
  let pending: Promise<Session | null> | undefined
  async function readCurrentSession(): Promise<Session | null> {
    const { version } = channel
    const session = parseSession(await actionClient.request('session'), actionClient)
    // Somebody signed in or out meanwhile, so this may be what was true before.
    if (channel.version !== version) return readCurrentSession()
    channel.emit({ trigger: 'getSession', session })
    return session
  }
  return async ({ headers } = {}) => {
    if (headers) return parseSession(await actionClient.request('session', { headers }), actionClient)
    pending ??= readCurrentSession().finally(() => {
      pending = undefined
    })
    return pending
  }
}

/** Everything else than a session and `null` is no answer: least of all that somebody signed out. */
function parseSession({ ok, status, body }: ActionResponse, { authUrl }: ActionClient): Session | null {
  if (ok && (body === null || isRecord(body))) return body as Session | null
  const problem = status ? `answered ${status} and no session` : 'did not answer'
  const hint = status >= 200 && status < 500 ? ' Is `basePath` that of the server?' : ''
  throw new SessionUnavailable(`${authUrl}/session ${problem}.${hint}`, { status })
}

/** What a change of the session needs of a client. */
interface ClientParts {
  readonly actionClient: ActionClient
  readonly csrfPoster: CsrfPoster
  readonly channel: SessionChannel
  getSession(): Promise<Session | null>
}

async function updateSession(
  { actionClient, csrfPoster, channel, getSession }: ClientParts,
  value: unknown,
): Promise<Session | null> {
  const { version } = channel
  const response = await csrfPoster.post('session', {
    buildInit: csrfToken => ({
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ csrfToken, data: value }),
    }),
    isTokenRejected: ({ status }) => status === 400,
  })
  const session = parseSession(response, actionClient)
  const isOutdated = channel.version !== version
  channel.broadcast({ trigger: 'update' })
  channel.emit({ trigger: 'update', session: isOutdated ? undefined : session })
  // Somebody signed in or out meanwhile, or there was another update: only the server knows what holds.
  return isOutdated ? getSession() : session
}

function setSession(
  channel: SessionChannel,
  session: Session | null,
  before: Session | null | undefined,
): void {
  const user = toUserRef(session)
  channel.emit({ trigger: 'update', session })
  if (before !== undefined && !isSameUser(toUserRef(before), user))
    channel.broadcast({ trigger: 'update', who: user })
}

async function signOut(
  { actionClient, csrfPoster, channel }: ClientParts,
  { staysOnPage, fields }: ParsedForm,
) {
  const result = await submitForm(csrfPoster, 'signout', fields)
  if (result.ok) {
    channel.emit({ trigger: 'signout', session: null })
    channel.broadcast({ trigger: 'signout' })
  }
  return staysOnPage ? toSignInResponse(result) : navigateToResult(actionClient, result)
}
