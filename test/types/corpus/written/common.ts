/** The modules that most apps have. */
export const commonSnippets: Readonly<Record<string, string>> = {
  'inline-oidc': `
    import NextAuth from 'next-auth'
    export default NextAuth({ providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example',
      clientId: 'id', profile(profile) { return { id: profile.sub, name: profile.nick.toUpperCase() } } }] })`,
  'inline-oauth': `
    import NextAuth from 'next-auth'
    export default NextAuth({ providers: [{ id: 'quay', name: 'Quay', type: 'oauth', authorization: 'https://quay.example/authorize',
      token: 'https://quay.example/token', userinfo: 'https://quay.example/me', profile: async (profile, tokens) => ({ id: profile.data.id, email: tokens.id_token }) }] })`,
  'inline-email': `
    import NextAuth from 'next-auth'
    export default NextAuth({ providers: [{ id: 'mail', name: 'Mail', type: 'email', maxAge: 60, from: 'a@harbor.example',
      async sendVerificationRequest({ identifier, url, provider }) { console.log(identifier, url, provider.from) } }] })`,
  'own-factory': `
    import type { OAuthConfig, OAuthUserConfig } from 'next-auth/providers'
    interface HarborProfile extends Record<string, any> { sub: string; nick: string }
    export default function Harbor<P extends HarborProfile>(options: OAuthUserConfig<P>): OAuthConfig<P> {
      return { id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example', options,
        profile: profile => ({ id: profile.sub, name: profile.nick }) }
    }`,
  'provider-map': `
    import NextAuth from 'next-auth'
    import type { Provider } from 'next-auth/providers'
    import GitHub from 'next-auth/providers/github'
    import Credentials from 'next-auth/providers/credentials'
    const providers: Provider[] = [GitHub, Credentials({ credentials: { password: { label: 'Password', type: 'password' } },
      authorize: c => (c.password === 'x' ? { id: '1', name: 'Ada' } : null) })]
    export const providerMap = providers
      .map(provider => { if (typeof provider === 'function') { const data = provider(); return { id: data.id, name: data.name } }
        return { id: provider.id, name: provider.name } })
      .filter(provider => provider.id !== 'credentials')
    export const { signIn } = NextAuth({ providers })`,
  'provider-map-short': `
    import type { Provider } from 'next-auth/providers'
    import Google from 'next-auth/providers/google'
    const providers: Provider[] = [Google]
    export const names = providers.map(p => (typeof p === 'function' ? p() : p)).map(p => p.name)`,
  credentials: `
    import NextAuth, { CredentialsSignin } from 'next-auth'
    import Credentials from 'next-auth/providers/credentials'
    class Wrong extends CredentialsSignin { code = 'wrong' }
    export default NextAuth({ providers: [Credentials({ name: 'Login', credentials: { username: { label: 'Name' }, password: {} },
      async authorize(credentials, request) { const { username } = credentials; if (!username) throw new Wrong()
        return { id: String(username), email: request.headers.get('x') } } })] })`,
  'github-profile': `
    import GitHub from 'next-auth/providers/github'
    export const provider = GitHub({ profile(profile) { return { id: profile.id.toString(), name: profile.login, image: profile.avatar_url } } })`,
  'google-profile': `
    import Google, { type GoogleProfile } from 'next-auth/providers/google'
    export const provider = Google({ profile: (profile: GoogleProfile) => ({ id: profile.sub, email: profile.email }) })`,
  'email-providers': `
    import Resend from 'next-auth/providers/resend'
    import SendGrid from 'next-auth/providers/sendgrid'
    import Postmark from 'next-auth/providers/postmark'
    import ForwardEmail from 'next-auth/providers/forwardemail'
    export default [Resend({ from: 'a@harbor.example', apiKey: process.env.KEY }), SendGrid({ from: 'a@harbor.example' }),
      Postmark({ apiKey: process.env.KEY, from: process.env.FROM }), ForwardEmail({ from: 'a@harbor.example', name: 'Mail' })]`,
  middleware: `
    import NextAuth from 'next-auth'
    const { auth } = NextAuth({ providers: [] })
    export default auth(request => { if (!request.auth) return Response.redirect(new URL('/login', request.nextUrl.origin)) })
    export const config = { matcher: ['/((?!api).*)'] }`,
  'middleware-export': `
    import NextAuth from 'next-auth'
    export const { auth: middleware } = NextAuth({ providers: [] })`,
  route: `
    import NextAuth from 'next-auth'
    const { auth, handlers } = NextAuth({ providers: [] })
    export const { GET, POST } = handlers
    export const PUT = auth(request => Response.json(request.auth?.user?.name))`,
  page: `
    import NextAuth from 'next-auth'
    const { auth, signIn, signOut, unstable_update } = NextAuth({ providers: [] })
    export async function load() { const session = await auth(); return session?.user?.email }
    export async function enter(form: FormData) { await signIn('github', form); await signIn('github', { redirectTo: '/' }); await signOut() }
    export async function rename() { await unstable_update({ user: { name: 'Ada' } }) }`,
  lazy: `
    import NextAuth from 'next-auth'
    export const { handlers } = NextAuth(async request => ({ providers: [], basePath: request?.nextUrl.pathname }))`,
  errors: `
    import { AuthError, type Session, type User } from 'next-auth'
    export const explain = (error: unknown) => (error instanceof AuthError ? error.type : 'other')
    export const read = (session: Session, user: User) => [session.user?.email, user.id]`,
  'core-request': `
    import { Auth, customFetch, raw, skipCSRFCheck } from '@auth/core'
    import GitHub from '@auth/core/providers/github'
    export const handle = (request: Request) => Auth(request, { providers: [GitHub({ [customFetch]: fetch })], raw, skipCSRFCheck })`,
  token: `
    import { getToken, encode, decode } from '@auth/core/jwt'
    export const read = (req: Request) => getToken({ req, secret: process.env.AUTH_SECRET, secureCookie: true })
    export const round = async () => decode({ token: await encode({ token: { sub: '1' }, secret: 's', salt: 'c' }), secret: 's', salt: 'c' })`,
  adapter: `
    import type { Adapter, AdapterUser, AdapterAccount } from '@auth/core/adapters'
    const users = new Map<string, AdapterUser>()
    export function MapAdapter(): Adapter {
      return { async createUser(user) { users.set(user.id, user); return user }, async getUser(id) { return users.get(id) ?? null },
        async getUserByEmail(email) { return [...users.values()].find(user => user.email === email) ?? null },
        async linkAccount(account: AdapterAccount) { return account },
        async createSession(session) { return session }, async deleteSession() {},
        async updateUser(user) { return { ...users.get(user.id)!, ...user } } }
    }`,
  client: `
    import { useSession, signIn, signOut, getSession, getProviders, getCsrfToken } from 'next-auth/react'
    export function useName() { const { data, status, update } = useSession(); if (status === 'loading') return null
      void update({ name: 'Ada' }); return data?.user?.name }
    export async function run() { await signIn('github', { redirectTo: '/' }); const result = await signIn('credentials', { redirect: false, password: 'x' })
      if (result?.error) await signOut({ redirectTo: '/' }); return [await getSession(), await getProviders(), await getCsrfToken()] }`,
}
