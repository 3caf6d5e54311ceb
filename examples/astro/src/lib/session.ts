import { createClient } from 'latchkey/client'

/** The client for the actions below `/auth`. */
export const auth = createClient()
