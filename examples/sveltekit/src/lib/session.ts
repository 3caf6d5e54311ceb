import { createClient, createSessionStore } from 'latchkey/client'
import { readable } from 'svelte/store'

export const client = createClient()

export const store = createSessionStore(client)

/** Session in the browser: requested when the first component subscribes, and kept up to date. */
export const session = readable(store.get(), set => store.subscribe(() => set(store.get())))
