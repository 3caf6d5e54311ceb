import type { IncomingMessage } from 'node:http'
import { Auth, type AuthConfig } from 'latchkey'
import { getSession, type NodeAuthConfig } from 'latchkey/node'

type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function sees<Expected>(): <Actual>(value: Actual, same: Is<Actual, Expected>) => void
declare function fetchPlan(): Promise<'free' | 'paid'>

const callbacks: NonNullable<AuthConfig['callbacks']> = {
  signIn({ user, account, profile }) {
    sees<'keeper' | 'guest' | undefined>()(user.role, true)
    sees<string | undefined>()(account?.region, true)
    sees<string | undefined>()(profile?.department, true)
    return true
  },
  jwt({ token, user, account, profile }) {
    sees<number>()(token.tier, true)
    sees<'keeper' | 'guest' | undefined>()(user?.role, true)
    sees<string | undefined>()(account?.region, true)
    sees<string | undefined>()(profile?.department, true)
    return { ...token, tier: token.tier + 1 }
  },
  session({ session, user, token }) {
    sees<string>()(session.tenant, true)
    sees<number>()(token.tier, true)
    sees<'free' | 'paid'>()(user.plan, true)
    sees<'keeper' | 'guest' | undefined>()(user.role, true)
    sees<'keeper' | 'guest' | undefined>()(session.user?.role, true)
    return { ...session, tenant: 'north' }
  },
}

export const config: NodeAuthConfig = {
  callbacks,
  events: {
    signIn: ({ user, account }) => [user.role, account?.region],
    session: ({ session, token }) => [session.tenant.length, token?.tier.toFixed()],
  },
  adapter: { getUser: async id => ({ id, email: '', emailVerified: null, plan: await fetchPlan() }) },
  providers: [
    {
      id: 'harbor',
      name: 'Harbor',
      type: 'oidc',
      profile: ({ sub }: { sub: string }) => ({ id: sub, role: 'keeper' }),
    },
    // TS2322: Type '"king"' is not assignable
    {
      id: 'harbor',
      name: 'Harbor',
      type: 'oidc',
      profile: ({ sub }: { sub: string }) => ({ id: sub, role: 'king' }),
    },
  ],
}

export async function read(req: IncomingMessage) {
  const session = await getSession(req, config)
  sees<string | undefined>()(session?.tenant, true)
  sees<'keeper' | 'guest' | undefined>()(session?.user?.role, true)
  return session
}

export const careless: AuthConfig = {
  providers: [],
  // TS2322: Property 'plan' is missing
  adapter: { getUser: async id => ({ id, email: '', emailVerified: null }) },
  callbacks: { session: ({ user, session }) => ({ user, expires: session.expires }) },
}

export const answer = (request: Request) => Auth(request, careless)
