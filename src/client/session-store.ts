import type { SessionUnavailable } from '../errors.js'
import type { Session } from '../types/session.js'
import type { Client } from './create-client.js'
import { isHidden, isOffline, isOnServer, listenToPageLifecycle } from './page-lifecycle.js'
import { isSameUser, type SessionEvent, toSessionUserKey, type WithSessionChannel } from './session-events.js'
import { getCookieStore, listenToCookies, readSessionMarker } from './session-marker.js'
import { isSameState, loadingState, type SessionState, toSessionState } from './session-state.js'

export type { SessionState }

/** When to request the session again. */
export interface RefetchOptions {
  /** Seconds between two session requests while the user is signed in; 0 and `Infinity` turn this off. @default 0 */
  refetchInterval?: number | undefined
  /** Request when the page becomes visible, at most once in five seconds, while the user is signed in. @default true */
  refetchOnWindowFocus?: boolean | undefined
  /** With `false`, send no requests while the browser is offline. @default true */
  refetchWhenOffline?: boolean | undefined
}

/** Initial session, and when to request it again. */
export interface ClientSessionStoreOptions extends RefetchOptions {
  /** Session that the server rendered, `null` for visitors. @default requests it */
  session?: Session | null | undefined
}

/** Session of a page, kept up to date while it has subscribers. */
export interface ClientSessionStore {
  /** Returns the current state. The object stays the same until the state changes. */
  get(): SessionState
  /** Returns the initial state, which the markup of the server shows. */
  getInitial(): SessionState
  /** Adds a listener for changes of the state. @returns function that removes it */
  subscribe(listener: () => void): () => void
  /** Updates the session, as `update` of the client. */
  update(value?: unknown): Promise<Session | null>
  /**
   * Applies a session that the server rendered, for example the data of a layout. Tabs with another user request the session.
   * No effect on a server.
   */
  setSession(session: Session | null): void
  /** Changes when to request the session again. */
  configure(options: RefetchOptions): void
}

const focusThrottleMs = 5_000
const minRetryDelayMs = 2_000
const maxRetryDelayMs = 60_000
/** About the maximum delay of a timer (2^31 - 1 ms), 23 days. */
const maxRefetchIntervalSeconds = 2e6

/**
 * Creates a store that keeps the session of a page up to date. It requests the session, follows other tabs, and requests
 * again when the page becomes visible. If the server fails, the last known session stays and the request is repeated.
 *
 * The store sends no request before it has a subscriber. On a server, subscribing and `setSession` have no effect.
 *
 * @example
 * ```ts
 * import { createClient, createSessionStore } from 'latchkey/client'
 *
 * const store = createSessionStore(createClient())
 *
 * store.subscribe(() => {
 *   const { data, status } = store.get()
 *   document.title = status === 'loading' ? '…' : (data?.user?.name ?? 'visitor')
 * })
 * ```
 */
export function createSessionStore(
  client: Client,
  options: ClientSessionStoreOptions = {},
): ClientSessionStore {
  return new BrowserSessionStore(client, options)
}

/** Public methods do not use `this`, so they can be destructured. */
class BrowserSessionStore implements ClientSessionStore {
  #state: SessionState
  readonly #client: Client & WithSessionChannel
  #options: RefetchOptions
  readonly #listeners = new Set<() => void>()
  #teardown: () => void = () => {}
  #pollTimer: ReturnType<typeof setInterval> | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #lastResponseAt = Date.now()
  /** The session changed in another tab while this page was hidden. */
  #isStale = false
  #hasAnnouncedSession = false
  /** Marker of the last change by server code that this store knows. */
  #marker = readSessionMarker()

  constructor(client: Client, { session, ...options }: ClientSessionStoreOptions) {
    this.#client = client
    this.#options = options
    const initial = session === undefined ? loadingState : toSessionState(session)
    this.#state = initial
    this.getInitial = () => initial
  }

  readonly getInitial: () => SessionState
  readonly get = () => this.#state
  readonly update = (value?: unknown) => this.#client.update(value)

  readonly subscribe = (listener: () => void) => {
    // On a server, a store created in a module is shared by all visitors.
    if (isOnServer()) return () => {}
    if (this.#listeners.size === 0) this.#start()
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#teardown()
    }
  }

  readonly setSession = (session: Session | null) => {
    if (isOnServer()) return
    const { status, data } = this.#state
    const { channel } = this.#client
    const user = toSessionUserKey(session)
    this.#applySession(session)
    channel?.emit({ trigger: 'update', session })
    if (status !== 'loading' && !isSameUser(toSessionUserKey(data), user))
      channel?.broadcast({ trigger: 'update', user })
  }

  readonly configure = (options: RefetchOptions) => {
    this.#options = options
    if (this.#listeners.size > 0) this.#startPolling()
  }

  #start(): void {
    const unsubscribe = this.#client.subscribe(event => this.#handleEvent(event))
    const removePageListeners = listenToPageLifecycle({
      visible: () => this.#handleVisible(),
      restored: () => this.#load(),
      online: () => this.#state.error && this.#load(),
    })
    const removeCookieListeners = listenToCookies(() => this.#detectServerChange())
    this.#startPolling()
    this.#teardown = () => {
      unsubscribe()
      removePageListeners()
      removeCookieListeners()
      clearInterval(this.#pollTimer)
      clearTimeout(this.#retryTimer)
    }
    if (this.#state.status === 'loading') this.#load()
    else this.#applySession(this.#state.data)
    // No component may have used the session when it changed.
    this.#detectServerChange()
  }

  /** Notices that server code has changed the session, for example a server action of which this page sees only the response. */
  #detectServerChange(): void {
    const known = this.#marker
    this.#saveMarker()
    if (this.#marker === known) return
    const { channel } = this.#client
    channel?.emit({ trigger: 'update' })
    if (!getCookieStore()) channel?.broadcast({ trigger: 'update' })
  }

  /** The marker ends after minutes, which is not a change. */
  #saveMarker(): void {
    this.#marker = readSessionMarker() || this.#marker
  }

  #applySession(session: Session | null): void {
    clearTimeout(this.#retryTimer)
    this.#failures = 0
    this.#lastResponseAt = Date.now()
    this.#isStale = false
    if (!isSameState(this.#state, toSessionState(session))) this.#setState(toSessionState(session))
    if (this.#hasAnnouncedSession) return
    this.#hasAnnouncedSession = true
    this.#client.channel?.broadcast({ trigger: 'getSession', user: toSessionUserKey(session) })
  }

  #startPolling(): void {
    clearInterval(this.#pollTimer)
    const { refetchInterval = 0 } = this.#options
    // A delay above the maximum would fire at once.
    if (refetchInterval > 0 && refetchInterval < maxRefetchIntervalSeconds)
      this.#pollTimer = setInterval(() => this.#loadIfSignedIn(), refetchInterval * 1000)
  }

  #handleEvent(event: SessionEvent): void {
    if (event.session !== undefined) this.#applySession(event.session)
    else if (!this.#canIgnoreEvent(event)) this.#loadWhenVisible()
  }

  #loadWhenVisible(): void {
    // The request is sent later, so it includes this change.
    this.#saveMarker()
    if (isHidden()) this.#isStale = true
    else this.#load()
  }

  /** Returns whether an event of another tab needs no request. While the state is `loading`, a request is already sent. */
  #canIgnoreEvent({ trigger, user }: SessionEvent): boolean {
    const { status, data } = this.#state
    if (status === 'loading') return trigger === 'getSession'
    return user !== undefined && isSameUser(user, toSessionUserKey(data))
  }

  #handleVisible(): void {
    const { refetchOnWindowFocus = true } = this.#options
    const isDue = refetchOnWindowFocus && Date.now() - this.#lastResponseAt >= focusThrottleMs
    if (this.#isStale) this.#load()
    else if (isDue) this.#loadIfSignedIn()
  }

  #loadIfSignedIn(): void {
    const { refetchWhenOffline = true } = this.#options
    if (this.#state.data && (refetchWhenOffline || !isOffline())) this.#load()
  }

  /** Requests the session. The result arrives as an event. */
  #load(): void {
    this.#client.getSession().catch((error: SessionUnavailable) => this.#handleError(error))
  }

  #handleError(error: SessionUnavailable): void {
    this.#setState({ ...this.#state, error })
    this.#lastResponseAt = Date.now()
    const status = Number(error.cause?.status)
    // A retry would not help: the developer has to fix the configuration.
    if (status >= 200 && status < 500) console.error(error)
    else this.#scheduleRetry()
  }

  #scheduleRetry(): void {
    clearTimeout(this.#retryTimer)
    if (this.#listeners.size === 0 || isOffline()) return
    this.#retryTimer = setTimeout(
      () => this.#load(),
      Math.min(minRetryDelayMs * 2 ** this.#failures, maxRetryDelayMs),
    )
    this.#failures += 1
  }

  #setState(state: SessionState): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}
