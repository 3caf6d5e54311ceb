import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AuthConfig, Profile } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { decode, encode } from 'latchkey/jwt'
import Passkey from 'latchkey/providers/passkey'
import { expect, test, vi } from 'vitest'
import { getCookieOptions } from '../../src/config/cookie-options.js'
import { builtInLocales } from '../../src/config/locales.js'
import { resolveProvider } from '../../src/config/resolve-provider.js'
import { getConfigState } from '../../src/core/settings.js'
import { createOAuthIdentity } from '../../src/flows/oauth/identity.js'
import { listAccountNames } from '../../src/throttling/accounts.js'
import { getAccountLimit, getEmailLimits, getSourceLimit } from '../../src/throttling/limits.js'
import type { TokenSet } from '../../src/types/account.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { ada, createTestApp, credentials, origin, secret } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { readServerSession } from '../support/server-session.js'
import { createVisitor } from '../support/visitor.js'
import { readEntries } from './read-page.js'

async function resolve(options: Partial<AuthConfig> = {}) {
  const { settings, configError } = await getConfigState({
    providers: [],
    secret,
    trustHost: true,
    ...options,
  })
  if (settings) return settings
  throw configError
}

const oauth = resolveProvider({ id: 'acme', name: 'Acme', type: 'oidc', issuer: 'https://acme.example' })
if (oauth.type !== 'oidc' && oauth.type !== 'oauth') throw new Error('Expected an OAuth provider.')
const passkey = Passkey()

/** Maps a profile with the defaults of a provider. */
const identify = async (profile: Profile, tokens: TokenSet = {}) =>
  createOAuthIdentity(await resolve(), oauth, { profile, tokens, claims: null })

// The cookie of a sign-out follows the session cookie and has no option.
const { signOut: _, ...plainCookies } = getCookieOptions('plain')
const names = Object.fromEntries(Object.entries(plainCookies).map(([key, { name }]) => [key, `'${name}'`]))

/** The values of an empty configuration, as the page writes literals. */
const literals: Readonly<Record<string, unknown>> = {
  userid: (await resolve()).userId,
  plugins: [...(await resolve()).plugins],
  unverifiedemail: (await resolve()).unverifiedEmail,
  trustedorigins: [...(await resolve()).trustedOrigins],
  basepath: (await resolve()).basePath,
  'session-maxage': (await resolve()).session.maxAge,
  'session-updateage': (await resolve()).session.updateAge,
  'session-maxtokenlength': (await resolve()).session.maxTokenLength,
  'revocation-maxauthage': (await resolve({ revocation: { maxStale: 0 }, adapter: MemoryAdapter() }))
    .revocation?.maxAuthAge,
  'throttling-account-delay': getAccountLimit({}).delay,
  'throttling-account-maxdelay': getAccountLimit({}).maxDelay,
  'cookies-options-httponly': plainCookies.sessionToken.options.httpOnly,
  'cookies-options-partitioned': plainCookies.sessionToken.options.partitioned ?? false,
  'cookies-options-path': plainCookies.sessionToken.options.path,
  'cookies-options-samesite': plainCookies.sessionToken.options.sameSite,
  'oauth-idtoken': oauth.idToken,
  'oauth-checks': [...oauth.checks],
  'oauth-codechallengemethod': oauth.codeChallengeMethod,
  'oauth-allowdangerousemailaccountlinking': oauth.allowDangerousEmailAccountLinking,
  'passkey-enableconditionalui': passkey.enableConditionalUI,
  'passkey-enablesignals': passkey.enableSignals,
  'authenticationoptions-timeout': passkey.authenticationOptions?.timeout,
  'registrationoptions-timeout': passkey.registrationOptions?.timeout,
}

const cookieTexts = Object.fromEntries(
  Object.entries(names).map(([key, name]) => [`cookies-${key.toLowerCase()}`, name]),
)

/** Formats a value as the page writes it. */
function format(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(format).join(', ')}]`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** Defaults that the page describes in words, and what shows that they are true. */
const described: Readonly<Record<string, readonly [text: string, verify: () => unknown]>> = {
  adapter: ['none', async () => expect((await resolve()).adapter).toBeNull()],
  'credentials-amr': [
    'none: the session has no level, and cannot meet a requirement',
    async () => {
      const { config, open } = createTestApp({ providers: [credentials] })
      const visit = open()
      await visit.signInWithCredentials(ada)
      const session = await readServerSession(config, visit)
      expect(session?.user).toMatchObject({ name: 'Ada' })
      expect(session).not.toHaveProperty('acr')
    },
  ],
  revocation: [
    'none: a JWT session lasts until it expires. { maxStale: 5 } with a plugin that ends sessions, such as passwords',
    async () => {
      expect((await resolve()).revocation).toBeNull()
      const plugins = [{ id: 'ends', endsSessions: true }]
      expect((await resolve({ plugins })).revocation?.maxStale).toBe(5)
    },
  ],
  'revocation-maxstale': [
    'none: required',
    () => expect(resolve({ revocation: {} as { maxStale: number } })).rejects.toThrow('revocation.maxStale'),
  ],
  encryptionkeys: [
    'secret',
    async () => expect((await resolve()).encryptionKeys).toEqual((await resolve()).secrets),
  ],
  publicbasepath: [
    'basePath: no proxy changes the path',
    async () => expect((await resolve({ basePath: '/api/auth' })).publicBasePath).toBe('/api/auth'),
  ],
  sendemail: ['plugins send none', async () => expect((await resolve()).sendEmail).toBeNull()],
  tenant: ['none', async () => expect((await resolve()).tenant).toBeUndefined()],
  records: [
    'records of the adapter',
    async () => {
      expect((await resolve({ adapter: MemoryAdapter() })).records).not.toBeNull()
      expect((await resolve()).records).toBeNull()
    },
  ],
  locales: [
    'English, German, French, Spanish, Portuguese, Japanese, Chinese, Arabic, and those of translations',
    () => {
      const displayNames = new Intl.DisplayNames('en', { type: 'language' })
      expect(builtInLocales.map(tag => displayNames.of(tag)).join(', ')).toBe(
        'English, German, French, Spanish, Portuguese, Japanese, Chinese, Arabic',
      )
    },
  ],
  usesecurecookies: ["true when the request's URL is https", verifySecureCookies],
  'cookies-options-secure': [
    "true when the request's URL is https, or the name has the prefix __Host- or __Secure-",
    async () => {
      await verifySecureCookies()
      const { sessionToken } = getCookieOptions('plain', { sessionToken: { name: '__Secure-session' } })
      expect(sessionToken.options.secure).toBe(true)
    },
  ],
  'cookies-options-domain': [
    'the host of the request',
    () => expect(plainCookies.sessionToken.options).not.toHaveProperty('domain'),
  ],
  'cookies-options-priority': [
    'none',
    () => expect(plainCookies.sessionToken.options).not.toHaveProperty('priority'),
  ],
  skipcsrfcheck: [
    'none: CSRF tokens are required',
    async () => expect((await resolve()).csrfEnabled).toBe(true),
  ],
  raw: [
    'none: a Response',
    async () => expect(await createTestApp().open().get('/auth/csrf')).toBeInstanceOf(Response),
  ],
  redirectproxyurl: ['none', () => expect(oauth.redirectProxyUrl).toBeUndefined()],
  redirectproxyorigins: [
    'every deployment that shares the secret',
    async () => expect((await resolve()).isAllowedProxyTarget('https://preview.example')).toBe(true),
  ],
  'session-strategy': [
    "'database' with an adapter, else 'jwt'",
    async () => {
      expect((await resolve({ adapter: MemoryAdapter() })).session.strategy).toBe('database')
      expect((await resolve()).session.strategy).toBe('jwt')
    },
  ],
  'session-absolutemaxage': [
    'none',
    async () => expect((await resolve()).session.absoluteMaxAge).toBe(Number.POSITIVE_INFINITY),
  ],
  'session-generatesessiontoken': [
    '256 random bits, as hex',
    async () => expect((await resolve()).session.generateSessionToken()).toMatch(/^[0-9a-f]{64}$/),
  ],
  throttling: [
    'the limits below in production, else none',
    async () => {
      expect((await resolve()).throttling).toBeNull()
      vi.stubEnv('NODE_ENV', 'production')
      expect((await resolve({ secret: `${secret}!` })).throttling).toEqual({})
      vi.unstubAllEnvs()
    },
  ],
  'throttling-account': [
    '10 in 900 seconds',
    () => expect(getAccountLimit({})).toEqual({ quota: 10, window: 900, delay: 30, maxDelay: 3600 }),
  ],
  'throttling-source': [
    '100 in 900 seconds',
    () => expect(getSourceLimit({})).toEqual({ quota: 100, window: 900 }),
  ],
  'throttling-emails-account': [
    '3 in 3600 seconds',
    () => expect(getEmailLimits({}).account).toEqual({ quota: 3, window: 3600 }),
  ],
  'throttling-emails-source': [
    '30 in 3600 seconds',
    () => expect(getEmailLimits({}).source).toEqual({ quota: 30, window: 3600 }),
  ],
  'throttling-identify': [
    'the first input that is called like an email address, user name or phone number, else the declared inputs without secrets',
    () =>
      expect(
        listAccountNames({ account: 'ada', secret: 'x' }, { account: {}, secret: { type: 'password' } }),
      ).toEqual([{ kind: 'fields', value: 'ada' }]),
  ],
  legacysessions: ['none', async () => expect((await resolve()).legacySessions).toBeNull()],
  'legacysessions-nextauth4-cookiename': [
    "cookies.sessionToken.name, or '__Secure-next-auth.session-token', on http 'next-auth.session-token'",
    async () => {
      const legacySessions = { nextAuth4: { until: '2027-03-01' } }
      expect((await resolve({ legacySessions })).legacySessions?.cookieNames).toEqual({
        secure: '__Secure-next-auth.session-token',
        plain: 'next-auth.session-token',
      })
      const cookies = { sessionToken: { name: 'shop' } }
      expect((await resolve({ legacySessions, cookies })).legacySessions?.cookieNames).toEqual({
        secure: 'shop',
        plain: 'shop',
      })
    },
  ],
  'jwt-secret': [
    'secret of the configuration',
    async () => expect((await resolve()).jwt.secret).toBe(secret),
  ],
  'jwt-maxage': [
    'session.maxAge',
    async () => expect((await resolve({ session: { maxAge: 77 } })).jwt.maxAge).toBe(77),
  ],
  'jwt-encode': [
    'encode of latchkey/jwt',
    async () => {
      const token = await (await resolve()).jwt.encode({ secret, salt: 'a', token: { sub: '1' } })
      expect(await decode({ secret, salt: 'a', token })).toMatchObject({ sub: '1' })
    },
  ],
  'jwt-decode': [
    'decode of latchkey/jwt',
    async () => {
      const token = await encode({ secret, salt: 'a', token: { sub: '1' } })
      expect(await (await resolve()).jwt.decode({ secret, salt: 'a', token })).toMatchObject({ sub: '1' })
    },
  ],
  'callbacks-redirect': [
    'paths and URLs of the same origin, else the origin',
    async () => {
      const { redirect } = (await resolve()).callbacks
      expect(await redirect({ url: '/a', baseUrl: origin })).toBe(`${origin}/a`)
      expect(await redirect({ url: `${origin}/b`, baseUrl: origin })).toBe(`${origin}/b`)
      expect(await redirect({ url: 'https://other.example/c', baseUrl: origin })).toBe(origin)
    },
  ],
  'callbacks-session': [
    'name, email, image and the expiry',
    async () => {
      const visit = createTestApp({ providers: [credentials] }).open()
      await visit.signInWithCredentials(ada)
      const session = await visit.getSession()
      expect(Object.keys(session ?? {}).sort()).toEqual(['expires', 'user'])
      expect(
        Object.keys(Object(session?.['user'])).every(key => ['name', 'email', 'image'].includes(key)),
      ).toBe(true)
    },
  ],
  'oauth-profile': [
    'id, name, email and image from the standard claims',
    async () =>
      expect(await identify({ sub: '1', name: 'Ada', email: 'a@b.example', picture: 'p' })).toMatchObject({
        account: { providerAccountId: '1' },
        user: { name: 'Ada', email: 'a@b.example', image: 'p' },
      }),
  ],
  'oauth-account': [
    'those of the OAuth standard, expires_at and session_state',
    async () => {
      const tokens = {
        access_token: 'a',
        refresh_token: 'r',
        id_token: 'i',
        scope: 's',
        token_type: 'bearer' as const,
      }
      const all = { ...tokens, expires_at: 1, session_state: 'x' }
      const { getAccountTokens } = await identify({ sub: '1' }, { ...all, expires_in: 5 })
      expect(getAccountTokens()).toEqual(all)
    },
  ],
  'oauth-isemailverified': [
    'the claim email_verified',
    async () => {
      const claims = [true, false].map(claim => identify({ sub: '1', email_verified: claim }))
      expect((await Promise.all(claims)).map(({ emailVerified }) => emailVerified)).toEqual([true, false])
    },
  ],
  'email-maxage': [
    '3600 for links, 600 for codes',
    async () => expect([await requestSeconds(false), await requestSeconds(true)]).toEqual([3600, 600]),
  ],
  'passkey-formfields': [
    'an input for the email address',
    () => expect(Object.keys(passkey.formFields ?? {})).toEqual(['email']),
  ],
  'passkey-simplewebauthn': [
    'those of @simplewebauthn/server',
    () => expect(Object.keys(passkey.simpleWebAuthn ?? {})).toContain('verifyRegistrationResponse'),
  ],
  'authenticationoptions-userverification': [
    "'required' with passkey, else the library's",
    () => expect(passkey.authenticationOptions?.userVerification).toBe('required'),
  ],
  'registrationoptions-authenticatorselection': [
    "a discoverable passkey and user verification with passkey, else the library's",
    () =>
      expect(passkey.registrationOptions?.authenticatorSelection).toEqual({
        residentKey: 'required',
        userVerification: 'required',
      }),
  ],
  'verifyauthenticationoptions-requireuserverification': [
    "true with passkey, else the library's",
    () => expect(passkey.verifyAuthenticationOptions?.requireUserVerification).toBe(true),
  ],
  'verifyregistrationoptions-requireuserverification': [
    "true with passkey, else the library's",
    () => expect(passkey.verifyRegistrationOptions?.requireUserVerification).toBe(true),
  ],
}

async function verifySecureCookies(): Promise<void> {
  for (const site of ['https://app.example', 'http://app.example']) {
    const visit = createVisitor(createTestApp().answer, site)
    const cookies = (await visit.get('/auth/csrf')).headers.getSetCookie()
    const isSecure = site.startsWith('https:')
    expect(cookies.length).toBeGreaterThan(0)
    expect(cookies.every(cookie => cookie.includes('; Secure') === isSecure)).toBe(true)
  }
}

async function requestSeconds(oneTimeCode: boolean): Promise<number> {
  const { provider, getLatestEmail } = captureEmails({ oneTimeCode })
  const { open } = createTestApp({ providers: [provider], adapter: MemoryAdapter() })
  // The clock stands still, because a slow sign-in would shorten what is left.
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await open().signIn('mail', { email: ada.email })
    return Math.round((getLatestEmail().expires.getTime() - Date.now()) / 1000)
  } finally {
    vi.useRealTimers()
  }
}

/** Objects whose defaults are verified elsewhere, by the tests in these folders. */
const verifiedElsewhere: Readonly<Record<string, string>> = {
  trusthost: 'test/configuration/variables.test.ts',
  trustedproxies: 'test/behavior/action-url.test.ts',
  waituntil: 'test/behavior/email-after-response.test.ts',
  logger: 'test/behavior/warnings-and-logger.test.ts',
  debug: 'test/behavior/warnings-and-logger.test.ts',
  theme: 'test/unit/pages/theme.test.ts',
  pages: 'test/behavior/custom-pages.test.ts',
  callbacks: 'test/behavior/callbacks.test.ts',
  oauth: 'test/flows/discovery.test.ts',
  token: 'test/behavior/token-request.test.ts',
  userinfo: 'test/behavior/profile-source.test.ts',
  additionalrequests: 'test/behavior/profile-source.test.ts',
  client: 'test/behavior/token-request.test.ts',
  email: 'test/behavior/email.test.ts',
  passkey: 'test/behavior/webauthn.test.ts',
  registrationoptions: 'test/behavior/webauthn.test.ts',
  verifyregistrationoptions: 'test/behavior/webauthn.test.ts',
  sql: 'test/databases/timeouts.test.ts',
  redis: 'test/databases/redis',
  compose: 'test/databases/redis',
  next: 'test/next',
  sveltekit: 'test/sveltekit',
  solidstart: 'test/unit/integrations/solid-start.test.ts',
  fastify: 'test/fastify/fastify.test.ts',
  hono: 'test/hono/hono.test.ts',
  'aws-lambda': 'test/aws-lambda/aws-lambda.test.ts',
  fetch: 'test/runtimes/contract.test.ts',
  astro: 'test/astro/astro.test.ts',
  'aws-lambda-onerror': 'test/aws-lambda',
  'react-router-getclientaddress': 'test/react-router/react-router.test.ts',
  nuxt: 'test/nuxt/module.test.ts',
  createauth: 'test/unit/core/create-auth.test.ts',
  sessionprovider: 'test/browser/react',
  usesession: 'test/browser/react',
  createclient: 'test/unit/client',
  createsessionstore: 'test/unit/client/session-store.test.ts',
}

const stated = readEntries().filter(entry => entry.default !== undefined)
const stateds = new Map(stated.map(entry => [entry.anchor, entry.default]))

test.each(Object.entries({ ...literals }))(
  'docs/reference/configuration.md states the default of %s',
  (anchor, value) => {
    expect(stateds.get(anchor)).toBe(format(value))
  },
)

test.each(Object.entries(cookieTexts))(
  'docs/reference/configuration.md states the default name of %s',
  (anchor, name) => {
    expect(stateds.get(anchor)).toBe(name)
  },
)

test.each(Object.entries(described))(
  'docs/reference/configuration.md describes the default of %s',
  async (anchor, [text, verify]) => {
    expect(stateds.get(anchor)).toBe(text)
    await verify()
  },
)

test('each default of docs/reference/configuration.md is verified', () => {
  const verified = new Set([literals, cookieTexts, described].flatMap(table => Object.keys(table)))
  const missing = Object.values(verifiedElsewhere).filter(path => !existsSync(join(projectRoot, path)))
  expect(missing).toEqual([])
  const open = stated.map(({ anchor }) => anchor).filter(anchor => !verified.has(anchor))
  const isVerifiedElsewhere = (anchor: string) =>
    [anchor, anchor.split('-')[0] ?? ''].some(name => Object.hasOwn(verifiedElsewhere, name))
  expect(open.filter(anchor => !isVerifiedElsewhere(anchor))).toEqual([])
})
