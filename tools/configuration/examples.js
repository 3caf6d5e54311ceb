/**
 * The examples of docs/reference/configuration.md. `tools/check-docs.js` compiles them. Each one names every option of its object.
 *
 * @module
 */

export const configExamples = {
  auth: `import { type AuthConfig, raw, skipCSRFCheck } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import GitHub from 'latchkey/providers/github'

export const config: AuthConfig = {
  providers: [GitHub],
  secret: ['the newest secret of 32 or more characters', 'the one before'],
  encryptionKeys: process.env.AUTH_ENCRYPTION_KEY,
  tenant: 'acme',
  basePath: '/auth',
  publicBasePath: '/shop/auth',
  trustHost: true,
  trustedProxies: 1,
  trustedOrigins: ['https://www.example.com'],
  adapter: MemoryAdapter(),
  records: MemoryAdapter(),
  plugins: [],
  sendEmail: async ({ to, subject, text }) => console.log(to, subject, text),
  session: { strategy: 'jwt' },
  jwt: { maxAge: 3600 },
  pages: { signIn: '/login' },
  callbacks: { signIn: ({ user }) => user.email !== 'eve@example.com' },
  events: { createUser: ({ user }) => console.log('new user', user.id) },
  unverifiedEmail: 'refuse',
  throttling: { account: { limit: 5 } },
  revocation: { maxStale: 30 },
  userId: 'derived',
  legacySessions: { nextAuth4: { until: '2027-03-01' } },
  cookies: { sessionToken: { name: 'session' } },
  useSecureCookies: true,
  theme: { brandColor: '#0a6' },
  locales: ['en', 'de'],
  translations: { en: { signIn: { title: 'Log in' } } },
  debug: false,
  logger: { warn: code => console.warn(code) },
  redirectProxyUrl: 'https://auth.example.com/auth',
  redirectProxyOrigins: ['https://*.example.com'],
  waitUntil: work => void work,
}

/** For frameworks: \`Auth\` returns data, and the framework verifies the origin of each POST. */
export const framework: AuthConfig = { ...config, raw, skipCSRFCheck }`,
  session: `import type { AuthConfig } from 'latchkey'

export const session: AuthConfig['session'] = {
  strategy: 'jwt',
  maxAge: 7 * 24 * 3600, // a week without a visit
  updateAge: 3600,
  absoluteMaxAge: 30 * 24 * 3600,
  maxTokenLength: 8_000,
  generateSessionToken: () => crypto.randomUUID(), // database strategy only
}`,
  legacySessions: `import type { AuthConfig } from 'latchkey'

export const legacySessions: AuthConfig['legacySessions'] = {
  nextAuth4: { until: '2027-03-01', cookieName: 'shop-session' },
}`,
  throttling: `import type { AuthConfig } from 'latchkey'

export const throttling: AuthConfig['throttling'] = {
  account: { limit: 10, window: 900, delay: 30, maxDelay: 3600 },
  source: { limit: 100, window: 900 },
  emails: { account: { limit: 3, window: 3600 }, source: { limit: 30, window: 3600 } },
  identify: ({ username }) => String(username),
}`,
  revocation: `import type { AuthConfig } from 'latchkey'

export const revocation: AuthConfig['revocation'] = {
  maxStale: 30,
  maxAuthAge: 5 * 60,
}`,
  jwt: `import type { AuthConfig } from 'latchkey'
import { decode, encode } from 'latchkey/jwt'

export const jwt: AuthConfig['jwt'] = {
  secret: 'a secret for session tokens only, 32 characters',
  maxAge: 3600,
  encode: params => encode(params),
  decode: params => decode(params),
}`,
  pages: `import type { AuthConfig } from 'latchkey'

export const pages: AuthConfig['pages'] = {
  signIn: '/login',
  signOut: '/logout',
  error: '/login/failed',
  verifyRequest: '/login/check-your-email',
  confirm: '/login/confirm',
  newUser: '/welcome',
  layout: 'identifier-first',
}`,
  cookies: `import type { AuthConfig } from 'latchkey'

export const cookies: AuthConfig['cookies'] = {
  sessionToken: { name: '__Secure-session', options: { domain: 'example.com' } },
  callbackUrl: { name: '__Secure-callback-url' },
  csrfToken: { name: '__Host-csrf' },
  state: { name: '__Secure-state' },
  pkceCodeVerifier: { name: '__Secure-pkce' },
  nonce: { name: '__Secure-nonce' },
  webauthnChallenge: { name: '__Secure-challenge' },
  lastProvider: { options: { maxAge: 3600 } },
  sessionEvidence: { name: 'evidence' },
  sessionMarker: { name: 'session-marker' },
  pendingSignIn: { name: 'pending-sign-in' },
}`,
  attributes: `import type { CookieAttributes } from 'latchkey/types'

export const options: CookieAttributes = {
  domain: 'example.com',
  path: '/',
  maxAge: 3600,
  expires: new Date('2030-01-01'),
  httpOnly: true,
  secure: true,
  sameSite: 'lax',
  partitioned: false,
  priority: 'high',
}`,
  theme: `import type { AuthConfig } from 'latchkey'

export const theme: AuthConfig['theme'] = {
  name: 'Northwind',
  colorScheme: 'auto',
  logo: '/logo.svg',
  brandColor: '#0a6',
  buttonText: '#fff',
}`,
  logger: `import type { AuthConfig } from 'latchkey'

export const logger: AuthConfig['logger'] = {
  error: error => console.error(error.name, error.message),
  warn: (code, message) => console.warn(code, message),
  info: message => console.info(message),
  debug: (message, metadata) => console.debug(message, metadata),
}`,
  callbacks: `import type { AuthConfig } from 'latchkey'

export const callbacks: AuthConfig['callbacks'] = {
  signIn: ({ user, existingUser }) => existingUser?.id !== 'blocked' && Boolean(user.email),
  redirect: ({ url, baseUrl }) => (url.startsWith('/') ? baseUrl + url : baseUrl),
  jwt: ({ token, user }) => (user ? { ...token, role: 'reader' } : token),
  session: ({ session, token }) => ({ ...session, role: token.role }),
}`,
  events: `import type { AuthConfig } from 'latchkey'

const log = (name: string) => () => console.log(name)

export const events: AuthConfig['events'] = {
  signIn: ({ user, isNewUser }) => console.log('signed in', user.id, isNewUser),
  signInFailure: ({ error, provider }, { request }) =>
    console.log('failed', error.type, provider, request.getHeader('user-agent')),
  signOut: log('signed out'),
  createUser: log('user created'),
  updateUser: log('email address verified'),
  pluginEvent: ({ plugin, type, data }) => console.log(plugin, type, data),
  linkAccount: ({ user, account }) => console.log('linked', user.id, account.provider),
  session: log('session read'),
}`,
}

export const providerExamples = {
  oauth: `import { customFetch, type AuthConfig } from 'latchkey'

export const providers: AuthConfig['providers'] = [
  {
    id: 'acme',
    name: 'Acme',
    type: 'oidc', // with only clientId, clientSecret and issuer, all other options have a default
    clientId: process.env.AUTH_ACME_ID,
    clientSecret: process.env.AUTH_ACME_SECRET,
    issuer: 'https://login.acme.example',
    acceptedIssuers: ['https://login.acme.example/'],
    resolveExpectedIssuer: (claims, { discovered }) => discovered,
    wellKnown: 'https://login.acme.example/.well-known/openid-configuration',
    authorization: { params: { scope: 'openid email' } },
    token: 'https://login.acme.example/token',
    userinfo: 'https://login.acme.example/userinfo',
    jwks_endpoint: 'https://login.acme.example/keys',
    idToken: true,
    omitsNonce: false,
    checks: ['pkce', 'nonce'],
    codeChallengeMethod: 'S256',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    generateClientSecret: async () => 'a token that the app signs',
    profile: (profile: { sub: string; email: string }) => ({ id: profile.sub, email: profile.email }),
    account: ({ refresh_token }) => ({ refresh_token }),
    isEmailVerified: (profile: { verified: boolean }) => profile.verified,
    clockTolerance: 30,
    trustedAssurance: { acr: ['urn:acme:mfa'], amr: ['mfa', 'otp'] },
    allowDangerousEmailAccountLinking: false,
    callback: { cancellation: 'without-code' },
    redirectProxyUrl: 'https://auth.example.com/auth',
    style: { brandColor: '#0a6' },
    icon: async () => ({ default: '<svg viewBox="0 0 24 24"></svg>' }),
    [customFetch]: (url, init) => fetch(url, init),
  },
]`,
  authorization: `import type { OAuth2Config } from 'latchkey/providers'

export const authorization: OAuth2Config<unknown>['authorization'] = {
  url: 'https://login.acme.example/authorize',
  params: { scope: 'read', audience: 'api' },
  parameterNames: { client_id: 'appid' },
  forwardedOptions: ['prompt'],
}`,
  token: `import type { OAuth2Config } from 'latchkey/providers'

export const token: OAuth2Config<unknown>['token'] = {
  url: 'https://login.acme.example/token',
  params: { version: '2' },
  method: 'POST',
  format: 'json',
  headers: { 'x-api-version': '2' },
  parameterNames: { client_id: 'appid' },
  extraParams: { audience: 'api' },
  responsePath: 'data',
  responseAliases: { accessToken: 'access_token' },
  scopeIsArray: true,
  tokenType: 'bearer',
  clientPrivateKey: process.env.ACME_PRIVATE_KEY,
  assertionAudience: 'token',
  conform: response => (response.ok ? undefined : new Response('{}', { status: 400 })),
}

/** Custom code instead of all of these. */
export const custom: OAuth2Config<unknown>['token'] = {
  request: async ({ params }) => ({ tokens: { access_token: params.code } }),
}`,
  userinfo: `import type { OAuth2Config } from 'latchkey/providers'

export const userinfo: OAuth2Config<unknown>['userinfo'] = {
  url: 'https://api.acme.example/me',
  params: { fields: 'id,email' },
  method: 'POST',
  headers: { 'x-api-version': '2' },
  scheme: 'Bearer',
  tokenParameter: 'access_token',
  body: { query: '{ me { id } }' },
  format: 'json',
  profileUrls: { picture: '{issuer}/avatar/{tokens.user_id}' },
  additionalRequests: [],
  conform: response => (response.ok ? undefined : new Response('{}')),
}

/** The profile is part of the token response. */
export const fromTokens: OAuth2Config<unknown>['userinfo'] = { source: 'tokens' }

/** Custom code instead of all of these. */
export const custom: OAuth2Config<unknown>['userinfo'] = {
  request: async ({ tokens, fetch }) =>
    (await fetch('https://api.acme.example/me', { headers: { authorization: \`Bearer \${tokens.access_token}\` } })).json(),
}`,
  additionalRequests: `import type { OAuth2Config } from 'latchkey/providers'

export const userinfo: OAuth2Config<unknown>['userinfo'] = {
  url: 'https://api.acme.example/me',
  additionalRequests: [
    {
      url: 'https://api.acme.example/emails',
      method: 'POST',
      headers: { 'x-api-version': '2' },
      scheme: 'Bearer',
      tokenParameter: 'access_token',
      body: { primary: true },
      format: 'form',
      when: profile => !profile.email,
      responseFormat: 'json',
      ignoreFailure: 'client-error',
      merge: (profile, response) => ({ ...profile, email: String(response) }),
    },
  ],
}`,
  client: `import type { OAuth2Config } from 'latchkey/providers'

export const client: OAuth2Config<unknown>['client'] = {
  token_endpoint_auth_method: 'client_secret_post',
  id_token_signed_response_alg: 'ES256',
  userinfo_signed_response_alg: 'ES256',
}`,
  callback: `import type { OAuth2Config } from 'latchkey/providers'

export const callback: OAuth2Config<unknown>['callback'] = {
  parameterAliases: { authCode: 'code' },
  profileParameters: ['user'],
  getPlaceholderValues: ({ region }) => ({ host: region === 'eu' ? 'eu.acme.example' : 'acme.example' }),
  cancellation: 'without-code',
}`,
  style: `import type { OAuth2Config } from 'latchkey/providers'

export const style: OAuth2Config<unknown>['style'] = {
  brandColor: '#0a6',
  bg: '#0a6',
  text: '#fff',
  bgDark: '#042',
  textDark: '#fff',
  logo: '/acme.svg',
  logoDark: '/acme-dark.svg',
}`,
  email: `import type { AuthConfig } from 'latchkey'

export const providers: AuthConfig['providers'] = [
  {
    id: 'mail',
    name: 'Email',
    type: 'email',
    from: 'no-reply@example.com',
    maxAge: 900,
    oneTimeCode: false,
    endsOlderLinks: false,
    confirm: 'other-browser',
    apiKey: process.env.AUTH_MAIL_KEY,
    requiredOptions: ['apiKey'],
    server: 'smtp://localhost:1025', // for \`nodemailer\`
    secret: 'a secret for the hashes of tokens only, 32 characters',
    generateVerificationToken: () => crypto.randomUUID(),
    normalizeIdentifier: identifier => identifier.trim().toLowerCase(),
    sendVerificationRequest: ({ identifier, url }) => console.log(identifier, url),
  },
]`,
  credentials: `import type { AuthConfig } from 'latchkey'

export const providers: AuthConfig['providers'] = [
  {
    id: 'password',
    name: 'Password',
    type: 'credentials',
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    amr: ['pwd'],
    authorize: async ({ password }) => (password === process.env.PASSWORD ? { id: '1', name: 'Ada' } : null),
  },
]`,
  input: `import type { CredentialInput } from 'latchkey/providers'

export const password: CredentialInput = {
  label: 'Password',
  type: 'password',
  placeholder: 'at least 12 characters',
  value: '',
  autocomplete: 'current-password',
  minlength: 12,
}`,
  passkey: `import Passkey from 'latchkey/providers/passkey'

export const provider = Passkey({
  id: 'passkey',
  name: 'Passkey',
  relayingParty: { id: 'example.com', name: 'Example', origin: 'https://www.example.com' },
  getRelayingParty: ({ url }) => ({ id: url.hostname, name: 'Example', origin: url.origin }),
  enableConditionalUI: true,
  enableConditionalCreate: true,
  enableSignals: true,
  simpleWebAuthnBrowserVersion: 'v13.0.0',
  dangerouslyTrustTypedEmail: false,
  formFields: { email: { label: 'Email', autocomplete: 'username webauthn' } },
  authenticationOptions: { timeout: 60_000, userVerification: 'required' },
  registrationOptions: { timeout: 60_000, attestationType: 'none' },
  verifyAuthenticationOptions: { requireUserVerification: true },
  verifyRegistrationOptions: { requireUserVerification: true },
  getUserInfo: async ({ adapter }, { query }) => {
    const user = await adapter.getUserByEmail(query?.email ?? '')
    return user && { user, exists: true }
  },
  simpleWebAuthn: {},
})`,
}

export const storeExamples = {
  sql: `import { SqlAdapter } from 'latchkey/adapters/sql'

export const adapter = SqlAdapter('postgres://localhost/app', {
  tables: { users: 'members' },
  columns: { users: { emailVerified: 'email_verified' } },
  schema: 'auth',
  migrate: false,
  advisoryLock: true,
  timeout: 2_000,
})`,
  redis: `import { RedisAdapter } from 'latchkey/adapters/redis'
import { createClient } from 'redis'

const client = await createClient({ url: 'redis://localhost:6379' }).connect()

export const adapter = RedisAdapter(client, { prefix: 'shop', timeout: 2_000 })`,
  compose: `import { composeAdapters } from 'latchkey/adapters/compose'
import { RedisAdapter } from 'latchkey/adapters/redis'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { createClient } from 'redis'

const client = await createClient().connect()
const users = SqlAdapter('postgres://localhost/app')

export const adapter = composeAdapters({
  users,
  sessions: RedisAdapter(client),
  records: users.records,
  readSessionsFromUsers: true,
})`,
}

export const integrationExamples = {
  next: `import NextAuth from 'latchkey/next'

export const { auth } = NextAuth({
  providers: [],
  callbacks: { authorized: ({ auth, request }) => Boolean(auth) || request.nextUrl.pathname === '/' },
})`,
  nextSignIn: `import { signIn } from '@/auth'

export const getUrl = () => signIn('github', { redirectTo: '/dashboard', redirect: false })`,
  nextSignOut: `import { signOut } from '@/auth'

export const getUrl = () => signOut({ redirectTo: '/', redirect: false })`,
  kitSignIn: `import type { SignInActionOptions } from 'latchkey/sveltekit'

export const options: SignInActionOptions = {
  providerId: 'github',
  redirectTo: '/dashboard',
  redirect: true,
  authorizationParams: { login: 'octocat' },
}`,
  kitSignOut: `import type { SignOutActionOptions } from 'latchkey/sveltekit'

export const options: SignOutActionOptions = { redirectTo: '/', redirect: true }`,
  solid: `import { SolidAuth } from 'latchkey/solid-start'

export const { GET, POST } = SolidAuth({ providers: [], prefix: '/api/auth' })`,
  reactRouter: `import { ReactRouterAuth } from 'latchkey/react-router'
import { createContext } from 'react-router'

/** Your server sets it in \`getLoadContext\`. */
export const addressContext = createContext<string | null>(null)

export const { authMiddleware } = ReactRouterAuth(
  { providers: [] },
  { getClientAddress: ({ context }) => context.get(addressContext) },
)`,
  fastify: `import Fastify from 'fastify'
import { FastifyAuth } from 'latchkey/fastify'

const { auth } = FastifyAuth({ providers: [] })
export const app = Fastify()
await app.register(auth, { prefix: '/api/auth' })`,
  hono: `import { HonoAuth, type HonoAuthOptions } from 'latchkey/hono'

declare const getConnInfo: HonoAuthOptions['getConnInfo']

export const { auth } = HonoAuth({ providers: [] }, { getConnInfo })`,
  fetch: `import { FetchAuth } from 'latchkey/fetch'

const onError = () => new Response('Something went wrong.', { status: 500 })

export const { withAuth } = FetchAuth({ providers: [] }, { onError })`,
  awsLambda: `import { LambdaAuth } from 'latchkey/aws-lambda'

const onError = (error: unknown) => ({ statusCode: 500, body: error instanceof Error ? error.name : 'unknown' })

export const { withAuth } = LambdaAuth({ providers: [] }, { onError })`,
  astro: `import latchkey from 'latchkey/astro'

export const integration = latchkey({ entrypoint: './src/auth.ts', basePath: '/auth', originCheck: 'latchkey' })`,
  nuxt: `import type { NuxtAuthOptions } from 'latchkey/nuxt'

const latchkey: NuxtAuthOptions = { basePath: '/login', configFile: 'server/login.ts' }

export const nuxtConfig = { modules: ['latchkey/nuxt'], latchkey }`,
  server: `import { createAuth } from 'latchkey/server'

const options = {
  getBasePath: () => '/api/auth',
  getEnvironment: () => process.env,
}

export const server = createAuth({ providers: [] }, options)`,
}

export const clientExamples = {
  sessionProvider: `import { SessionProvider } from 'latchkey/react'

export const Shell = () => (
  <SessionProvider
    session={null}
    basePath="/auth"
    refetchInterval={300}
    refetchOnWindowFocus={true}
    refetchWhenOffline={false}
  >
    <p>These are the children.</p>
  </SessionProvider>
)`,
  useSession: `import { useSession } from 'latchkey/react'

export function Name() {
  const { data } = useSession({ required: true, onUnauthenticated: () => location.assign('/login') })
  return <b>{data?.user?.name}</b>
}`,
  signIn: `import { signIn } from 'latchkey/react'

export async function signInWithPassword(email: string, password: string) {
  const { error } = await signIn('credentials', { email, password, redirect: false, redirectTo: '/dashboard' })
  return error
}

/** The older name of \`redirectTo\` works too. */
export const signInWithGitHub = () => signIn('github', { callbackUrl: '/dashboard' })`,
  signOut: `import { signOut } from 'latchkey/react'

export const leave = () => signOut({ redirectTo: '/', redirect: false })

/** The older name of \`redirectTo\` works too. */
export const leaveAndRedirect = () => signOut({ callbackUrl: '/' })`,
  createClient: `import { createClient } from 'latchkey/client'

export const client = createClient({ basePath: '/auth', baseUrl: 'https://www.example.com', fetch })`,
  createSessionStore: `import { createClient, createSessionStore } from 'latchkey/client'

export const store = createSessionStore(createClient(), {
  session: null,
  refetchInterval: 300,
  refetchOnWindowFocus: true,
  refetchWhenOffline: false,
})`,
}
