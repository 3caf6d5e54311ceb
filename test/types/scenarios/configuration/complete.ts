import { type AuthConfig, customFetch, raw, skipCSRFCheck } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { decode, encode } from 'latchkey/jwt'
import type { NodeAuthConfig } from 'latchkey/node'
import type { EmailConfig, EmailUserConfig } from 'latchkey/providers'
import Credentials from 'latchkey/providers/credentials'
import Email from 'latchkey/providers/email'

/** A provider factory that is not called by the app. It is called with the options from the environment. */
declare function mailer(options: EmailUserConfig): EmailConfig

/** Every option with a value. */
export const complete: Required<AuthConfig> = {
  providers: [
    {
      id: 'harbor',
      name: 'Harbor',
      type: 'oidc',
      issuer: 'https://harbor.example',
      wellKnown: 'https://harbor.example/.well-known/openid-configuration',
      clientId: 'app',
      clientSecret: 'secret',
      authorization: { url: 'https://harbor.example/authorize', params: { scope: 'openid', claims: {} } },
      token: {
        url: 'https://harbor.example/token',
        params: { audience: 'api' },
        conform: response => response,
        request: async ({ params, provider }) => ({ tokens: { access_token: params.code + provider.id } }),
      },
      userinfo: { url: 'https://harbor.example/me', request: ({ tokens }) => ({ sub: tokens.access_token }) },
      jwks_endpoint: 'https://harbor.example/keys',
      checks: ['pkce', 'state', 'nonce'],
      client: { token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'ES256' },
      profile: (profile: { sub: string; nick: string }) => ({ id: profile.sub, name: profile.nick }),
      account: ({ access_token }) => ({ access_token }),
      style: { bg: '#013a63', text: '#fff', brandColor: '#013a63', logo: '/harbor.svg' },
      idToken: true,
      allowDangerousEmailAccountLinking: false,
      redirectProxyUrl: 'https://proxy.example/auth',
      [customFetch]: (input, init) => fetch(input, init),
      options: { clientId: 'other' },
    },
    { id: 'quay', name: 'Quay', type: 'oauth', authorization: 'https://quay.example/authorize' },
    {
      id: 'mail',
      name: 'mail',
      type: 'email',
      from: 'no-reply@app.example',
      maxAge: 3600,
      secret: 'pepper',
      server: 'smtp://localhost',
      apiKey: 'key',
      generateVerificationToken: () => '123456',
      normalizeIdentifier: email => email.toLowerCase(),
      sendVerificationRequest: async ({ identifier, url, expires, token, provider, theme, request }) => {
        await fetch(url, { body: [identifier, expires.toISOString(), token, provider.from].join() })
        return void [theme.colorScheme, request.url]
      },
    },
    {
      id: 'password',
      name: 'password',
      type: 'credentials',
      credentials: { email: { label: 'E-mail', type: 'email', required: true } },
      authorize: ({ email }, request) => (email === request.headers.get('x') ? { id: '1' } : null),
    },
    { id: 'passkey', name: 'Passkey', type: 'webauthn', enableConditionalUI: true, formFields: {} },
    Email({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM, maxAge: 3600 }),
    Email({ server: { host: 'localhost' }, translations: () => ({ subject: 'Sign in' }) }),
    Email({ sendVerificationRequest: ({ identifier, url }) => void [identifier, url] }),
    Credentials({ credentials: { pin: {} }, authorize: ({ pin }) => (pin === '1' ? { id: '1' } : null) }),
    defaults => ({ id: 'pier', name: 'Pier', type: 'oauth', ...defaults }),
    mailer,
    ({ clientId, issuer }) => ({ id: 'late', name: 'Late', type: 'oidc', clientId, issuer }),
  ],
  secret: ['new', 'old'],
  session: {
    strategy: 'database',
    maxAge: 3600,
    updateAge: 60,
    absoluteMaxAge: 86_400,
    maxCookieSize: 8000,
    generateSessionToken: () => crypto.randomUUID(),
  },
  jwt: { secret: 'own', maxAge: 3600, encode, decode },
  pages: { signIn: '/in', signOut: '/out', error: '/oops', verifyRequest: '/mail', newUser: '/hello' },
  callbacks: {
    signIn: ({ user, account, profile, email, credentials }) =>
      Boolean(user.id && account?.provider && profile?.sub && email?.verificationRequest && credentials?.pin),
    redirect: async ({ url, baseUrl }) => (url.startsWith(baseUrl) ? url : baseUrl),
    jwt({ token, user, account, profile, trigger, session, isNewUser }) {
      if (trigger === 'update' && session === null) return null
      return { ...token, name: user?.name, provider: account?.provider, nick: profile?.nickname, isNewUser }
    },
    session: ({ session, token, user, newSession, trigger }) =>
      trigger === 'update' && newSession ? { ...session, user } : { ...session, sub: token.sub },
  },
  events: {
    signIn: ({ user, account, profile, isNewUser }) => void [user.id, account?.type, profile?.sub, isNewUser],
    signOut: message => ('token' in message ? message.token?.sub : message.session?.userId),
    createUser: async ({ user }) => user.id,
    updateUser: ({ user }) => user.id,
    linkAccount: ({ user, account, profile }) => void [user.id, account.userId, profile.email],
    session: ({ session, token }) => void [session.expires, token?.sub],
  },
  adapter: MemoryAdapter(),
  debug: true,
  logger: {
    debug: (message, metadata) => void [message, metadata],
    error: ({ name }) => name,
    warn: code => code,
  },
  theme: { colorScheme: 'dark', logo: '/logo.svg', brandColor: 'teal', buttonText: 'white' },
  useSecureCookies: true,
  cookies: {
    sessionToken: {
      name: 'sid',
      options: { domain: 'app.example', sameSite: 'strict', maxAge: 60, path: '/' },
    },
    callbackUrl: { options: { httpOnly: true, secure: true, partitioned: true, priority: 'high' } },
    csrfToken: { name: 'csrf' },
    pkceCodeVerifier: {},
    state: {},
    nonce: {},
    webauthnChallenge: { options: { expires: new Date() } },
  },
  trustHost: true,
  skipCSRFCheck,
  raw,
  redirectProxyUrl: 'https://proxy.example/auth',
  redirectProxyOrigins: ['https://*.preview.example'],
  experimental: { enableWebAuthn: true },
  basePath: '/auth',
  trustedOrigins: ['https://other.example'],
  locales: ['de', 'en'],
  translations: { 'de-CH': {} },
  waitUntil: work => void work.then(() => {}),
}

/** Every option as `undefined`, as code has it that reads its settings from elsewhere. */
export const undecided: Record<keyof AuthConfig, unknown> & AuthConfig = {
  providers: [
    {
      id: 'harbor',
      name: 'Harbor',
      type: 'oidc',
      issuer: undefined,
      wellKnown: undefined,
      clientId: process.env.HARBOR_ID,
      clientSecret: process.env.HARBOR_SECRET,
      authorization: { url: undefined, params: undefined },
      token: { url: undefined, params: undefined, clientPrivateKey: undefined },
      userinfo: undefined,
      jwks_endpoint: undefined,
      checks: undefined,
      client: undefined,
      profile: undefined,
      account: undefined,
      style: { bg: undefined, text: undefined, brandColor: undefined, logo: undefined },
      idToken: undefined,
      allowDangerousEmailAccountLinking: undefined,
      redirectProxyUrl: undefined,
      [customFetch]: undefined,
      options: undefined,
    },
    {
      id: 'mail',
      name: 'mail',
      type: 'email',
      from: undefined,
      maxAge: undefined,
      secret: undefined,
      server: undefined,
      apiKey: undefined,
      generateVerificationToken: undefined,
      normalizeIdentifier: undefined,
      sendVerificationRequest: () => undefined,
      options: undefined,
    },
    Credentials({ id: undefined, name: undefined, credentials: {}, authorize: () => null }),
  ],
  secret: process.env.SECRET,
  session: {
    strategy: undefined,
    maxAge: undefined,
    updateAge: undefined,
    absoluteMaxAge: undefined,
    maxCookieSize: undefined,
    generateSessionToken: undefined,
  },
  jwt: { secret: undefined, maxAge: undefined, encode: undefined, decode: undefined },
  pages: {
    signIn: undefined,
    signOut: undefined,
    error: undefined,
    verifyRequest: undefined,
    newUser: undefined,
  },
  callbacks: { signIn: undefined, redirect: undefined, jwt: undefined, session: undefined },
  events: {
    signIn: undefined,
    signOut: undefined,
    createUser: undefined,
    updateUser: undefined,
    linkAccount: undefined,
    session: undefined,
  },
  adapter: undefined,
  debug: undefined,
  logger: { debug: undefined, error: undefined, warn: undefined },
  theme: { colorScheme: undefined, logo: undefined, brandColor: undefined, buttonText: undefined },
  useSecureCookies: undefined,
  cookies: { sessionToken: undefined, csrfToken: { name: undefined, options: undefined } },
  trustHost: undefined,
  skipCSRFCheck: undefined,
  raw: undefined,
  redirectProxyUrl: undefined,
  redirectProxyOrigins: undefined,
  experimental: { enableWebAuthn: undefined },
  basePath: undefined,
  waitUntil: undefined,
  trustedOrigins: undefined,
  locales: undefined,
  translations: undefined,
}

export const forNode: NodeAuthConfig = undecided
