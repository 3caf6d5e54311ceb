import type { IncomingMessage } from 'node:http'
import { getSession, type NodeAuthConfig } from 'latchkey/node'
import type { DefaultSession } from 'latchkey/types'

declare module 'latchkey/node' {
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

export const config: NodeAuthConfig = {
  providers: [],
  callbacks: {
    jwt({ token, user, account, profile }): typeof token {
      const found: (string | undefined)[] = [user?.role, account?.region, profile?.department]
      return { ...token, found }
    },
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.role ?? 'guest' } }),
  },
}

export async function read(req: IncomingMessage): Promise<string | undefined> {
  const session = await getSession(req, config)
  return session?.user.role
}

/** The callback can leave out members of `Session`, as in Auth.js. */
export const careless: NodeAuthConfig = {
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, user: {} }) },
}
