import { createClient, createSessionStore } from 'latchkey/client'

/** The session in the browser. Stays in sync with other tabs. */
export const sessionStore = createSessionStore(createClient())
