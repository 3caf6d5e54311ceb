import { createActionURL, setEnvDefaults, skipCSRFCheck } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { FetchAuth } from 'latchkey/fetch'
import Passkey from 'latchkey/providers/passkey'
import { createAuth, toRequestHead } from 'latchkey/server'
import { signInAs } from 'latchkey/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  ada,
  createPlainAdapter,
  createTestApp,
  credentials,
  origin,
  runRoundTrip,
  secret,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor } from '../support/visitor.js'
import { listPairs } from './read-page.js'

const op = createMaliciousProvider()
/** A provider whose keys cannot be requested. */
const keyless = createMaliciousProvider()
keyless.lies.discovery = 'status-500'

function createSharedProvider(name = 'op') {
  return { ...op.provider(), issuer: `https://${name}.example` }
}

const redirectProxyUrl = 'https://app.example/auth'

type App = ReturnType<typeof createTestApp>

const requestCsrf = ({ open }: App) => open().get('/auth/csrf')
const signInAtProvider = (app: App) => runRoundTrip(app.open(), op)
const authUrl = { AUTH_URL: 'https://app.example/sign-in' }

/** The options and the step that cause each warning. */
const causes: Readonly<Record<string, readonly [options: object, step: (app: App) => unknown]>> = {
  'adapter private-fields-serialized': [{ adapter: MemoryAdapter() }, serializeServerSession],
  'basepath env-url-basepath-mismatch': [
    { basePath: '/auth' },
    ({ config }) => createActionURL('session', 'https', new Headers(), authUrl, config),
  ],
  'basepath env-url-basepath-redundant': [
    { basePath: '/other' },
    ({ config }) => setEnvDefaults(authUrl, config),
  ],
  'callbacks-jwt callback-without-result': [
    { providers: [credentials], callbacks: { jwt: () => undefined } },
    ({ open }) => open().signInWithCredentials(ada),
  ],
  'callbacks-session callback-without-result': [
    { providers: [credentials], callbacks: { session: () => undefined } },
    readSession,
  ],
  'debug debug-enabled': [{ debug: true }, requestCsrf],
  'cookies cookie-domain-mismatch': [
    { cookies: { sessionToken: { options: { domain: 'other.example' } } } },
    requestCsrf,
  ],
  'email-requiredoptions email-not-configured': [
    {
      adapter: MemoryAdapter(),
      providers: [{ ...captureEmails().provider, requiredOptions: ['apiKey'] }],
    },
    requestCsrf,
  ],
  'jwt-secret short-secret': [{ jwt: { secret: 'over 16 but under 32 letters' } }, requestCsrf],
  'legacysessions-nextauth4-until legacy-sessions-ended': [
    { legacySessions: { nextAuth4: { until: '2026-01-01' } } },
    requestCsrf,
  ],
  'oauth-checks checks-disabled': [{ providers: [op.provider({ checks: ['none'] })] }, requestCsrf],
  'oauth-jwks_endpoint id-token-unverified': [
    {
      providers: [
        keyless.provider({ authorization: keyless.endpoints.authorize, token: keyless.endpoints.token }),
      ],
    },
    ({ open }) => runRoundTrip(open(), keyless),
  ],
  'redirectproxyorigins redirect-proxy-open': [{ redirectProxyUrl }, forwardCallback],
  'secret env-value-wrapped': [{}, ({ config }) => setEnvDefaults({ AUTH_SECRET: '"in quotes"' }, config)],
  'secret short-secret': [{ secret: 'over 16 but under 32 letters' }, requestCsrf],
  'session-maxtokenlength session-cookie-large': [
    {
      providers: [credentials],
      callbacks: { jwt: ({ token }: { token: object }) => ({ ...token, pad: 'x'.repeat(8_000) }) },
    },
    ({ open }) => open().signInWithCredentials(ada),
  ],
  'skipcsrfcheck csrf-disabled': [{ skipCSRFCheck }, requestCsrf],
  'tenant tenants-share-secret': [
    { secret: 'a secret that two configurations share', providers: [createSharedProvider()] },
    async ({ config, open }) => {
      await createTestApp({ secret: config.secret, providers: [createSharedProvider('other')] })
        .open()
        .get('/auth/csrf')
      await open().get('/auth/csrf')
    },
  ],
  'publicbasepath base-path-removed': [
    { basePath: '/shop/auth' },
    ({ config }) => FetchAuth(config).handleAuth(new Request('https://app.example/auth/csrf')),
  ],
  'passkey-relayingparty passkey-host': [
    { adapter: MemoryAdapter(), providers: [Passkey({ relayingParty: { id: 'other.example' } })] },
    ({ open }) => open().get('/auth/signin'),
  ],
  'relayingparty-origin passkey-origins': [
    {
      adapter: MemoryAdapter(),
      providers: [
        Passkey({
          relayingParty: {
            origin: [1, 2, 3, 4, 5, 6].map(number => `https://shop${number}.example` as const),
          },
        }),
      ],
    },
    ({ open }) => open().get('/auth/webauthn-options/passkey'),
  ],
  'throttling throttling-in-memory': [
    { throttling: {}, providers: [credentials] },
    async ({ open }) => {
      vi.stubEnv('VERCEL', '1')
      await open().signInWithCredentials(ada)
    },
  ],
  'throttling throttling-without-source': [
    { throttling: {}, providers: [credentials] },
    async ({ open }) => {
      const visit = open()
      const headers = { 'x-forwarded-for': '192.0.2.1' }
      const csrfToken = await visit.getCsrfToken()
      await visit.post('/auth/callback/credentials', { csrfToken, ...ada }, { headers })
    },
  ],
  'throttling throttling-without-address': [
    { providers: [credentials] },
    async ({ open }) => {
      vi.stubEnv('NODE_ENV', 'production')
      await open().signInWithCredentials(ada)
    },
  ],
  'trustedproxies forwarded-for-short': [
    { trustedProxies: 2 },
    ({ open }) => open().get('/auth/csrf', { headers: { 'x-forwarded-for': '192.0.2.1' } }),
  ],
  'trustedproxies untrusted-proxy': [{ trustedProxies: 0 }, requestThroughProxy],
  'session-maxage age-too-long': [
    { session: { maxAge: 30 * 86_400_000 } },
    ({ open }) => open().get('/auth/session'),
  ],
  'trusthost env-boolean-invalid': [{}, ({ config }) => setEnvDefaults({ AUTH_TRUST_HOST: 'never' }, config)],
  'trusthost env-url-invalid': [{}, ({ config }) => setEnvDefaults({ AUTH_URL: 'localhost:3000' }, config)],
  'trusthost untrusted-proxy': [{}, requestThroughUnknownProxy],
  'unverifiedemail unverified-email': [
    { adapter: createPlainAdapter(), providers: [{ ...op.provider(), isEmailVerified: () => false }] },
    signInAtProvider,
  ],
}

async function readSession({ open }: App): Promise<void> {
  const visit = open()
  await visit.signInWithCredentials(ada)
  await visit.getSession()
}

async function serializeServerSession({ config }: App): Promise<void> {
  vi.stubEnv('NODE_ENV', 'development')
  const { headers } = await signInAs(config, { user: ada, url: origin })
  JSON.stringify(await createAuth(config).getSession(toRequestHead(new Request(origin, { headers }))))
}

const proxyHeaders = {
  host: 'app.example',
  'x-forwarded-host': 'app.example',
  'x-forwarded-proto': 'https',
}

/** A proxy ends TLS, and the app receives http. */
async function requestThroughProxy({ config }: App): Promise<void> {
  await createAuth(config).handler(new Request('http://app.example/auth/csrf', { headers: proxyHeaders }))
}

/** `AUTH_URL` replaces the headers, whether or not `trustHost` is set. */
async function requestThroughUnknownProxy(app: App): Promise<void> {
  vi.stubEnv('AUTH_URL', 'http://app.example')
  await requestThroughProxy(app)
}

/** Starts at a preview deployment, whose callback reaches this app as the redirect proxy. */
async function forwardCallback(app: App): Promise<void> {
  const preview = createTestApp({ op, providers: [op.provider()], redirectProxyUrl, secret })
  const visit = createVisitor(preview.answer, 'https://preview.example')
  const away = visit.getLocation(await visit.signIn('op'))
  await app.open().get(op.authorize(away), { from: op.issuer })
}

describe('docs/reference/configuration.md', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('lists exactly the warnings at options that are caused here', () => {
    expect(listPairs('warnings')).toEqual(Object.keys(causes).sort())
  })

  test.each(Object.entries(causes))('says what causes %s', async (pair, [options, step]) => {
    const app = createTestApp({ op, ...options })
    await step(app)
    expect(app.log.warnings).toEqual([pair.split(' ')[1]])
  })
})
