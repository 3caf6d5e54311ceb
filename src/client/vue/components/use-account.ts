import { onMounted, type ShallowRef, shallowRef, watch } from 'vue'
import type { AccountReads } from '../../components/account-calls.js'
import {
  type AccountState,
  type AccountStore,
  createAccountStore,
  restoreFocus,
} from '../../components/account-store.js'
import { getSharedClient } from '../../shared-client.js'
import { useSession } from '../session.js'
import { type StateRefs, useObservable } from './use-observable.js'

/** What {@link useAccount} returns: the state as refs, a function to change it, and the region that gets the focus of a removed entry. */
export interface AccountForm<Data>
  extends StateRefs<AccountState<Data>>,
    Pick<AccountStore<Data>, 'change' | 'load'> {
  /** The `ref` of the element around the forms, which needs `tabindex="-1"`. */
  readonly region: ShallowRef<HTMLElement | null>
}

/**
 * Returns the account of the signed-in user, or their sessions, and a function to change them, in `setup`. The server needs the plugin
 * `latchkey/account`.
 *
 * @param path `account` or `account/sessions`
 * @throws Error if the app does not use `createSessionPlugin`
 *
 * @example
 * ```ts
 * import { useAccount } from 'latchkey/vue'
 * import { defineComponent, h } from 'vue'
 *
 * export const SessionCount = defineComponent(() => {
 *   const { data } = useAccount('account/sessions')
 *   return () => h('p', data.value?.sessions.length)
 * })
 * ```
 */
export function useAccount<Path extends keyof AccountReads>(path: Path): AccountForm<AccountReads[Path]> {
  const store = createAccountStore(getSharedClient(useSession().authUrl), path)
  const state = useObservable(store)
  const region = shallowRef<HTMLElement | null>(null)
  onMounted(() => store.load())
  watch(state.saved, saved => saved && restoreFocus(region.value), { flush: 'post' })
  return { ...state, change: store.change, load: store.load, region }
}
