import { Auth, type AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import * as errors from 'latchkey/errors'
import Passkey from 'latchkey/providers/passkey'
import { createAuth } from 'latchkey/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createErrorResult } from '../../src/core/error-result.js'
import { appearances } from '../../tools/configuration/texts.js'
import { ada, createTestApp, credentials, origin, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'
import { listPairs, readErrorRows } from './read-page.js'

const op = createMaliciousProvider()
const shortSecret = 'short'
const fail = () => {
  throw new Error('the app failed')
}

/** What causes an error: options, and the requests after which it is logged (by default one of the session). */
interface Cause {
  readonly options: object
  readonly request?: (visit: Visitor, config: AuthConfig) => Promise<unknown>
  readonly environment?: string
}

const signInWithPassword = (visit: Visitor) => visit.signInWithCredentials(ada)
const signInAtProvider = (visit: Visitor) => runRoundTrip(visit, op)
const requestEmail = (visit: Visitor) => visit.signIn('mail', { email: ada.email })
const readSession = async (visit: Visitor) => {
  await signInWithPassword(visit)
  await visit.getSession()
}

const email = (options: object) => ({
  providers: [{ ...captureEmails().provider, ...options }],
  adapter: MemoryAdapter(),
})
const passkeys = (...providers: unknown[]) => ({ providers, adapter: MemoryAdapter() })
const oauth = (options: object) => ({ providers: [{ ...op.plainProvider(), ...options }] })
const { issuer: _, ...withoutIssuer } = op.provider()
const unverified = { ...op.provider(), isEmailVerified: () => false }
const otherUser = { id: 'user-1', email: 'grace@example.com', emailVerified: null }
const createAdapterWithUser = () => {
  const adapter = MemoryAdapter()
  void adapter.createUser(otherUser)
  return adapter
}

/** A cause of each error that docs/reference/configuration.md lists at an option. */
const causes: Readonly<Record<string, Cause>> = {
  'adapter AdapterError': {
    options: { adapter: { ...MemoryAdapter(), getUserByAccount: fail } },
    request: signInAtProvider,
  },
  'adapter MissingAdapter': { options: { providers: [captureEmails().provider] } },
  'adapter MissingAdapterMethods': { options: { adapter: {} } },
  'basepath InvalidConfig': { options: { basePath: 5 } },
  'publicbasepath InvalidConfig': { options: { publicBasePath: '/shop' } },
  'callbacks-jwt SessionUnavailable': {
    options: {
      callbacks: { jwt: ({ user, token }: { user?: object; token: object }) => (user ? token : fail()) },
      providers: [credentials],
    },
    request: readSession,
  },
  'callbacks-redirect InvalidCallbackUrl': {
    options: { callbacks: { redirect: () => 5 } },
    request: visit => visit.signIn('op', { callbackUrl: '/welcome' }),
  },
  'callbacks-session SessionUnavailable': {
    options: { callbacks: { session: fail }, providers: [credentials] },
    request: readSession,
  },
  'callbacks-signin AccessDenied': {
    options: { callbacks: { signIn: () => false }, providers: [credentials] },
    request: signInWithPassword,
  },
  'cookies InvalidConfig': { options: { cookies: { state: { name: 'a;b' } } } },
  'credentials-authorize CallbackRouteError': {
    options: { providers: [{ ...credentials, authorize: fail }] },
    request: signInWithPassword,
  },
  'credentials-authorize CredentialsSignin': {
    options: { providers: [{ ...credentials, authorize: () => null }] },
    request: signInWithPassword,
  },
  'credentials-authorize MissingAuthorize': {
    options: { providers: [{ ...credentials, authorize: undefined }] },
  },
  'credentials-id InvalidConfig': { options: { providers: [{ ...credentials, id: 'a/b' }] } },
  'credentials-type InvalidProvider': { options: { providers: [{ ...credentials, type: 'saml' }] } },
  'email-id InvalidConfig': { options: email({ id: '' }) },
  'email-normalizeidentifier EmailSignInError': {
    options: email({ normalizeIdentifier: fail }),
    request: requestEmail,
  },
  'email-sendverificationrequest EmailSignInError': {
    options: email({ sendVerificationRequest: fail }),
    request: requestEmail,
  },
  'email-sendverificationrequest InvalidConfig': { options: email({ sendVerificationRequest: undefined }) },
  'email-type InvalidProvider': { options: email({ type: 'pigeon' }) },
  'events EventError': {
    options: { events: { signIn: fail }, providers: [credentials] },
    request: signInWithPassword,
  },
  'jwt-maxage InvalidConfig': { options: { jwt: { maxAge: 0 } } },
  'jwt-secret InvalidConfig': { options: { jwt: { secret: shortSecret } }, environment: 'production' },
  'jwt-secret MissingSecret': { options: { jwt: { secret: '' } } },
  'legacysessions-nextauth4-until InvalidConfig': {
    options: { legacySessions: { nextAuth4: { until: 'soon' } } },
  },
  'locales InvalidConfig': { options: { locales: ['tlh'] } },
  'oauth-allowdangerousemailaccountlinking OAuthAccountNotLinked': {
    options: { adapter: createAdapterWithUser() },
    request: signInAtProvider,
  },
  'oauth-authorization InvalidEndpoints': { options: oauth({ authorization: undefined }) },
  'oauth-clocktolerance InvalidConfig': { options: oauth({ clockTolerance: 301 }) },
  'oauth-id InvalidConfig': { options: { providers: [op.provider(), op.provider()] } },
  'oauth-issuer InvalidEndpoints': { options: { providers: [withoutIssuer] } },
  'oauth-profile OAuthProfileParseError': {
    options: { providers: [op.provider({ profile: fail })] },
    request: signInAtProvider,
  },
  'oauth-redirectproxyurl InvalidConfig': { options: oauth({ redirectProxyUrl: '/auth' }) },
  'oauth-token InvalidEndpoints': { options: oauth({ token: 'nowhere' }) },
  'oauth-type InvalidProvider': { options: oauth({ type: 'saml' }) },
  'oauth-userinfo InvalidEndpoints': { options: oauth({ userinfo: undefined }) },
  'passkey-enableconditionalui DuplicateConditionalUI': {
    options: passkeys(Passkey(), Passkey({ id: 'other' })),
  },
  'passkey-formfields MissingWebAuthnAutocomplete': {
    options: passkeys({ ...Passkey(), formFields: { email: {} } }),
  },
  'passkey-id InvalidConfig': { options: passkeys(Passkey({ id: 'a b' })) },
  'relayingparty-origin InvalidConfig': {
    options: passkeys(Passkey({ relayingParty: { origin: 'app.example' } })),
  },
  'passkey-simplewebauthn InvalidConfig': { options: passkeys({ ...Passkey(), simpleWebAuthn: undefined }) },
  'passkey-simplewebauthnbrowserversion AuthError': {
    options: passkeys({ ...Passkey(), simpleWebAuthnBrowserVersion: 'latest' }),
  },
  'sendemail InvalidConfig': { options: { sendEmail: { send() {} } } },
  'plugins InvalidConfig': { options: { plugins: [{ id: 'Terms' }] } },
  'providers InvalidConfig': { options: { providers: {} } },
  'redirectproxyorigins InvalidConfig': { options: { redirectProxyOrigins: ['example.com'] } },
  'redirectproxyurl InvalidConfig': { options: { redirectProxyUrl: '/auth' } },
  'secret InvalidConfig': { options: { secret: shortSecret }, environment: 'production' },
  'revocation InvalidConfig': { options: { revocation: { maxStale: 0 } } },
  'revocation-maxauthage InvalidConfig': { options: { revocation: { maxStale: 0, maxAuthAge: 0 } } },
  'revocation-maxstale InvalidConfig': { options: { revocation: { maxStale: 61 } } },
  'secret MissingSecret': { options: { secret: [] } },
  'session-absolutemaxage InvalidConfig': { options: { session: { absoluteMaxAge: 0 } } },
  'session-maxage InvalidConfig': { options: { session: { maxAge: 0 } } },
  'session-maxtokenlength SessionTooLarge': {
    options: { session: { maxTokenLength: 10 }, providers: [credentials] },
    request: signInWithPassword,
  },
  'session-strategy InvalidConfig': { options: { session: { strategy: 'redis' } } },
  'session-strategy MissingAdapter': { options: { session: { strategy: 'database' } } },
  'session-updateage InvalidConfig': { options: { session: { updateAge: -1 } } },
  'throttling InvalidConfig': { options: { throttling: { account: { limit: 0 } } } },
  'throttling TooManyRequests': {
    options: {
      throttling: { account: { limit: 1 } },
      adapter: MemoryAdapter(),
      providers: [{ ...credentials, authorize: async () => null }],
    },
    request: async visit => {
      await visit.signInWithCredentials(ada)
      await visit.signInWithCredentials(ada)
    },
  },
  'translations InvalidConfig': { options: { translations: { 'not a tag!': {} } } },
  'trustedproxies InvalidConfig': { options: { trustedProxies: -1 } },
  'trustedproxies UntrustedHost': { options: {}, request: requestThroughTwoHosts },
  'tenant InvalidConfig': { options: { tenant: '' } },
  'trusthost UntrustedHost': { options: { trustHost: false } },
  'userid InvalidConfig': { options: { userId: 'random' } },
  'unverifiedemail AccessDenied': {
    options: { unverifiedEmail: 'refuse', adapter: MemoryAdapter(), providers: [unverified] },
    request: signInAtProvider,
  },
}

/** The integrations read the public host from the headers. */
async function requestThroughTwoHosts(_visit: Visitor, config: AuthConfig): Promise<void> {
  const headers = { 'x-forwarded-host': 'a.example, b.example' }
  const response = await createAuth(config).handler(new Request(`${origin}/auth/session`, { headers }))
  expect(response.status).toBe(400)
}

describe('docs/reference/configuration.md', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('lists exactly the errors at options that are caused here', () => {
    expect(listPairs('errors')).toEqual(Object.keys(causes).sort())
  })

  test.each(Object.entries(causes))('says what causes %s', async (pair, cause) => {
    const { options, environment, request = visit => visit.get('/auth/session') } = cause
    if (environment) vi.stubEnv('NODE_ENV', environment)
    const { config, log, open } = createTestApp({ op, ...options })
    const before = log.errors.length
    await request(open(), config)
    const [, name = ''] = pair.split(' ')
    expect(log.types().slice(before)).toContain(name)
    if (!cause.request && isEachRequest(name))
      expect((await Auth(new Request(`${origin}/auth/csrf`), config)).status).toBe(500)
  })
})

/** Returns whether the page says that an error of the configuration fails each request. */
function isEachRequest(name: string): boolean {
  const texts: Readonly<Record<string, string>> = appearances
  return texts[name]?.startsWith('Each request') ?? false
}

describe('the table of error classes', () => {
  const rows = readErrorRows().filter(({ appearsAt }) => appearsAt.startsWith('`'))
  const redirects = rows.filter(({ appearsAt }) => appearsAt.includes('?error='))

  test('lists every class', () => {
    const classes = Object.entries(errors).filter(
      ([name, value]) => typeof value === 'function' && /^[A-Z]/.test(name),
    )
    const names = classes.map(([name]) => name).filter(name => name !== 'MissingSecretError')
    expect(
      readErrorRows()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(names.sort())
    expect(redirects.length).toBeGreaterThan(15)
  })

  test.each(redirects)('says where $name appears', async ({ name, appearsAt }) => {
    const ErrorClass: unknown = Object.entries(errors).find(([key]) => key === name)?.[1]
    const error = Reflect.construct(ErrorClass as new () => Error, [])
    const { redirect } = await createErrorResult(error, createFailedRequest())
    const url = new URL(redirect ?? '')
    url.searchParams.delete('code')
    expect(`\`${url.pathname.slice('/auth/'.length)}${url.search}\``).toBe(appearsAt)
  })
})

function createFailedRequest(): Parameters<typeof createErrorResult>[1] {
  const request = {
    action: 'callback',
    method: 'GET',
    providerId: 'op',
    query: {},
    body: {},
    origin,
    url: new URL(`${origin}/auth/callback/op`),
  }
  return {
    request,
    pages: {},
    theme: {},
    publicBasePath: '/auth',
    getTranslations: fail,
  } as unknown as Parameters<typeof createErrorResult>[1]
}
