import NextAuth from 'latchkey/next'
import { configurationAt } from './configuration.js'

const { callbacks, ...config } = configurationAt(undefined)

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({ ...config, callbacks })

/** The same, where nobody is asked who may pass. */
const { authorized: _, ...others } = callbacks
export const { auth: open } = NextAuth({ ...config, callbacks: others })
