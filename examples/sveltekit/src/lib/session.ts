import { createClient, createSessionStore } from 'latchkey/client'
import { readable } from 'svelte/store'

export const client = createClient()

export const store = createSessionStore(client)

/** The session in the browser. It is requested when the first component subscribes, and stays up to date. */
export const session = readable(store.get(), set => {
  // `setSession` may have changed the state before the first subscription.
  set(store.get())
  return store.subscribe(() => set(store.get()))
})
