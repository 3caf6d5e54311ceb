/** Modules of Next apps: configuration, route handlers, middleware, server actions and both routers. */
export const nextSnippets: Readonly<Record<string, string>> = {
  'next-split-configuration': `
    import NextAuth, { type NextAuthConfig } from 'next-auth'
    import Google from 'next-auth/providers/google'
    const shared = { providers: [Google], pages: { signIn: '/login' } } satisfies NextAuthConfig
    export const { handlers, auth, signIn, signOut } = NextAuth({ ...shared, session: { strategy: 'jwt' } })
    export const { auth: middleware } = NextAuth(shared)`,
  'next-typed-result': `
    import NextAuth, { type NextAuthConfig, type NextAuthResult } from 'next-auth'
    const config: NextAuthConfig = { providers: [] }
    const result: NextAuthResult = NextAuth(config)
    export const handlers: NextAuthResult['handlers'] = result.handlers
    export const auth: NextAuthResult['auth'] = result.auth
    export const signIn: NextAuthResult['signIn'] = result.signIn`,
  'next-configuration-function': `
    import NextAuth from 'next-auth'
    import GitHub from 'next-auth/providers/github'
    import Credentials from 'next-auth/providers/credentials'
    export const { handlers, auth } = NextAuth(request => {
      const isAdmin = request?.nextUrl.searchParams.has('admin')
      return { providers: isAdmin ? [GitHub] : [Credentials({ credentials: { code: {} }, authorize: () => null })] }
    })`,
  'next-conditional-providers': `
    import NextAuth from 'next-auth'
    import GitHub from 'next-auth/providers/github'
    import Credentials from 'next-auth/providers/credentials'
    const isDevelopment = process.env.NODE_ENV === 'development'
    export default NextAuth({
      providers: [GitHub, ...(isDevelopment ? [Credentials({ id: 'guest', name: 'Guest', credentials: {}, authorize: () => ({ id: '0' }) })] : [])],
    })`,
  'next-pushed-providers': `
    import NextAuth, { type NextAuthConfig } from 'next-auth'
    import GitHub from 'next-auth/providers/github'
    import Resend from 'next-auth/providers/resend'
    const providers: NextAuthConfig['providers'] = [GitHub]
    if (process.env.AUTH_RESEND_KEY) providers.push(Resend({ from: 'no-reply@harbor.example' }))
    export const { auth } = NextAuth({ providers })`,
  'next-empty-secret': `
    import NextAuth from 'next-auth'
    import GitHub from 'next-auth/providers/github'
    export const { auth } = NextAuth({
      secret: [process.env.AUTH_SECRET!, process.env.OLD_SECRET!],
      providers: [GitHub({ clientId: process.env.GITHUB_ID ?? '', clientSecret: process.env.GITHUB_SECRET as string })],
    })`,
  'next-authorized-redirects': `
    import type { NextAuthConfig } from 'next-auth'
    export const config = {
      pages: { signIn: '/login' },
      callbacks: {
        authorized({ auth, request: { nextUrl } }) {
          const isSignedIn = !!auth?.user
          if (nextUrl.pathname.startsWith('/dashboard')) return isSignedIn
          if (isSignedIn) return Response.redirect(new URL('/dashboard', nextUrl))
          return true
        },
      },
      providers: [],
    } satisfies NextAuthConfig`,
  'next-authorized-next-response': `
    import { NextResponse } from 'next/server'
    import NextAuth from 'next-auth'
    export const { auth: middleware } = NextAuth({
      providers: [],
      callbacks: {
        async authorized({ request, auth }) {
          const { pathname } = request.nextUrl
          if (pathname === '/locked') return NextResponse.json('locked', { status: 401 })
          return !!auth
        },
      },
    })`,
  'next-middleware-next-response': `
    import { NextResponse } from 'next/server'
    import NextAuth from 'next-auth'
    const { auth } = NextAuth({ providers: [] })
    export const middleware = auth(request => {
      const isSignedIn = !!request.auth
      if (!isSignedIn && request.nextUrl.pathname !== '/login')
        return NextResponse.redirect(new URL('/login', request.nextUrl))
      return NextResponse.next()
    })`,
  'next-middleware-async': `
    import { NextResponse } from 'next/server'
    import NextAuth from 'next-auth'
    const { auth } = NextAuth({ providers: [] })
    export default auth(async request => {
      const headers = new Headers(request.headers)
      headers.set('x-user', request.auth?.user?.email ?? '')
      return NextResponse.next({ request: { headers } })
    })`,
  'next-middleware-typed': `
    import type { NextRequest } from 'next/server'
    import NextAuth, { type NextAuthRequest } from 'next-auth'
    const { auth } = NextAuth({ providers: [] })
    const guard = (request: NextAuthRequest) => (request.auth ? undefined : new Response('', { status: 401 }))
    export const middleware = auth(guard)
    export const isHome = (request: NextRequest) => request.nextUrl.pathname === '/'`,
  'next-middleware-session': `
    import { type NextRequest, NextResponse } from 'next/server'
    import NextAuth from 'next-auth'
    const { auth } = NextAuth({ providers: [] })
    export async function middleware(request: NextRequest) {
      const session = await auth()
      if (!session) return NextResponse.redirect(new URL('/', request.url))
      return NextResponse.next()
    }`,
  'next-middleware-token': `
    import { type NextRequest, NextResponse } from 'next/server'
    import { getToken } from 'next-auth/jwt'
    export async function middleware(req: NextRequest) {
      const token = await getToken({ req, secret: process.env.AUTH_SECRET })
      if (!token?.sub) return NextResponse.redirect(new URL('/login', req.url))
      return NextResponse.next()
    }`,
  'next-wrapped-route': `
    import { NextResponse } from 'next/server'
    import NextAuth from 'next-auth'
    const { auth } = NextAuth({ providers: [] })
    export const GET = auth(function GET(request) {
      if (request.auth) return NextResponse.json(request.auth)
      return NextResponse.json({ message: 'Not signed in' }, { status: 401 })
    })
    export const POST = auth(async (request, context) => {
      const { id } = (await context.params) as { id: string }
      return Response.json({ id, ...(await request.json()) })
    })`,
  'next-plain-route': `
    import NextAuth from 'next-auth'
    const { auth } = NextAuth({ providers: [] })
    export async function GET(request: Request) {
      const session = await auth()
      if (!session?.user) return new Response(null, { status: 401 })
      return Response.json({ name: session.user.name, url: request.url, until: new Date(session.expires) })
    }`,
  'next-handler-wrapped': `
    import type { NextRequest } from 'next/server'
    import NextAuth from 'next-auth'
    const { handlers } = NextAuth({ providers: [] })
    export const GET = async (request: NextRequest) => {
      console.log(request.nextUrl.pathname)
      return handlers.GET(request)
    }
    export const { POST } = handlers`,
  'next-action-errors': `
    import { redirect } from 'next/navigation'
    import NextAuth, { AuthError, CredentialsSignin } from 'next-auth'
    const { signIn } = NextAuth({ providers: [] })
    export async function enter(previous: string | undefined, form: FormData) {
      try {
        await signIn('credentials', form)
      } catch (error) {
        if (error instanceof CredentialsSignin) return error.code
        if (error instanceof AuthError) {
          switch (error.type) {
            case 'CredentialsSignin': return 'Wrong password.'
            case 'AccessDenied': return redirect('/denied?error=' + error.type)
            default: return error.cause?.err?.message
          }
        }
        throw error
      }
      return previous
    }`,
  'next-action-objects': `
    import NextAuth from 'next-auth'
    const { signIn, signOut } = NextAuth({ providers: [] })
    export const byForm = async (form: FormData) => { await signIn('credentials', Object.fromEntries(form)) }
    export const byEntries = async (form: FormData) => signIn('resend', { email: form.get('email'), redirectTo: '/' })
    export const byId = async (provider: { id: string }) => signIn(provider.id, { redirectTo: '/welcome' })
    export const withParameters = async () => signIn('google', { redirectTo: '/' }, { prompt: 'select_account' })
    export const asText = async () => signIn('google', undefined, 'prompt=none')
    export const toPage = async () => signIn()
    export const leave = async () => signOut({ redirectTo: '/', redirect: true })`,
  'next-action-url': `
    import { redirect } from 'next/navigation'
    import NextAuth from 'next-auth'
    const { signIn, signOut } = NextAuth({ providers: [] })
    export async function go() {
      const url = await signIn('github', { redirect: false })
      redirect(url)
    }
    export async function leave() {
      const { redirect: target } = await signOut({ redirect: false, redirectTo: '/bye' })
      return target
    }`,
  'next-update': `
    import NextAuth from 'next-auth'
    export const { unstable_update } = NextAuth({ providers: [] })
    export const rename = async (name: string) => (await unstable_update({ user: { name } }))?.user?.name
    export const extend = () => unstable_update({ expires: new Date().toISOString() })
    export const update: typeof unstable_update = data => unstable_update(data)`,
  'next-server-component': `
    import { redirect } from 'next/navigation'
    import NextAuth, { type Session } from 'next-auth'
    const { auth } = NextAuth({ providers: [] })
    export default async function Page() {
      const session: Session | null = await auth()
      if (!session?.user) redirect('/login')
      return [session.user.name, session.user.email, session.user.image, session.user.id, session.expires]
    }`,
  'next-server-component.tsx': `
    import NextAuth from 'next-auth'
    const { auth, signIn, signOut } = NextAuth({ providers: [] })
    export default async function Page() {
      const session = await auth()
      if (!session) return (
        <form action={async () => { 'use server'; await signIn('github') }}><button type="submit">Sign in</button></form>
      )
      return (
        <form action={async () => { 'use server'; await signOut() }}>
          <img src={session.user?.image ?? undefined} alt={session.user?.name!} /><p>{session.user?.email}</p>
        </form>
      )
    }`,
  'next-sign-in-page.tsx': `
    import NextAuth from 'next-auth'
    import type { Provider } from 'next-auth/providers'
    import GitHub from 'next-auth/providers/github'
    const providers: Provider[] = [GitHub]
    const providerMap = providers.map(provider => {
      const { id, name } = typeof provider === 'function' ? provider() : provider
      return { id, name }
    })
    const { signIn } = NextAuth({ providers, pages: { signIn: '/login' } })
    export default async function Login(props: { searchParams: Promise<{ callbackUrl: string | undefined }> }) {
      const { callbackUrl } = await props.searchParams
      return (
        <div>
          {Object.values(providerMap).map(provider => (
            <form key={provider.id} action={async () => { 'use server'; await signIn(provider.id, { redirectTo: callbackUrl ?? '' }) }}>
              <button>{provider.name}</button>
            </form>
          ))}
        </div>
      )
    }`,
  'next-api-route': `
    import type { NextApiRequest, NextApiResponse } from 'next'
    import NextAuth from 'next-auth'
    import { getToken } from 'next-auth/jwt'
    const { auth } = NextAuth({ providers: [] })
    export default async function handler(req: NextApiRequest, res: NextApiResponse) {
      const session = await auth(req, res)
      if (!session) return res.status(401).json({ message: 'Not signed in' })
      const headers = req.headers as Record<string, string>
      const token = await getToken({ req: { headers }, secret: process.env.AUTH_SECRET, secureCookie: process.env.NODE_ENV === 'production' })
      return res.json({ name: session.user?.name, subject: token?.sub, raw: await getToken({ req: { headers }, secret: 's', raw: true }) })
    }`,
  'next-server-side-props': `
    import type { GetServerSideProps, GetServerSidePropsContext } from 'next'
    import NextAuth, { type Session } from 'next-auth'
    const { auth } = NextAuth({ providers: [] })
    export const getServerSideProps: GetServerSideProps<{ session: Session | null }> = async context => {
      const session = await auth(context)
      if (!session) return { redirect: { destination: '/login', permanent: false } }
      return { props: { session } }
    }
    export const read = async (context: GetServerSidePropsContext) => (await auth(context))?.user?.email`,
  'next-headers-callback': `
    import { cookies, headers } from 'next/headers'
    import NextAuth from 'next-auth'
    export const { auth } = NextAuth({
      providers: [],
      callbacks: {
        async signIn() { return (await cookies()).has('invited') },
        async jwt({ token }) { token.agent = (await headers()).get('user-agent'); return token },
      },
    })`,
  'next-cached-session': `
    import { cache } from 'react'
    import NextAuth from 'next-auth'
    const { auth: uncached, ...rest } = NextAuth({ providers: [] })
    export const auth = cache(uncached)
    export const { handlers, signIn, signOut } = rest`,
  'next-context': `
    import NextAuth from 'next-auth'
    const { auth } = NextAuth({ providers: [] })
    export const createContext = async (options: { headers: Headers }) => ({ session: await auth(), ...options })
    type Context = Awaited<ReturnType<typeof createContext>>
    export function protect(context: Context) {
      if (!context.session?.user) throw new Error('UNAUTHORIZED')
      return { session: { ...context.session, user: context.session.user } }
    }`,
  'next-refresh-rotation': `
    import NextAuth from 'next-auth'
    import Google from 'next-auth/providers/google'
    export const { auth } = NextAuth({
      providers: [Google({ authorization: { params: { access_type: 'offline', prompt: 'consent' } } })],
      callbacks: {
        async jwt({ token, account }) {
          if (account) return { ...token, access_token: account.access_token, expires_at: account.expires_at, refresh_token: account.refresh_token }
          if (Date.now() < (token.expires_at as number) * 1000) return token
          if (!token.refresh_token) throw new TypeError('Missing refresh_token')
          try {
            const response = await fetch('https://oauth2.googleapis.com/token', {
              method: 'POST',
              body: new URLSearchParams({ client_id: process.env.AUTH_GOOGLE_ID!, grant_type: 'refresh_token', refresh_token: token.refresh_token! as string }),
            })
            const tokensOrError = await response.json()
            if (!response.ok) throw tokensOrError
            const newTokens = tokensOrError as { access_token: string; expires_in: number; refresh_token?: string }
            return { ...token, access_token: newTokens.access_token, expires_at: Math.floor(Date.now() / 1000 + newTokens.expires_in), refresh_token: newTokens.refresh_token ?? token.refresh_token }
          } catch (error) {
            console.error('Error refreshing access_token', error)
            token.error = 'RefreshTokenError'
            return token
          }
        },
        async session({ session, token }) {
          Object.assign(session, { error: token.error })
          return session
        },
      },
    })`,
  'next-logger': `
    import NextAuth from 'next-auth'
    export const { auth } = NextAuth({
      providers: [],
      logger: {
        error(code, ...message) { console.error(code, message) },
        warn(code, ...message) { console.warn(code, message) },
        debug(code, ...message) { console.debug(code, message) },
      },
    })`,
  'next-cookie-options': `
    import NextAuth from 'next-auth'
    export const { auth } = NextAuth({
      providers: [],
      useSecureCookies: process.env.NODE_ENV === 'production',
      cookies: {
        pkceCodeVerifier: { name: 'app.pkce', options: { httpOnly: true, sameSite: 'none', path: '/', secure: true } },
        sessionToken: { options: { domain: '.harbor.example' } },
        csrfToken: { name: '__Host-csrf' },
        state: { options: { maxAge: 900 } },
        nonce: {}, callbackUrl: {}, webauthnChallenge: {},
      },
    })`,
  'next-jwt-functions': `
    import NextAuth from 'next-auth'
    import { decode, encode, type JWT } from 'next-auth/jwt'
    export const { auth } = NextAuth({
      providers: [],
      jwt: {
        async encode(parameters) { return parameters.token?.credentials ? crypto.randomUUID() : encode(parameters) },
        async decode({ token, secret, salt }): Promise<JWT | null> { return decode({ token, secret, salt }) },
        maxAge: 60 * 60,
      },
    })`,
  'next-experimental-passkey': `
    import NextAuth from 'next-auth'
    import Passkey from 'next-auth/providers/passkey'
    import type { Adapter } from 'next-auth/adapters'
    declare const adapter: Adapter
    export const { auth } = NextAuth({
      adapter,
      providers: [Passkey, Passkey({ id: 'other', formFields: { email: { label: 'Username', required: true, autocomplete: 'username webauthn' } } })],
      experimental: { enableWebAuthn: true },
    })`,
}
