import type { RequestHead } from './request.js'

/** A request of a browser, or a call of a server function such as `getSession`. */
export interface InstrumentedRequest {
  /**
   * What runs, from a fixed set of names: an action (`callback`), the path of an operation of a plugin (`two-factor/verify`), or a server
   * function (`sessions.list`). A path that is not one of an action is `unknown`.
   */
  readonly flow: string
  /** The id of the configured provider or of the plugin. Null if there is none. */
  readonly provider: string | null
  /** Whether the request submits the form of a sign-in method of a plugin. */
  readonly submitsSignIn: boolean
  /** The head of the request. It is the same object as `ctx.request.head` of the events. Null for a call without a request. */
  readonly head: RequestHead | null
}

/** How a request ended. */
export interface RequestOutcome {
  /** The error, also if the response shows it to the user. */
  readonly error: Error | null
  /** The failure that an operation of a plugin returned, such as `wrong-code`. */
  readonly failure: string | null
  /** Whether it was above a limit of attempts. */
  readonly isThrottled: boolean
}

/** A call of the adapter or of the record store. */
export interface StoreCall {
  readonly store: 'adapter' | 'records'
  readonly method: string
}

/** How a call of the adapter or of the record store ended. */
export interface StoreCallOutcome {
  readonly error: Error | null
}

/** A request to an OAuth or OpenID Connect provider. */
export interface ProviderRequest {
  readonly method: string
  /** The scheme, host and port. The rest of the URL can contain tokens. */
  readonly origin: string
}

/** How a request to a provider ended: when its headers arrived, or with an error. */
export interface ProviderRequestOutcome {
  readonly error: Error | null
  /** The status of the response. Null without one. */
  readonly status: number | null
}

/**
 * Starts what is instrumented. Its result and its errors go to Latchkey, and not through the plugin.
 *
 * @param onEnd called when it has ended, before its caller continues. @default nothing is called
 */
export type RunInstrumented<Outcome> = (onEnd?: (outcome: Outcome) => void) => void

/** Runs around a request or a call. */
export type Instrument<Subject, Outcome> = (subject: Subject, run: RunInstrumented<Outcome>) => void

/**
 * Functions that run around requests and calls, to measure or trace them. Each calls `run` once before it returns: code that
 * `AsyncLocalStorage` runs with a store has this store inside. If a function does not call `run`, Latchkey does. What it throws is logged as
 * `EventError`, and has no other effect.
 */
export interface PluginInstruments {
  /** Runs around each request of a browser, and each call of a server function. Not called if the configuration is invalid. */
  readonly wrapRequest?: Instrument<InstrumentedRequest, RequestOutcome> | undefined
  /** Runs around each call of the adapter and of the record store. */
  readonly wrapStoreCall?: Instrument<StoreCall, StoreCallOutcome> | undefined
  /** Runs around each request to an OAuth or OpenID Connect provider. */
  readonly wrapProviderRequest?: Instrument<ProviderRequest, ProviderRequestOutcome> | undefined
}
