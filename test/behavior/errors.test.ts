import * as errors from 'latchkey/errors'
import { AuthError, CredentialsSignin, isClientError, SignInError } from 'latchkey/errors'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, getLocation, origin } from '../support/app.js'

type Row = readonly [name: string, type: string, page: 'signin' | 'error', shown: string]

/** Every class that takes a message: its literal `type`, the page of its kind, and what the visitor reads there. */
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
  ['InvalidCallbackUrl', 'InvalidCallbackUrl', 'error', 'Configuration'],
  ['InvalidCheck', 'InvalidCheck', 'error', 'Configuration'],
  ['InvalidConfig', 'InvalidConfig', 'error', 'Configuration'],
  ['InvalidEndpoints', 'InvalidEndpoints', 'error', 'Configuration'],
  ['InvalidProvider', 'InvalidProvider', 'error', 'Configuration'],
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
  ['UnknownAction', 'UnknownAction', 'error', 'Configuration'],
  ['UnsupportedStrategy', 'UnsupportedStrategy', 'error', 'Configuration'],
  ['UntrustedHost', 'UntrustedHost', 'error', 'Configuration'],
  ['Verification', 'Verification', 'error', 'Verification'],
  ['WebAuthnVerificationError', 'WebAuthnVerificationError', 'error', 'WebAuthnVerificationError'],
]

const byName = errors as unknown as Record<string, typeof AuthError>
const make = (name: string, ...args: ConstructorParameters<typeof AuthError>): AuthError => {
  const Class = byName[name]
  if (!Class) throw new Error(`There is no class ${name}.`)
  return new Class(...args)
}

/** Where somebody ends at whose sign-in this is thrown. */
async function getErrorRedirect(error: unknown): Promise<string> {
  const { open } = createTestApp({
    providers: [credentials],
    callbacks: { signIn: () => Promise.reject(error) },
  })
  return getLocation(await open().signInWithCredentials(ada))?.replace(`${origin}/auth/`, '') ?? ''
}

describe('Behaviour section 16: errors', () => {
  describe('16.1 the class', () => {
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

    test('is in this list when it is exported', () => {
      const others = ['InvalidToken', 'MissingSecretError', 'isClientError']
      expect(Object.keys(errors).sort()).toEqual([...classes.map(([name]) => name), ...others].sort())
    })

    test('`InvalidToken` says which of the well-known things is wrong', () => {
      const error = new errors.InvalidToken('ERR_JWT_EXPIRED', 'The token has expired.')
      expect(error).toMatchObject({ name: 'InvalidToken', type: 'InvalidToken', code: 'ERR_JWT_EXPIRED' })
      expect(error).toBeInstanceOf(AuthError)
    })

    test('`MissingSecretError` is another name of `MissingSecret`', () => {
      expect(errors.MissingSecretError).toBe(errors.MissingSecret)
    })

    test('`CredentialsSignin` has a code, which a class of the app may replace', async () => {
      class Locked extends CredentialsSignin {
        override code = 'locked'
      }
      expect(new CredentialsSignin().code).toBe('credentials')
      expect(new Locked()).toMatchObject({ name: 'Locked', type: 'CredentialsSignin', code: 'locked' })
      expect(await getErrorRedirect(new Locked())).toBe('signin?error=CredentialsSignin&code=locked')
    })

    test('of the app is what it extends, and may have a type of its own', () => {
      class Suspended extends errors.AccessDenied {}
      class TenantMissing extends SignInError {
        static override type = 'TenantMissing'
      }
      expect(new Suspended()).toMatchObject({ name: 'Suspended', type: 'AccessDenied', kind: 'error' })
      expect(new TenantMissing()).toMatchObject({ type: 'TenantMissing', kind: 'signIn' })
    })
  })

  describe('16.1 the cause', () => {
    const origin = new TypeError('the directory is down')

    test.each<[string, ConstructorParameters<typeof AuthError>, string, unknown]>([
      ['of nothing is nothing', [], '', undefined],
      ['of a message is nothing', ['m'], 'm', undefined],
      ['of an error is that error', [origin], origin.message, { err: origin }],
      [
        'of an error and details is both',
        [origin, { tenant: 'a' }],
        origin.message,
        { err: origin, tenant: 'a' },
      ],
      [
        'of an error with details of its own has those, too',
        [new Error('x', { cause: { at: 'token', tenant: 'b' } }), { tenant: 'a' }],
        'x',
        { err: expect.any(Error), at: 'token', tenant: 'a' },
      ],
      ['of native options is what they say', ['m', { cause: { err: origin } }], 'm', { err: origin }],
      ['of a native cause is that error', ['m', { cause: origin }], 'm', { err: origin }],
      ['of a message and details has the details', ['m', { provider: 'op' }], 'm', { provider: 'op' }],
      ['of details alone has them', [{ provider: 'op' }], '', { provider: 'op' }],
    ])('%s', (_, args, message, cause) => {
      const error = make('AdapterError', ...args)
      expect(error.message).toBe(message)
      expect(error.cause).toEqual(cause)
    })

    test('the stack begins where the error was made', () => {
      expect(new AuthError('m').stack?.split('\n')[1]).toContain('errors.test.ts')
    })
  })

  describe('16.2 a visitor may be told', () => {
    const told = [
      'CredentialsSignin',
      'OAuthAccountNotLinked',
      'OAuthCallbackError',
      'AccessDenied',
      'Verification',
      'MissingCSRF',
      'AccountNotLinked',
      'WebAuthnVerificationError',
    ]

    test('of these eight types and of no other', () => {
      const names = classes.map(([name]) => name)
      expect(names.filter(name => isClientError(make(name))).sort()).toEqual([...told].sort())
    })

    test('only by an error of ours', () => {
      const lookalike = Object.assign(new Error('m'), { type: 'AccessDenied', kind: 'error' })
      for (const other of [lookalike, { type: 'AccessDenied' }, 'AccessDenied', null, undefined])
        expect(isClientError(other)).toBe(false)
    })
  })

  describe('16.3 the visitor ends', () => {
    test.each(classes)('for `%s` (%s) on the page "%s" with error=%s', async (name, _, page, shown) => {
      expect(await getErrorRedirect(make(name, 'm'))).toBe(`${page}?error=${shown}`)
    })

    test.each([new Error('m'), new TypeError('m'), 'text', undefined])(
      'for %s of the `signIn` callback at the door, whatever it was',
      async thrown => {
        expect(await getErrorRedirect(thrown)).toBe('error?error=AccessDenied')
      },
    )
  })
})
