import NextAuth from 'latchkey/next'
import { configurationAt } from './configuration.js'

const config = configurationAt('/edge/auth')

/** Uses a function that returns the configuration for each request. */
export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth(async () => config)
