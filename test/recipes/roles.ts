import GitHub from 'latchkey/providers/github'
import type { AuthConfig, InferSession } from 'latchkey/types'

type Role = 'admin' | 'member'

/** Replace this by a query of your table. */
async function findRole(userId: string | undefined): Promise<Role> {
  return userId === 'ada-1' ? 'admin' : 'member'
}

export const config = {
  providers: [GitHub],
  session: { strategy: 'jwt' },
  callbacks: {
    async session({ session, token }) {
      return { ...session, user: { ...session.user, role: await findRole(token.sub) } }
    },
  },
} satisfies AuthConfig

export function isAdmin(session: InferSession<typeof config> | null): boolean {
  return session?.user.role === 'admin'
}
