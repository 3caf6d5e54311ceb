/** Modules of apps that use Auth.js, in the words of this project. Each one compiles on its own. */
import { adapterSnippets } from './written/adapters.js'
import { clientSnippets } from './written/client.js'
import { commonSnippets } from './written/common.js'
import { frameworkSnippets } from './written/frameworks.js'
import { nextSnippets } from './written/next.js'
import { providerSnippets as documentedProviders } from './written/providers.js'

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

/** The snippets by title. A title with an extension is a file name. */
export const snippets: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...providerSnippets, ...callbackSnippets, ...optionSnippets]),
  ...commonSnippets,
  ...nextSnippets,
  ...clientSnippets,
  ...frameworkSnippets,
  ...adapterSnippets,
  ...documentedProviders,
}
