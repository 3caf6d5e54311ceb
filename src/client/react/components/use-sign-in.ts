'use client'

import { useEffect } from 'react'
import {
  createSignInStore,
  type SignInState,
  type SignInStore,
  type SignInStoreOptions,
} from '../../components/sign-in-store.js'
import { useObservable } from './use-observable.js'

/** What {@link useSignIn} returns: the state of a sign-in form, and functions to sign in. */
export interface SignInForm extends SignInState, Pick<SignInStore, 'signIn' | 'signInWithPassword'> {}

/**
 * Returns the providers and functions to sign in, for a sign-in form of your own. Options are read once.
 *
 * @example
 * ```tsx
 * import { useSignIn } from 'latchkey/react'
 *
 * export function Buttons() {
 *   const { providers, signIn, error } = useSignIn({ callbackUrl: '/home' })
 *   return (
 *     <>
 *       {providers?.map(({ id, name }) => <button key={id} onClick={() => signIn(id)}>{name}</button>)}
 *       <p role="alert">{error}</p>
 *     </>
 *   )
 * }
 * ```
 */
export function useSignIn(options: SignInStoreOptions = {}): SignInForm {
  const [state, store] = useObservable<SignInState, SignInStore>(client => createSignInStore(client, options))
  useEffect(() => void store.load(), [store])
  return { ...state, signIn: store.signIn, signInWithPassword: store.signInWithPassword }
}
