import NextAuth, { type NextAuthConfig } from 'latchkey/next'
import GitHub from 'latchkey/providers/github'

export const config: NextAuthConfig = { providers: [GitHub] }
export const { handlers, auth, signIn, signOut } = NextAuth(config)
