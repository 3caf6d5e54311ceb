import { onMounted } from 'vue'
import {
  createSignInStore,
  type SignInState,
  type SignInStore,
  type SignInStoreOptions,
} from '../../components/sign-in-store.js'
import { getSharedClient } from '../../shared-client.js'
import { useSession } from '../session.js'
import { type StateRefs, useObservable } from './use-observable.js'

/** What {@link useSignIn} returns: the state of a sign-in form as refs, and functions to sign in. */
export interface SignInForm
  extends StateRefs<SignInState>,
    Pick<SignInStore, 'signIn' | 'signInWithPassword'> {}

/**
 * Returns the providers and functions to sign in, in `setup` of a sign-in form of your own. Options are read once.
 *
 * @throws Error if the app does not use `createSessionPlugin`
 *
 * @example
 * ```ts
 * import { useSignIn } from 'latchkey/vue'
 * import { defineComponent, h } from 'vue'
 *
 * export const Buttons = defineComponent(() => {
 *   const { providers, signIn } = useSignIn({ callbackUrl: '/home' })
 *   return () => providers.value?.map(({ id, name }) => h('button', { onClick: () => signIn(id) }, name))
 * })
 * ```
 */
export function useSignIn(options: SignInStoreOptions = {}): SignInForm {
  const store = createSignInStore(getSharedClient(useSession().authUrl), options)
  onMounted(() => store.load())
  const { signIn, signInWithPassword } = store
  return { ...useObservable(store), signIn, signInWithPassword }
}
