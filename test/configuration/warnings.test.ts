import { createActionURL, setEnvDefaults, skipCSRFCheck } from 'latchkey'
import { describe, expect, test } from 'vitest'
import { ada, createPlainAdapter, createTestApp, credentials, runRoundTrip, secret } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor } from '../support/visitor.js'
import { listPairs } from './read-page.js'

const op = createMaliciousProvider()
/** A provider whose keys cannot be requested. */
const keyless = createMaliciousProvider()
keyless.lies.discovery = 'status-500'

const redirectProxyUrl = 'https://app.example/auth'

type App = ReturnType<typeof createTestApp>

const requestCsrf = ({ open }: App) => open().get('/auth/csrf')
const signInAtProvider = (app: App) => runRoundTrip(app.open(), op)
const authUrl = { AUTH_URL: 'https://app.example/sign-in' }

/** The options and the step that cause each warning. */
const causes: Readonly<Record<string, readonly [options: object, step: (app: App) => unknown]>> = {
  'basepath env-url-basepath-mismatch': [
    { basePath: '/auth' },
    ({ config }) => createActionURL('session', 'https', new Headers(), authUrl, config),
  ],
  'basepath env-url-basepath-redundant': [
    { basePath: '/sign-in' },
    ({ config }) => setEnvDefaults(authUrl, config),
  ],
  'debug debug-enabled': [{ debug: true }, requestCsrf],
  'jwt-secret short-secret': [{ jwt: { secret: 'over 16 but under 32 letters' } }, requestCsrf],
  'oauth-checks checks-disabled': [{ providers: [op.provider({ checks: ['none'] })] }, requestCsrf],
  'oauth-jwks_endpoint id-token-unsigned': [
    {
      providers: [
        keyless.provider({ authorization: keyless.endpoints.authorize, token: keyless.endpoints.token }),
      ],
    },
    ({ open }) => runRoundTrip(open(), keyless),
  ],
  'redirectproxyorigins redirect-proxy-open': [{ redirectProxyUrl }, forwardCallback],
  'secret short-secret': [{ secret: 'over 16 but under 32 letters' }, requestCsrf],
  'session-maxtokenlength session-cookie-large': [
    {
      providers: [credentials],
      callbacks: { jwt: ({ token }: { token: object }) => ({ ...token, pad: 'x'.repeat(8_000) }) },
    },
    ({ open }) => open().signInWithCredentials(ada),
  ],
  'skipcsrfcheck csrf-disabled': [{ skipCSRFCheck }, requestCsrf],
  'unverifiedemail unverified-email': [
    { adapter: createPlainAdapter(), providers: [{ ...op.provider(), isEmailVerified: () => false }] },
    signInAtProvider,
  ],
}

/** Starts at a preview deployment, whose callback reaches this app as the redirect proxy. */
async function forwardCallback(app: App): Promise<void> {
  const preview = createTestApp({ op, providers: [op.provider()], redirectProxyUrl, secret })
  const visit = createVisitor(preview.answer, 'https://preview.example')
  const away = visit.getLocation(await visit.signIn('op'))
  await app.open().get(op.authorize(away), { from: op.issuer })
}

describe('docs/configuration.md', () => {
  test('lists exactly the warnings at options that are caused here', () => {
    expect(listPairs('warnings')).toEqual(Object.keys(causes).sort())
  })

  test.each(Object.entries(causes))('says what causes %s', async (pair, [options, step]) => {
    const app = createTestApp({ op, ...options })
    await step(app)
    expect(app.log.warnings).toEqual([pair.split(' ')[1]])
  })
})
