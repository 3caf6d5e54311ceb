import NextAuth, { type NextAuthConfig } from 'latchkey/next'
import type { DefaultSession } from 'latchkey/types'

declare module 'latchkey/next' {
  interface Session {
    user: { role: string } & DefaultSession['user']
  }
  interface User {
    role?: string
  }
  interface Account {
    region?: string
  }
  interface Profile {
    department?: string
  }
}

export const config: NextAuthConfig = {
  providers: [],
  callbacks: {
    jwt({ token, user, account, profile }): typeof token {
      const found: (string | undefined)[] = [user?.role, account?.region, profile?.department]
      return { ...token, found }
    },
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.role ?? 'guest' } }),
  },
}

const { auth } = NextAuth(config)

export async function read(): Promise<string | undefined> {
  const session = await auth()
  return session?.user.role
}

/** The callback can leave out members of `Session`, as in Auth.js. */
export const careless: NextAuthConfig = {
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, user: {} }) },
}
