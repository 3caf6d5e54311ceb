import type { SessionUnavailable } from '../errors.js'
import type { Session } from '../types/session.js'
import type { Client } from './create-client.js'
import { isSamePerson, type News, whoIs } from './news.js'
import { awaitOccasions, isHidden, isOffline, isOnServer } from './occasions.js'

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
export interface SessionStoreOptions extends RefetchOptions {
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
export interface SessionStore {
  /** What is known now; the same object until it changes. */
  get(): SessionState
  /** What was known at the beginning: what the server's markup shows. */
  getInitial(): SessionState
  /** @returns ends the listening */
  subscribe(listener: () => void): () => void
  /** As that of the client. */
  update(value?: unknown): Promise<Session | null>
  /** Takes over a session that the server gave anew; other tabs hear of it when it is somebody else's. */
  adopt(session: Session | null): void
  /** Changes when it is asked for again. */
  configure(options: RefetchOptions): void
}

/** Milliseconds. */
const throttle = 5_000
const firstRetry = 2_000
const lastRetry = 60_000
/** Seconds, about as long as a timer can wait: 23 days. */
const longestInterval = 2e6

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
export function createSessionStore(client: Client, options: SessionStoreOptions = {}): SessionStore {
  return new Store(client, options)
}

/** What is called from outside needs no `this`. */
class Store implements SessionStore {
  #state: SessionState
  readonly #client: Client
  #options: RefetchOptions
  readonly #listeners = new Set<() => void>()
  #stop: () => void = () => {}
  #poll: ReturnType<typeof setInterval> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #answeredAt = Date.now()
  /** Something changed elsewhere while nobody looked at this page. */
  #isStale = false
  #isIntroduced = false

  constructor(client: Client, { session, ...options }: SessionStoreOptions) {
    this.#client = client
    this.#options = options
    const initial = session === undefined ? loading : known(session)
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
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  readonly adopt = (session: Session | null) => {
    if (isOnServer()) return
    const { status, data } = this.#state
    this.#learn(session)
    this.#client.adopt(session, status === 'loading' ? undefined : data)
  }

  readonly configure = (options: RefetchOptions) => {
    this.#options = options
    if (this.#listeners.size > 0) this.#startPolling()
  }

  #start(): void {
    const deafen = this.#client.listen(news => this.#hear(news))
    const end = awaitOccasions({
      seen: () => this.#see(),
      restored: () => this.#load(),
      online: () => this.#state.error && this.#load(),
    })
    this.#startPolling()
    this.#stop = () => {
      deafen()
      end()
      clearInterval(this.#poll)
      clearTimeout(this.#retry)
    }
    if (this.#state.status === 'loading') this.#load()
    else this.#learn(this.#state.data)
  }

  #learn(session: Session | null): void {
    clearTimeout(this.#retry)
    this.#failures = 0
    this.#answeredAt = Date.now()
    this.#isStale = false
    if (!isSame(this.#state, known(session))) this.#set(known(session))
    if (this.#isIntroduced) return
    this.#isIntroduced = true
    this.#client.compare(session)
  }

  #startPolling(): void {
    clearInterval(this.#poll)
    const { refetchInterval = 0 } = this.#options
    // A timer that cannot wait that long would not wait at all.
    if (refetchInterval > 0 && refetchInterval < longestInterval)
      this.#poll = setInterval(() => this.#loadIfSignedIn(), refetchInterval * 1000)
  }

  #hear(news: News): void {
    if (news.session !== undefined) this.#learn(news.session)
    else if (this.#agreesWith(news)) return
    else if (isHidden()) this.#isStale = true
    else this.#load()
  }

  /** Another tab only says whom it sees; who it is here may not be known yet, and was asked for already. */
  #agreesWith({ trigger, who }: News): boolean {
    const { status, data } = this.#state
    if (status === 'loading') return trigger === 'getSession'
    return who !== undefined && isSamePerson(who, whoIs(data))
  }

  #see(): void {
    const { refetchOnWindowFocus = true } = this.#options
    const isDue = refetchOnWindowFocus && Date.now() - this.#answeredAt >= throttle
    if (this.#isStale) this.#load()
    else if (isDue) this.#loadIfSignedIn()
  }

  #loadIfSignedIn(): void {
    const { refetchWhenOffline = true } = this.#options
    if (this.#state.data && (refetchWhenOffline || !isOffline())) this.#load()
  }

  /** What comes of it is heard as news. */
  #load(): void {
    this.#client.getSession().catch((error: SessionUnavailable) => this.#fail(error))
  }

  #fail(error: SessionUnavailable): void {
    this.#set({ ...this.#state, error })
    this.#answeredAt = Date.now()
    const status = Number(error.cause?.status)
    // Asking again would change nothing: whoever built the page has to hear of it.
    if (status >= 200 && status < 500) console.error(error)
    else this.#loadLater()
  }

  #loadLater(): void {
    clearTimeout(this.#retry)
    if (this.#listeners.size === 0 || isOffline()) return
    this.#retry = setTimeout(() => this.#load(), Math.min(firstRetry * 2 ** this.#failures, lastRetry))
    this.#failures += 1
  }

  #set(state: SessionState): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}

const loading: SessionState = { data: null, status: 'loading', error: null }

function known(session: Session | null): SessionState {
  return { data: session, status: session ? 'authenticated' : 'unauthenticated', error: null }
}

function isSame(one: SessionState, other: SessionState): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
