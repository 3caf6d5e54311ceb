import * as errors from 'latchkey/errors'
import { AuthError, CredentialsSignin, isClientError, SignInError } from 'latchkey/errors'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, getLocation, origin } from '../support/app.js'

type Row = readonly [name: string, type: string, page: 'signin' | 'error', shown: string]

/** Every class that takes a message: its `type`, the page it redirects to, and the `error` in the query. */
const classes: readonly Row[] = [
  ['AuthError', 'AuthError', 'error', 'Configuration'],
  ['SignInError', 'AuthError', 'signin', 'Configuration'],
  ['AccessDenied', 'AccessDenied', 'error', 'AccessDenied'],
  ['AccountNotLinked', 'AccountNotLinked', 'signin', 'AccountNotLinked'],
  ['AdapterError', 'AdapterError', 'error', 'Configuration'],
  ['CallbackRouteError', 'CallbackRouteError', 'error', 'Configuration'],
  ['CredentialsSignin', 'CredentialsSignin', 'signin', 'CredentialsSignin&code=credentials'],
  ['DuplicateConditionalUI', 'DuplicateConditionalUI', 'error', 'Configuration'],
  ['EmailSignInError', 'EmailSignInError', 'signin', 'EmailSignin'],
  ['ErrorPageLoop', 'ErrorPageLoop', 'error', 'Configuration'],
  ['EventError', 'EventError', 'error', 'Configuration'],
  ['ExperimentalFeatureNotEnabled', 'ExperimentalFeatureNotEnabled', 'error', 'Configuration'],
  ['ImpersonationActive', 'ImpersonationActive', 'error', 'ImpersonationActive'],
  ['InvalidCallbackUrl', 'InvalidCallbackUrl', 'error', 'Configuration'],
  ['InvalidCheck', 'InvalidCheck', 'signin', 'OAuthCallbackError'],
  ['InvalidConfig', 'InvalidConfig', 'error', 'Configuration'],
  ['InvalidEndpoints', 'InvalidEndpoints', 'error', 'Configuration'],
  ['InvalidProvider', 'InvalidProvider', 'error', 'Configuration'],
  ['InvalidSealedValue', 'InvalidSealedValue', 'error', 'Configuration'],
  ['JWTSessionError', 'JWTSessionError', 'error', 'Configuration'],
  ['MissingAdapter', 'MissingAdapter', 'error', 'Configuration'],
  ['MissingAdapterMethods', 'MissingAdapterMethods', 'error', 'Configuration'],
  ['MissingAuthorize', 'MissingAuthorize', 'error', 'Configuration'],
  ['MissingCSRF', 'MissingCSRF', 'signin', 'MissingCSRF'],
  ['MissingSecret', 'MissingSecret', 'error', 'Configuration'],
  ['MissingWebAuthnAutocomplete', 'MissingWebAuthnAutocomplete', 'error', 'Configuration'],
  ['OAuthAccountNotLinked', 'OAuthAccountNotLinked', 'signin', 'OAuthAccountNotLinked'],
  ['OAuthCallbackError', 'OAuthCallbackError', 'signin', 'OAuthCallbackError'],
  ['OAuthProfileParseError', 'OAuthProfileParseError', 'error', 'Configuration'],
  ['OAuthSignInError', 'OAuthSignInError', 'signin', 'OAuthSignin'],
  ['PayloadTooLarge', 'PayloadTooLarge', 'error', 'Configuration'],
  ['SessionTokenError', 'SessionTokenError', 'error', 'Configuration'],
  ['SessionTooLarge', 'SessionTooLarge', 'error', 'Configuration'],
  ['SessionUnavailable', 'SessionUnavailable', 'error', 'Configuration'],
  ['SignOutError', 'SignOutError', 'error', 'Configuration'],
  ['StepUpFailed', 'StepUpFailed', 'error', 'StepUpFailed'],
  ['StepUpRequired', 'StepUpRequired', 'error', 'Configuration'],
  ['TooManyRequests', 'TooManyRequests', 'error', 'TooManyRequests'],
  ['UnknownAction', 'UnknownAction', 'error', 'Configuration'],
  ['UnknownEncryptionKey', 'UnknownEncryptionKey', 'error', 'Configuration'],
  ['UnsupportedStrategy', 'UnsupportedStrategy', 'error', 'Configuration'],
  ['UntrustedHost', 'UntrustedHost', 'error', 'Configuration'],
  ['UserActionRequired', 'UserActionRequired', 'error', 'Configuration'],
  ['Verification', 'Verification', 'error', 'Verification'],
  ['WebAuthnVerificationError', 'WebAuthnVerificationError', 'error', 'WebAuthnVerificationError'],
]

const byName = errors as unknown as Record<string, typeof AuthError>
const make = (name: string, ...args: ConstructorParameters<typeof AuthError>): AuthError => {
  const Class = byName[name]
  if (!Class) throw new Error(`There is no class ${name}.`)
  return new Class(...args)
}

/** Where the visitor is redirected if the `signIn` callback throws this error. */
async function getErrorRedirect(error: unknown): Promise<string> {
  const { open } = createTestApp({
    providers: [credentials],
    callbacks: { signIn: () => Promise.reject(error) },
  })
  return getLocation(await open().signInWithCredentials(ada))?.replace(`${origin}/auth/`, '') ?? ''
}

describe('errors', () => {
  describe('the class', () => {
    test.each(classes)('`%s` has the type "%s", and a name, a kind and a message', (name, type, page) => {
      const error = make(name, 'What was expected.')
      expect(error).toBeInstanceOf(Error)
      expect(error).toBeInstanceOf(AuthError)
      expect(error).toMatchObject({
        name,
        type,
        kind: page === 'signin' ? 'signIn' : 'error',
        message: 'What was expected.',
      })
      expect(byName[name]?.type).toBe(type)
      expect(error instanceof SignInError).toBe(page === 'signin')
      expect(error.cause).toBeUndefined()
    })

    test('is in this list if it is exported', () => {
      const others = ['InvalidToken', 'MissingSecretError', 'isClientError']
      expect(Object.keys(errors).sort()).toEqual([...classes.map(([name]) => name), ...others].sort())
    })

    test('`InvalidToken` has the error code of jose', () => {
      const error = new errors.InvalidToken('ERR_JWT_EXPIRED', 'The token has expired.')
      expect(error).toMatchObject({ name: 'InvalidToken', type: 'InvalidToken', code: 'ERR_JWT_EXPIRED' })
      expect(error).toBeInstanceOf(AuthError)
    })

    test('`MissingSecretError` is an alias of `MissingSecret`', () => {
      expect(errors.MissingSecretError).toBe(errors.MissingSecret)
    })

    test('`CredentialsSignin` has a code, which a subclass can replace', async () => {
      class Locked extends CredentialsSignin {
        override code = 'locked'
      }
      expect(new CredentialsSignin().code).toBe('credentials')
      expect(new Locked()).toMatchObject({ name: 'Locked', type: 'CredentialsSignin', code: 'locked' })
      expect(await getErrorRedirect(new Locked())).toBe('signin?error=CredentialsSignin&code=locked')
    })

    test('of the app inherits its type and can replace it', () => {
      class Suspended extends errors.AccessDenied {}
      class TenantMissing extends SignInError {
        static override type = 'TenantMissing'
      }
      expect(new Suspended()).toMatchObject({ name: 'Suspended', type: 'AccessDenied', kind: 'error' })
      expect(new TenantMissing()).toMatchObject({ type: 'TenantMissing', kind: 'signIn' })
    })
  })

  describe('the cause', () => {
    const origin = new TypeError('the directory is down')

    test.each<[string, ConstructorParameters<typeof AuthError>, string, unknown]>([
      ['is undefined without arguments', [], '', undefined],
      ['is undefined for a message', ['m'], 'm', undefined],
      ['is the given error', [origin], origin.message, { err: origin }],
      [
        'is the given error with details',
        [origin, { tenant: 'a' }],
        origin.message,
        { err: origin, tenant: 'a' },
      ],
      [
        'includes the cause of the given error',
        [new Error('x', { cause: { at: 'token', tenant: 'b' } }), { tenant: 'a' }],
        'x',
        { err: expect.any(Error), at: 'token', tenant: 'a' },
      ],
      ['is taken from native options', ['m', { cause: { err: origin } }], 'm', { err: origin }],
      ['wraps a native cause', ['m', { cause: origin }], 'm', { err: origin }],
      ['contains the details beside a message', ['m', { provider: 'op' }], 'm', { provider: 'op' }],
      ['contains details without a message', [{ provider: 'op' }], '', { provider: 'op' }],
    ])('%s', (_, args, message, cause) => {
      const error = make('AdapterError', ...args)
      expect(error.message).toBe(message)
      expect(error.cause).toEqual(cause)
    })

    test('the stack starts where the error was created', () => {
      expect(new AuthError('m').stack?.split('\n')[1]).toContain('errors.test.ts')
    })
  })

  describe('isClientError', () => {
    const told = [
      'CredentialsSignin',
      'OAuthAccountNotLinked',
      'OAuthCallbackError',
      'AccessDenied',
      'Verification',
      'MissingCSRF',
      'AccountNotLinked',
      'StepUpFailed',
      'ImpersonationActive',
      'TooManyRequests',
      'WebAuthnVerificationError',
    ]

    test('is true for these eleven types only', () => {
      const names = classes.map(([name]) => name)
      expect(names.filter(name => isClientError(make(name))).sort()).toEqual([...told].sort())
    })

    test('is true only for an AuthError', () => {
      const lookalike = Object.assign(new Error('m'), { type: 'AccessDenied', kind: 'error' })
      for (const other of [lookalike, { type: 'AccessDenied' }, 'AccessDenied', null, undefined])
        expect(isClientError(other)).toBe(false)
    })
  })

  describe('the redirect', () => {
    // Too many attempts are a page with status 429: `test/throttling/response.test.ts`.
    const redirected = classes.filter(([name]) => name !== 'TooManyRequests')
    test.each(redirected)('for `%s` (%s) is the page "%s" with error=%s', async (name, _, page, shown) => {
      expect(await getErrorRedirect(make(name, 'm'))).toBe(`${page}?error=${shown}`)
    })

    test.each([new Error('m'), new TypeError('m'), 'text', undefined])(
      'for %s thrown by the `signIn` callback is AccessDenied',
      async thrown => {
        expect(await getErrorRedirect(thrown)).toBe('error?error=AccessDenied')
      },
    )
  })
})
