/**
 * Modules that extend the interfaces of Auth.js, in two programs: extensions apply to all modules of a program, and TypeScript keeps
 * those of `next-auth` or those of `@auth/core`.
 */
export const augmentedSnippets: readonly Readonly<Record<string, string>>[] = [
  {
    'augmented-session': `
      import NextAuth, { type DefaultSession } from 'next-auth'
      declare module 'next-auth' {
        interface Session { user: { id: string; address: string; role: 'admin' | 'member' } & DefaultSession['user'] }
      }
      export const { auth } = NextAuth({ providers: [], callbacks: { session({ session, token, user }) {
        return { ...session, user: { ...session.user, address: user?.address ?? token.address ?? '', role: token.role ?? 'member' } } } } })
      export const read = async () => { const session = await auth(); return [session?.user.address, session?.user.role === 'admin', session?.user.name] }`,
    'augmented-user': `
      import type { User } from 'next-auth'
      declare module 'next-auth' { interface User { address?: string; plan?: string } }
      export const user: User = { id: '1', plan: 'free' }`,
    'augmented-token': `
      import type { JWT } from 'next-auth/jwt'
      declare module 'next-auth/jwt' { interface JWT { address?: string; role?: 'admin' | 'member'; accessToken?: string; expiresAt?: number; error?: 'RefreshTokenError' } }
      export const isOver = (token: JWT) => (token.expiresAt ?? 0) * 1000 < Date.now()`,
    'augmented-token-used': `
      import type { NextAuthConfig } from 'next-auth'
      export const config = { providers: [], callbacks: {
        jwt({ token, user, account }) {
          if (account) { token.accessToken = account.access_token; token.expiresAt = account.expires_at }
          if (user) token.address = user.address
          return token
        },
        session({ session, token }) {
          session.user.address = token.address ?? ''
          session.error = token.error
          return session
        },
      } } satisfies NextAuthConfig`,
    'augmented-session-error': `
      import type { Session } from 'next-auth'
      declare module 'next-auth' { interface Session { error?: 'RefreshTokenError' | undefined } }
      export const mustSignIn = (session: Session | null) => session?.error === 'RefreshTokenError'`,
    'augmented-account': `
      import type { Account, Profile } from 'next-auth'
      declare module 'next-auth' { interface Account { team_id?: string } interface Profile { department?: string } }
      export const read = (account: Account, profile: Profile) => [account.team_id, profile.department?.toUpperCase()]`,
    'augmented-adapter-user': `
      import type { AdapterUser } from 'next-auth/adapters'
      declare module 'next-auth/adapters' { interface AdapterUser { stripeId?: string } }
      export const read = (user: AdapterUser) => user.stripeId?.length`,
    'augmented-client.tsx': `
      import { useSession } from 'next-auth/react'
      export function Address() {
        const { data: session } = useSession()
        return <p>{session?.user.address} {session?.user.role}</p>
      }`,
    'augmented-provider': `
      import GitHub from 'next-auth/providers/github'
      import Credentials from 'next-auth/providers/credentials'
      export const providers = [GitHub({ profile: profile => ({ id: String(profile.id), plan: profile.plan?.name, address: profile.location ?? '' }) }),
        Credentials({ credentials: {}, authorize: () => ({ id: '1', plan: 'paid' }) })]`,
    'augmented-middleware': `
      import NextAuth from 'next-auth'
      const { auth } = NextAuth({ providers: [], callbacks: { authorized: ({ auth }) => auth?.user.role === 'admin' } })
      export default auth(request => { if (request.auth?.user.role !== 'admin') return Response.redirect(new URL('/', request.nextUrl)) })`,
  },
  {
    'augmented-core-types': `
      import type { DefaultSession } from '@auth/core/types'
      declare module '@auth/core/types' {
        interface Session extends DefaultSession { userId?: string; roles: string[] }
        interface User { roles?: string[] }
      }
      declare module '@auth/core/jwt' { interface JWT { roles?: string[] } }
      declare module '@auth/core/adapters' { interface AdapterUser { roles?: string[] } }
      export type Shown = DefaultSession['user']`,
    'augmented-core-used': `
      import type { AuthConfig } from '@auth/core'
      export const config: AuthConfig = { providers: [], callbacks: {
        jwt({ token, user }) { if (user?.roles) token.roles = user.roles; return token },
        session({ session, token }) { session.userId = token.sub!; session.roles = token.roles ?? []; return session },
      } }`,
    'augmented-sveltekit': `
      import { SvelteKitAuth } from '@auth/sveltekit'
      export const { handle } = SvelteKitAuth({ providers: [], callbacks: { session({ session, token }) { session.roles = token.roles ?? []; return session } } })
      export const load = async ({ locals }: { locals: App.Locals }) => (await locals.auth())?.roles.length`,
    'augmented-express': `
      import type { Request, Response } from 'express'
      import { getSession } from '@auth/express'
      import type { Session } from '@auth/core/types'
      declare global { namespace Express { interface Locals { session?: Session | null } } }
      export async function guard(req: Request, res: Response) {
        const session = await getSession(req, { providers: [] })
        res.locals.session = session
        return session?.roles.includes('admin')
      }`,
    'augmented-solid': `
      import { getSession } from '@auth/solid-start'
      export const isAdmin = async (request: Request) => (await getSession(request, { providers: [] }))?.roles.includes('admin')`,
    'augmented-adapter': `
      import type { Adapter } from '@auth/core/adapters'
      declare const inner: Adapter
      export const roles = async (id: string) => (await inner.getUser?.(id))?.roles?.join()`,
  },
]
