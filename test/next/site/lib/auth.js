import NextAuth from 'latchkey/next'
import { configurationAt } from './configuration.js'

const { callbacks, ...config } = configurationAt(undefined)

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({ ...config, callbacks })

/** The same without the `authorized` callback. */
const { authorized: _, ...others } = callbacks
export const { auth: withoutAuthorized } = NextAuth({ ...config, callbacks: others })
