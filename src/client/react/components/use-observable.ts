'use client'

import { useContext, useState, useSyncExternalStore } from 'react'
import type { Observable } from '../../components/observable.js'
import type { Client } from '../../create-client.js'
import { getSharedClient } from '../../shared-client.js'
import { AuthUrlContext } from '../session-context.js'

/** Creates an observable once for a component, with the client of its `SessionProvider`. */
export function useObservable<State, Store extends Observable<State>>(
  createStore: (client: Client) => Store & Observable<State>,
): [State, Store] {
  const authUrl = useContext(AuthUrlContext)
  const [store] = useState(() => createStore(getSharedClient(authUrl)))
  return [useSyncExternalStore(store.subscribe, store.get, store.get), store]
}
