import NextAuth from 'latchkey/next'
import { configurationAt } from './configuration.js'

const config = configurationAt('/edge/auth')

/** A configuration for each request. */
export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth(async () => config)
