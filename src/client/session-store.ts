import type { SessionUnavailable } from '../errors.js'
import type { Session } from '../types/session.js'
import type { Client } from './create-client.js'
import { isHidden, isOffline, isOnServer, listenToPageLifecycle } from './page-lifecycle.js'
import { isSameUser, type SessionEvent, toUserRef } from './session-events.js'

/** When the session is asked for again. */
export interface RefetchOptions {
  /** Seconds between two questions while somebody is signed in; 0 and `Infinity` ask on other occasions alone. @default 0 */
  refetchInterval?: number | undefined
  /** Ask when the page is looked at again, once in five seconds at most, while somebody is signed in. @default true */
  refetchOnWindowFocus?: boolean | undefined
  /** `false` does not ask while there is no network. @default true */
  refetchWhenOffline?: boolean | undefined
}

/** What is known at the beginning, and when to ask again. */
export interface ClientSessionStoreOptions extends RefetchOptions {
  /** The session that the server wrote into the page, `null` for nobody. @default asks for it */
  session?: Session | null | undefined
}

/** What is known of the session. */
export interface SessionState<S = Session> {
  /** The session; the last one that is known while the server does not say. */
  readonly data: S | null
  /** `loading` until the server has said whether somebody is signed in. */
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  /** Why the last question was not answered; null when it was. */
  readonly error: SessionUnavailable | null
}

/** The session of a page, kept up to date while somebody listens. */
export interface ClientSessionStore {
  /** What is known now; the same object until it changes. */
  get(): SessionState
  /** What was known at the beginning: what the server's markup shows. */
  getInitial(): SessionState
  /** @returns ends the listening */
  subscribe(listener: () => void): () => void
  /** As that of the client. */
  update(value?: unknown): Promise<Session | null>
  /** Takes over a session that the server gave anew; other tabs hear of it when it is somebody else's. */
  setSession(session: Session | null): void
  /** Changes when it is asked for again. */
  configure(options: RefetchOptions): void
}

/** Milliseconds. */
const focusThrottleMs = 5_000
const minRetryDelayMs = 2_000
const maxRetryDelayMs = 60_000
/** Seconds, about as long as a timer can wait: 23 days. */
const maxRefetchIntervalSeconds = 2e6

/**
 * Keeps the session of a page: asks for it, hears of other tabs, and asks again when the page is looked at. A server that
 * fails signs nobody out: the session that was known stays, and the question is repeated. Nothing is asked before somebody
 * listens. On a server nobody is listened to and nothing is taken over.
 *
 * @example
 * ```ts
 * import { createClient, createSessionStore } from 'latchkey/client'
 *
 * const store = createSessionStore(createClient())
 *
 * store.subscribe(() => {
 *   const { data, status } = store.get()
 *   document.title = status === 'loading' ? '…' : (data?.user?.name ?? 'stranger')
 * })
 * ```
 */
export function createSessionStore(
  client: Client,
  options: ClientSessionStoreOptions = {},
): ClientSessionStore {
  return new BrowserSessionStore(client, options)
}

/** What is called from outside needs no `this`. */
class BrowserSessionStore implements ClientSessionStore {
  #state: SessionState
  readonly #client: Client
  #options: RefetchOptions
  readonly #listeners = new Set<() => void>()
  #teardown: () => void = () => {}
  #pollTimer: ReturnType<typeof setInterval> | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #lastResponseAt = Date.now()
  /** Something changed elsewhere while nobody looked at this page. */
  #isStale = false
  #hasSyncedTabs = false

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
    // A server that renders a page has one store for all its visitors, where a module made it.
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
    this.#applySession(session)
    this.#client.setSession(session, status === 'loading' ? undefined : data)
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
    this.#startPolling()
    this.#teardown = () => {
      unsubscribe()
      removePageListeners()
      clearInterval(this.#pollTimer)
      clearTimeout(this.#retryTimer)
    }
    if (this.#state.status === 'loading') this.#load()
    else this.#applySession(this.#state.data)
  }

  #applySession(session: Session | null): void {
    clearTimeout(this.#retryTimer)
    this.#failures = 0
    this.#lastResponseAt = Date.now()
    this.#isStale = false
    if (!isSameState(this.#state, toSessionState(session))) this.#setState(toSessionState(session))
    if (this.#hasSyncedTabs) return
    this.#hasSyncedTabs = true
    this.#client.syncTabs(session)
  }

  #startPolling(): void {
    clearInterval(this.#pollTimer)
    const { refetchInterval = 0 } = this.#options
    // A timer that cannot wait that long would not wait at all.
    if (refetchInterval > 0 && refetchInterval < maxRefetchIntervalSeconds)
      this.#pollTimer = setInterval(() => this.#loadIfSignedIn(), refetchInterval * 1000)
  }

  #handleEvent(event: SessionEvent): void {
    if (event.session !== undefined) this.#applySession(event.session)
    else if (this.#matchesCurrentUser(event)) return
    else if (isHidden()) this.#isStale = true
    else this.#load()
  }

  /** Another tab only says whom it sees; who it is here may not be known yet, and was asked for already. */
  #matchesCurrentUser({ trigger, who }: SessionEvent): boolean {
    const { status, data } = this.#state
    if (status === 'loading') return trigger === 'getSession'
    return who !== undefined && isSameUser(who, toUserRef(data))
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

  /** What comes of it is heard as news. */
  #load(): void {
    this.#client.getSession().catch((error: SessionUnavailable) => this.#handleError(error))
  }

  #handleError(error: SessionUnavailable): void {
    this.#setState({ ...this.#state, error })
    this.#lastResponseAt = Date.now()
    const status = Number(error.cause?.status)
    // Asking again would change nothing: whoever built the page has to hear of it.
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

const loadingState: SessionState = { data: null, status: 'loading', error: null }

function toSessionState(session: Session | null): SessionState {
  return { data: session, status: session ? 'authenticated' : 'unauthenticated', error: null }
}

function isSameState(one: SessionState, other: SessionState): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
