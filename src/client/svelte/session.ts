import type { InferSession } from '../../types/infer-session.js'
import type { Session } from '../../types/session.js'
import { type AppSessionOptions, createAppSession, type SessionActions } from '../app-session.js'
import type { SessionState } from '../session-store.js'

/** A store of Svelte with the state of the session, and functions to change the session. */
export interface SvelteSession<S = Session> extends SessionActions<S> {
  /** Calls `run` with the state, and again after each change. @returns function that ends it */
  subscribe(run: (state: SessionState<S>) => void): () => void
}

/**
 * Creates a store with the session of the page: `$session.data`, `$session.status`. It keeps the session up to date while a component uses
 * it. In Svelte 5, `fromStore(session).current` reads it in runes, too.
 *
 * A store that a module creates may be imported on a server: it then stays `loading`. For a session that the server rendered, create the
 * store in a component, with the option `session`.
 *
 * @example
 * ```ts
 * import { createSession } from 'latchkey/svelte'
 *
 * export const session = createSession({ basePath: '/auth' })
 * ```
 */
export function createSession<Source = Session>(
  options?: AppSessionOptions,
): SvelteSession<InferSession<Source>>
export function createSession(options: AppSessionOptions = {}): SvelteSession {
  const { store, ...actions } = createAppSession(options)
  return {
    ...actions,
    subscribe(run) {
      run(store.get())
      return store.subscribe(() => run(store.get()))
    },
  }
}
