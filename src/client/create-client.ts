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
import { type CsrfClient, createCsrfClient } from './csrf-client.js'
import {
  navigateToResult,
  type ParsedActionOptions,
  parseActionOptions,
  type SignInResponse,
  submitForm,
  toSignInResponse,
} from './form-submission.js'
import { createRequestQueue, maxSubmitWaitMs, type RequestQueue } from './request-queue.js'
import {
  createSessionChannel,
  type SessionChannel,
  type SessionEvent,
  type WithSessionChannel,
} from './session-events.js'
import { loadPasskeys, type SignInAuthorizationParams, type SignInOptions, signIn } from './sign-in.js'

/** Options of `getSession`. */
export interface GetSessionParams {
  /**
   * Request headers, on a server: the `cookie` of the user whose request it handles. The response is not shared with other
   * callers, and listeners are not notified.
   */
  headers?: Record<string, string> | undefined
  /** No effect; accepted for compatibility with Auth.js. Other tabs are notified of changes only. */
  broadcast?: boolean | undefined
}

/** Options of `signOut`. */
export interface SignOutParams<Redirect extends boolean = boolean> {
  /** URL to open after sign-out. @default the current page */
  redirectTo?: string | undefined
  /** Older name of `redirectTo`. */
  callbackUrl?: string | undefined
  /** With `false`, the page stays open and the promise resolves to the result. @default true */
  redirect?: Redirect | undefined
}

/** Signs in. See {@link Client}. */
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

/** Signs out. See {@link Client}. */
export interface SignOut {
  (options: SignOutParams<false> & { redirect: false }): Promise<SignInResponse>
  (options?: SignOutParams<true>): Promise<void>
}

/** Client of one server. Its functions do not use `this`, so they can be destructured. */
export interface Client {
  /** URL in front of the auth actions, for example `/auth`. */
  readonly authUrl: string
  /**
   * Returns the session, or `null` for a visitor. Concurrent calls share one request.
   *
   * @throws SessionUnavailable if the server did not return a session or `null`; the user may still be signed in
   */
  getSession(params?: GetSessionParams): Promise<Session | null>
  /** Returns the CSRF token for forms of the app; empty if there is none. */
  getCsrfToken(): Promise<string>
  /** Returns the providers by id, or `null` if the server did not return them. They are requested once. */
  getProviders(): Promise<Record<string, PublicProvider> | null>
  /**
   * Signs in at a provider, with a password, by email or with a passkey (`action: 'register'` creates one). Without a
   * provider, it opens the sign-in page.
   *
   * @throws the exception of the browser if a passkey was not used; with `redirect: false` the result contains its name
   */
  signIn: SignIn
  /**
   * Tells the passkey manager of the browser which passkeys the signed-in user has, and their current names (Signal API). Call it after your
   * app removed a passkey or changed the name or the email of the user. `signIn` calls it after it created or used a passkey. Nothing
   * happens without a session, or in a browser without the Signal API.
   *
   * @param provider the id of the provider. @default 'passkey'
   */
  signalPasskeys(provider?: string): Promise<void>
  /**
   * Creates a passkey for the signed-in user without a gesture (conditional create): right after a sign-in with a password that the passkey
   * manager has. It needs `enableConditionalCreate` of the provider. In other cases, nothing happens.
   *
   * @param provider the id of the provider. @default 'passkey'
   * @returns whether a passkey was created
   */
  createPasskeyConditionally(provider?: string): Promise<boolean>
  /** Signs out in all tabs. Waits at most five seconds for earlier updates and session requests of this client. */
  signOut: SignOut
  /**
   * Sends `value` to the `jwt` and `session` callbacks of the app, with the trigger `update`. Without a value, reads the
   * session again. Waits for earlier updates and session requests of this client.
   *
   * @returns the updated session
   * @throws SessionUnavailable if the server did not return a session or `null`, or rejected the request
   */
  update(value?: unknown): Promise<Session | null>
  /** Adds a listener for events in this tab or another that may have changed the session. @returns function that removes it */
  subscribe(listener: (event: SessionEvent) => void): () => void
}

/**
 * Creates a client of one server, for pages without a framework and for framework clients. It sends no request until one of
 * its functions is called.
 *
 * @example
 * ```ts
 * import { createClient } from 'latchkey/client'
 *
 * const auth = createClient() // or createClient({ basePath: '/api/auth' })
 *
 * export async function signInWithPassword(email: string, password: string) {
 *   const { error } = await auth.signIn('credentials', { email, password, redirect: false })
 *   return error ? 'Wrong email or password.' : `Hello ${(await auth.getSession())?.user?.name}`
 * }
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  const actionClient = createActionClient(options)
  const csrfClient = createCsrfClient(actionClient)
  const channel = createSessionChannel(`latchkey:${actionClient.authUrl}`)
  const requestProviders = memoizeSuccess(() => actionClient.request('providers'))
  const queue = createRequestQueue()
  const getSession = createSessionReader(actionClient, channel, queue)
  const notifyTabs = () => channel.broadcast({ trigger: 'signin' })
  const refreshSession = async () => {
    channel.emit({ trigger: 'signin' })
    // A session store retries by itself.
    await getSession().catch(() => null)
  }
  const parts = {
    actionClient,
    csrfClient,
    channel,
    queue,
    getSession,
    requestProviders,
    notifyTabs,
    refreshSession,
  }
  const client: Client & WithSessionChannel & { parts: ClientParts } = {
    authUrl: actionClient.authUrl,
    getSession,
    getCsrfToken: csrfClient.getToken,
    getProviders: async () => parseProviders(await requestProviders()),
    signIn: ((provider, input, params) =>
      signIn(parts, { ...parseActionOptions(input), provider, params })) as SignIn,
    signalPasskeys: async (provider = 'passkey') =>
      (await loadPasskeys()).signalPasskeys(actionClient, encodeURIComponent(provider)),
    createPasskeyConditionally: async (provider = 'passkey') =>
      (await loadPasskeys()).createPasskeyConditionally(
        { actionClient, submit: (action, fields) => submitForm(csrfClient, action, fields) },
        encodeURIComponent(provider),
      ),
    signOut: (input => signOut(parts, parseActionOptions(input))) as SignOut,
    update: value => (value === undefined ? getSession() : updateSession(parts, value)),
    subscribe: channel.subscribe,
    channel,
    parts,
  }
  return client
}

/** Caches the first successful response. Concurrent calls share one request. */
function memoizeSuccess(load: () => Promise<ActionResponse>): () => Promise<ActionResponse> {
  let running: Promise<ActionResponse> | undefined
  return async () => {
    running ??= load()
    const response = await running
    if (!response.ok) running = undefined
    return response
  }
}

function parseProviders({ ok, body }: ActionResponse): Record<string, PublicProvider> | null {
  return ok && isRecord(body) ? (body as Record<string, PublicProvider>) : null
}

function createSessionReader(
  actionClient: ActionClient,
  channel: SessionChannel,
  queue: RequestQueue,
): Client['getSession'] {
  let running: Promise<Session | null> | undefined
  async function readCurrentSession(): Promise<Session | null> {
    const { version } = channel
    const session = parseSession(await actionClient.request('session'), actionClient)
    // A sign-in or sign-out happened meanwhile, so this response may be outdated.
    if (channel.version !== version) return readCurrentSession()
    channel.emit({ trigger: 'getSession', session })
    return session
  }
  return async ({ headers } = {}) => {
    if (headers) return parseSession(await actionClient.request('session', { headers }), actionClient)
    running ??= queue.run(readCurrentSession).finally(() => {
      running = undefined
    })
    return running
  }
}

/** Parses a session or `null`. Anything else is an error, because it does not mean that the user signed out. */
function parseSession({ ok, status, body }: ActionResponse, { authUrl }: ActionClient): Session | null {
  if (ok && (body === null || isRecord(body))) return body as Session | null
  const problem = status ? `returned ${status} without a session` : 'did not respond'
  const hint = status >= 200 && status < 500 ? ' Check `basePath`.' : ''
  throw new SessionUnavailable(`${authUrl}/session ${problem}.${hint}`, { status })
}

/** Parts of a client that change the session. */
export interface ClientParts {
  readonly actionClient: ActionClient
  readonly csrfClient: CsrfClient
  readonly channel: SessionChannel
  readonly queue: RequestQueue
  getSession(): Promise<Session | null>
}

async function updateSession(parts: ClientParts, value: unknown): Promise<Session | null> {
  const { session, isOutdated } = await parts.queue.run(() => sendUpdate(parts, value))
  // A sign-in or sign-out happened meanwhile: only the server knows the current session.
  return isOutdated ? parts.getSession() : session
}

async function sendUpdate({ actionClient, csrfClient, channel }: ClientParts, value: unknown) {
  const { version } = channel
  const response = await csrfClient.post('session', {
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
  return { session, isOutdated }
}

async function signOut(
  { actionClient, csrfClient, channel, queue }: ClientParts,
  { staysOnPage, fields }: ParsedActionOptions,
) {
  const result = await queue.run(() => submitForm(csrfClient, 'signout', fields), {
    maxWaitMs: maxSubmitWaitMs,
  })
  if (result.ok) {
    channel.emit({ trigger: 'signout', session: null })
    channel.broadcast({ trigger: 'signout' })
  }
  return staysOnPage ? toSignInResponse(result) : navigateToResult(actionClient, result)
}
