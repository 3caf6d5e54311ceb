import type { AccountReads } from '../components/account-calls.js'
import { type AccountState, type AccountStore, createAccountStore } from '../components/account-store.js'
import type { Observable } from '../components/observable.js'
import {
  createSignInStore,
  type SignInState,
  type SignInStore,
  type SignInStoreOptions,
} from '../components/sign-in-store.js'
import { getSharedClient } from '../shared-client.js'
import type { SvelteSession } from './session.js'

/** A store of Svelte, with functions that change it. */
export type SvelteStore<State, Functions> = Omit<Functions, 'get' | 'subscribe'> & {
  /** Calls `run` with the state, and again after each change. @returns function that ends it */
  subscribe(run: (state: State) => void): () => void
}

/**
 * Creates a store with the providers and functions to sign in, for a sign-in form of your own. Call `load` in `onMount`.
 *
 * @example
 * ```ts
 * import { createSession, createSignIn } from 'latchkey/svelte'
 *
 * export const form = createSignIn(createSession(), { callbackUrl: '/home' })
 * ```
 */
export function createSignIn(
  session: Pick<SvelteSession, 'authUrl'>,
  options: SignInStoreOptions = {},
): SvelteStore<SignInState, SignInStore> {
  return toSvelteStore(createSignInStore(getSharedClient(session.authUrl), options))
}

/**
 * Creates a store with the account of the signed-in user, or their sessions, and a function to change them. Call `load` in `onMount`. The
 * server needs the plugin `latchkey/account`.
 *
 * @param path `account` or `account/sessions`
 *
 * @example
 * ```ts
 * import { createAccount, createSession } from 'latchkey/svelte'
 *
 * export const sessions = createAccount(createSession(), 'account/sessions')
 * ```
 */
export function createAccount<Path extends keyof AccountReads>(
  session: Pick<SvelteSession, 'authUrl'>,
  path: Path,
): SvelteStore<AccountState<AccountReads[Path]>, AccountStore<AccountReads[Path]>> {
  return toSvelteStore(createAccountStore(getSharedClient(session.authUrl), path))
}

function toSvelteStore<State, Store extends Observable<State>>(
  store: Store & Observable<State>,
): SvelteStore<State, Store> {
  return {
    ...store,
    subscribe(run: (state: State) => void) {
      run(store.get())
      return store.subscribe(() => run(store.get()))
    },
  }
}
