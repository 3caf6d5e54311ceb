import { createClient, createSessionStore } from 'latchkey/client'
import { readable } from 'svelte/store'

export const client = createClient()

const store = createSessionStore(client)

/** The session as the browser knows it: asked for when somebody looks, and kept up to date. */
export const session = readable(store.get(), set => store.subscribe(() => set(store.get())))
