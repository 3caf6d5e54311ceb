/** Modules of apps that use Auth.js, in the words of this project. Each one compiles on its own. */

const list = (text: string) => text.trim().split(/\s+/)

/** Providers that the environment can configure. */
const providers = list(`
  42-school apple asgardeo atlassian auth0 authentik azure-ad-b2c azure-devops bankid-no beyondidentity bitbucket box boxyhq-saml
  click-up cognito coinbase concept2 descope discord dribbble dropbox duende-identity-server6 eventbrite eveonline facebook
  faceit figma foursquare freshbooks frontegg fusionauth github gitlab google hubspot huggingface identity-server4 instagram kakao
  keycloak kinde line linkedin logto mailchimp mailru medium microsoft-entra-id naver netlify nextcloud okta onelogin
  ory-hydra osso osu passage patreon ping-id pinterest pipedrive reddit roblox salesforce simplelogin slack spotify strava threads
  tiktok todoist trakt twitch twitter vipps vk wikimedia wordpress yandex zitadel zoho zoom
`)

/** Options that most apps set. */
const providerOptions = {
  credentials: 'clientId: process.env.PROVIDER_ID, clientSecret: process.env.PROVIDER_SECRET',
  asserted:
    'clientId: process.env.PROVIDER_ID!, clientSecret: process.env.PROVIDER_SECRET!, allowDangerousEmailAccountLinking: true',
  scope: "clientId: 'id', authorization: { params: { scope: 'email', prompt: 'consent' } }",
  checks: "clientId: 'id', clientSecret: 'secret', checks: ['state'], style: { brandColor: '#013a63' }",
}

const providerSnippets = providers.flatMap(name =>
  Object.entries(providerOptions).map(
    ([title, options]) =>
      [
        `${name}-${title}`,
        `import NextAuth from 'next-auth'\nimport Provider from 'next-auth/providers/${name}'\nexport const { auth, handlers } = NextAuth({ providers: [Provider({ ${options} })] })\n`,
      ] as const,
  ),
)

const sessionBodies = {
  'id-from-token': 'session({ session, token }) { session.user.id = token.sub!; return session }',
  'id-if-present':
    'session({ session, token }) { if (token.sub && session.user) session.user.id = token.sub; return session }',
  'id-from-user': 'session({ session, user }) { session.user.id = user.id; return session }',
  spread:
    'async session({ session, token }) { return { ...session, user: { ...session.user, id: token.sub as string } } }',
  email: 'session({ session }) { session.user.email.toLowerCase(); return session }',
  record: 'session({ session }) { console.log(session.sessionToken, session.userId); return session }',
  expiry: 'session({ session, user }) { return { user, expires: session.expires } }',
  update:
    "session({ session, newSession, trigger }) { if (trigger === 'update') session.user.name = newSession.name; return session }",
  assigned:
    'session({ session, token }) { Object.assign(session, { accessToken: token.accessToken }); return session }',
}

const tokenBodies = {
  user: 'jwt({ token, user }) { if (user) token.id = user.id; return token }',
  email: 'jwt({ token, user }) { if (user) token.email = user.email; return token }',
  account: 'jwt({ token, account }) { if (account) token.accessToken = account.access_token; return token }',
  refresh:
    'async jwt({ token, account }) { if (account) return { ...token, expiresAt: account.expires_at, refreshToken: account.refresh_token }; return token }',
  update:
    "jwt({ token, trigger, session }) { if (trigger === 'update') token.name = session.user.name; return token }",
  merged:
    "jwt({ token, trigger, session }) { return trigger === 'update' ? { ...token, ...session.user } : token }",
  profile: 'jwt({ token, profile }) { token.locale = profile?.locale; return token }',
  end: 'jwt({ token }) { return token.exp && token.exp < Date.now() / 1000 ? null : token }',
  signup:
    "jwt({ token, trigger, isNewUser }) { token.fresh = trigger === 'signUp' || isNewUser; return token }",
}

const otherBodies = {
  'signin-domain': "signIn({ user }) { return user.email?.endsWith('@harbor.example') ?? false }",
  'signin-verified':
    "signIn({ account, profile }) { return account?.provider !== 'google' || !!profile?.email_verified }",
  'signin-path': "async signIn({ user }) { return user.name ? true : '/welcome' }",
  'signin-email': 'signIn({ email }) { return !email?.verificationRequest }',
  'signin-credentials': 'signIn({ credentials }) { return Boolean(credentials) }',
  redirect: 'redirect({ url, baseUrl }) { return url.startsWith(baseUrl) ? url : baseUrl }',
  authorized: "authorized({ auth, request }) { return !!auth?.user || request.nextUrl.pathname === '/' }",
  'authorized-response':
    "authorized({ auth, request: { nextUrl } }) { return auth ? true : Response.redirect(new URL('/login', nextUrl)) }",
}

const callbackSnippets = Object.entries({
  ...prefix('session', sessionBodies),
  ...prefix('jwt', tokenBodies),
  ...otherBodies,
}).flatMap(([title, body]) => [
  [
    `callback-${title}`,
    `import NextAuth from 'next-auth'\nexport const { auth } = NextAuth({ providers: [], callbacks: { ${body} } })\n`,
  ] as const,
  [
    `typed-callback-${title}`,
    `import type { NextAuthConfig } from 'next-auth'\nexport const config: NextAuthConfig = { providers: [], callbacks: { ${body} } }\n`,
  ] as const,
  [
    `satisfied-callback-${title}`,
    `import type { NextAuthConfig } from 'next-auth'\nexport default { providers: [], callbacks: { ${body} } } satisfies NextAuthConfig\n`,
  ] as const,
])

function prefix(name: string, bodies: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(bodies).map(([title, body]) => [`${name}-${title}`, body]))
}

const events = {
  signIn:
    'signIn({ user, account, profile, isNewUser }) { console.log(user.id, account?.provider, profile?.sub, isNewUser) }',
  signOut: "signOut(message) { if ('token' in message) console.log(message.token?.sub) }",
  createUser: 'async createUser({ user }) { console.log(user.email) }',
  updateUser: 'async updateUser({ user }) { console.log(user.id) }',
  linkAccount:
    'async linkAccount({ user, account, profile }) { console.log(user.id, account.type, profile.name) }',
  session: 'session({ session, token }) { console.log(session.expires, token.sub) }',
}

const options = {
  pages:
    "pages: { signIn: '/login', error: '/error', newUser: '/welcome', verifyRequest: '/sent', signOut: '/bye' }",
  strategy: "session: { strategy: 'jwt', maxAge: 3600, updateAge: 60 }",
  token: 'session: { generateSessionToken: () => crypto.randomUUID() }',
  secret: 'secret: process.env.AUTH_SECRET',
  theme: "theme: { colorScheme: 'dark', brandColor: '#013a63', logo: '/logo.svg', buttonText: '#fff' }",
  logger:
    'logger: { error(error) { console.error(error.name) }, warn(code) { console.warn(code) }, debug(message, metadata) { console.log(message, metadata) } }',
  cookies:
    "cookies: { sessionToken: { name: 'session', options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true } } }",
  jwt: "jwt: { maxAge: 60, encode: async () => 'token', decode: async () => null }",
  proxy: 'redirectProxyUrl: process.env.AUTH_REDIRECT_PROXY_URL',
  debug:
    "debug: process.env.NODE_ENV !== 'production', trustHost: true, basePath: '/auth', useSecureCookies: true",
}

const optionSnippets = Object.entries({
  ...options,
  ...Object.fromEntries(
    Object.entries(events).map(([name, body]) => [`event-${name}`, `events: { ${body} }`]),
  ),
}).flatMap(([title, text]) => [
  [
    `next-${title}`,
    `import NextAuth from 'next-auth'\nexport default NextAuth({ providers: [], ${text} })\n`,
  ] as const,
  [
    `core-${title}`,
    `import { Auth, type AuthConfig } from '@auth/core'\nconst config: AuthConfig = { providers: [], ${text} }\nexport const handle = (request: Request) => Auth(request, config)\n`,
  ] as const,
  [
    `express-${title}`,
    `import { ExpressAuth } from '@auth/express'\nexport const handler = ExpressAuth({ providers: [], ${text} })\n`,
  ] as const,
  [
    `sveltekit-${title}`,
    `import { SvelteKitAuth } from '@auth/sveltekit'\nexport const { handle } = SvelteKitAuth({ providers: [], ${text} })\n`,
  ] as const,
])

const written: Readonly<Record<string, string>> = {
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

/** The snippets by title. */
export const snippets: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...providerSnippets, ...callbackSnippets, ...optionSnippets]),
  ...written,
}
