import * as core from 'latchkey'
import * as adapters from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import * as errors from 'latchkey/errors'
import * as jwt from 'latchkey/jwt'
import * as providers from 'latchkey/providers'
import * as credentialsModule from 'latchkey/providers/credentials'
import type { PublicProvider } from 'latchkey/types'
import * as types from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, runRoundTrip, sessionCookie } from '../support/app.js'

const { default: Credentials } = credentialsModule

/** The error classes of the contract, docs/reference/contract.md#error-classes. */
const contractErrors = [
  'AccessDenied',
  'AccountNotLinked',
  'AdapterError',
  'AuthError',
  'CallbackRouteError',
  'CredentialsSignin',
  'DuplicateConditionalUI',
  'EmailSignInError',
  'ErrorPageLoop',
  'EventError',
  'ExperimentalFeatureNotEnabled',
  'InvalidCallbackUrl',
  'InvalidCheck',
  'InvalidEndpoints',
  'InvalidProvider',
  'JWTSessionError',
  'MissingAdapter',
  'MissingAdapterMethods',
  'MissingAuthorize',
  'MissingCSRF',
  'MissingSecret',
  'MissingWebAuthnAutocomplete',
  'OAuthAccountNotLinked',
  'OAuthCallbackError',
  'OAuthProfileParseError',
  'OAuthSignInError',
  'SessionTokenError',
  'SignInError',
  'SignOutError',
  'StepUpFailed',
  'UnknownAction',
  'UnsupportedStrategy',
  'UntrustedHost',
  'Verification',
  'WebAuthnVerificationError',
]

/** The error classes that this package adds. */
const ownErrors = [
  'ImpersonationActive',
  'InvalidConfig',
  'InvalidSealedValue',
  'InvalidToken',
  'MissingSecretError',
  'PayloadTooLarge',
  'SessionTooLarge',
  'SessionUnavailable',
  'StepUpRequired',
  'TooManyRequests',
  'UnknownEncryptionKey',
  'UserActionRequired',
]

describe('public API', () => {
  describe('runtime exports', () => {
    const eight = [
      'Auth',
      'createActionURL',
      'customFetch',
      'isAuthAction',
      'raw',
      'setEnvDefaults',
      'skipCSRFCheck',
      'skipThrottling',
    ]

    test.each([
      ['latchkey', core, eight],
      ['latchkey/jwt', jwt, ['decode', 'encode', 'getToken']],
      ['latchkey/errors', errors, [...contractErrors, ...ownErrors, 'isClientError']],
      ['latchkey/adapters', adapters, ['isDate']],
      ['latchkey/types', types, []],
      ['latchkey/providers', providers, []],
      ['latchkey/providers/credentials', credentialsModule, ['Credentials', 'default']],
    ])('of %s are the documented ones', (_, module, names) => {
      expect(Object.keys(module).sort()).toEqual([...names].sort())
    })
  })

  describe('the symbol', () => {
    test.each([
      ['raw', core.raw, 'return-type-raw'],
      ['skipCSRFCheck', core.skipCSRFCheck, 'skip-csrf-check'],
      ['skipThrottling', core.skipThrottling, 'skip-throttling'],
      ['customFetch', core.customFetch, 'custom-fetch'],
    ])('`%s` has its description and is not registered globally', (_, symbol, says) => {
      expect(symbol.description).toBe(says)
      expect(Symbol.keyFor(symbol)).toBeUndefined()
    })
  })

  describe('isAuthAction', () => {
    const ten = 'callback csrf error providers session signin signout step-up verify-request webauthn-options'

    test.each(ten.split(' '))('is true for %s', action => {
      expect(core.isAuthAction(action)).toBe(true)
    })

    test.each([
      '',
      'Session',
      'toString',
      'constructor',
      '__proto__',
      'hasOwnProperty',
      'session/',
      'verify_request',
    ])('is false for %j', other => {
      expect(core.isAuthAction(other)).toBe(false)
    })
  })

  describe('by default', () => {
    const month = 30 * 24 * 60 * 60 * 1000

    test('a session is a JWT without an adapter', async () => {
      const visit = createTestApp({ providers: [credentials] }).open()
      await visit.signInWithCredentials(ada)
      expect(visit.jar.get(sessionCookie)?.value.split('.')).toHaveLength(5)
    })

    test('a session is stored in the database with an adapter', async () => {
      const { op, open } = createTestApp({ adapter: MemoryAdapter() })
      const visit = open()
      await runRoundTrip(visit, op)
      expect(visit.jar.get(sessionCookie)?.value).toMatch(/^[0-9a-f]{64}$/)
    })

    test.each([
      ['a JWT', {}],
      ['a database session', { adapter: MemoryAdapter() }],
    ])('a session that is %s expires after 30 days', async (_, more) => {
      const { op, open } = createTestApp(more)
      const visit = open()
      await runRoundTrip(visit, op)
      const end = visit.jar.get(sessionCookie)?.expires ?? 0
      expect(Math.abs(end - Date.now() - month)).toBeLessThan(60_000)
      const { expires } = (await visit.getSession()) ?? {}
      expect(Math.abs(Date.parse(String(expires)) - Date.now() - month)).toBeLessThan(60_000)
    })

    test.each(['signin', 'signout', 'error', 'verify-request'])(
      'the page of %s is built in and follows the color scheme of the system',
      async action => {
        const answer = await createTestApp().open().get(`/auth/${action}`)
        expect(answer.status).toBe(200)
        expect(await answer.text()).toContain('<body class="__next-auth-theme-auto">')
      },
    )
  })

  describe('isClientError', () => {
    const shown = [
      'AccessDenied',
      'AccountNotLinked',
      'CredentialsSignin',
      'ImpersonationActive',
      'MissingCSRF',
      'OAuthAccountNotLinked',
      'OAuthCallbackError',
      'StepUpFailed',
      'TooManyRequests',
      'Verification',
      'WebAuthnVerificationError',
    ]

    test('is true for the eleven client-safe classes only', () => {
      const classes = Object.entries(errors).filter(([name]) => name !== 'isClientError')
      const made = classes.map(([name, Class]) => [name, Reflect.construct(Class, ['x'])] as const)
      expect(made.filter(([, error]) => errors.isClientError(error)).map(([name]) => name)).toEqual(shown)
    })

    test('is false for other values with the same type or message', () => {
      for (const other of [{ type: 'AccessDenied' }, new Error('AccessDenied'), null, 'AccessDenied'])
        expect(errors.isClientError(other)).toBe(false)
    })
  })

  describe('isDate', () => {
    test.each([
      '2026-01-02T03:04:05.678Z',
      '2026-01-02T03:04:05Z',
      '2026-01-02T03:04Z',
      '2026-01-02T03:04:05+02:00',
      '2026-01-02T03:04-05:30',
      '2026-01-02T03:04:05.123456+00:00',
    ])('is true for %j', text => {
      expect(adapters.isDate(text)).toBe(true)
    })

    test.each([
      '2026-01-02',
      '2026-01-02T03:04:05',
      '2026-01-02 03:04:05Z',
      '2026-13-02T03:04:05Z',
      '2026-01-02T25:04:05Z',
      '1767323045678',
      'January 2, 2026',
      '',
      1_767_323_045_678,
      new Date(0),
      null,
      undefined,
      { toString: () => '2026-01-02T03:04:05Z' },
    ])('is false for %j', other => {
      expect(adapters.isDate(other)).toBe(false)
    })
  })

  describe('a provider module', () => {
    const listed = async (given: core.AuthConfig['providers']) => {
      const answer = await createTestApp({ providers: given }).open().get('/auth/providers')
      const shown = (await answer.json()) as Record<string, PublicProvider>
      return Object.values(shown).map(({ id, name, type }) => ({ id, name, type }))
    }

    test('exports a factory that returns id, name, type, defaults and the given options', () => {
      const own = { name: 'Staff', authorize: () => null }
      expect(Credentials(own)).toEqual({
        id: 'credentials',
        name: 'Credentials',
        type: 'credentials',
        credentials: {},
        options: own,
      })
    })

    test('has its options merged over its defaults when it is used', async () => {
      const staff = Credentials({ id: 'staff', authorize: () => null })
      expect(await listed([staff])).toEqual([{ id: 'staff', name: 'Credentials', type: 'credentials' }])
    })

    test('can be configured as the factory itself, which is called without options', async () => {
      const given: object[] = []
      const factory = (options: object) => {
        given.push({ ...options })
        return credentials
      }
      expect(await listed([factory])).toEqual([{ id: 'credentials', name: 'Password', type: 'credentials' }])
      expect(given).toContainEqual({})
    })
  })
})
