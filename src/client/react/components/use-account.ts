'use client'

import { type RefObject, useEffect, useRef } from 'react'
import type { AccountReads } from '../../components/account-calls.js'
import {
  type AccountState,
  type AccountStore,
  createAccountStore,
  restoreFocus,
} from '../../components/account-store.js'
import { useObservable } from './use-observable.js'

/** What {@link useAccount} returns: the state, a function to change it, and the region that gets the focus of a removed entry. */
export interface AccountForm<Data> extends AccountState<Data>, Pick<AccountStore<Data>, 'change' | 'load'> {
  /** The `ref` of the element around the forms, which needs `tabIndex={-1}`. */
  readonly region: RefObject<HTMLElement | null>
}

/**
 * Returns the account of the signed-in user, or their sessions, and a function to change them. The server needs the plugin `latchkey/account`.
 *
 * @param path `account` or `account/sessions`; read once
 *
 * @example
 * ```tsx
 * import { useAccount } from 'latchkey/react'
 *
 * export function EndOthers() {
 *   const { data, change } = useAccount('account/sessions')
 *   return <button onClick={() => change('account/sessions', { change: 'end-others' })}>{data?.sessions.length}</button>
 * }
 * ```
 */
export function useAccount<Path extends keyof AccountReads>(path: Path): AccountForm<AccountReads[Path]> {
  type Data = AccountReads[Path]
  const [state, store] = useObservable<AccountState<Data>, AccountStore<Data>>(client =>
    createAccountStore(client, path),
  )
  const region = useRef<HTMLElement>(null)
  useEffect(() => void store.load(), [store])
  useEffect(() => {
    if (state.saved) restoreFocus(region.current)
  }, [state.saved])
  return { ...state, change: store.change, load: store.load, region }
}
