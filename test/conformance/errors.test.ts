import {
  AuthError,
  CredentialsSignin,
  isClientError,
  MissingSecret,
  MissingSecretError,
  OAuthAccountNotLinked,
} from 'latchkey/errors'
import { expect, expectTypeOf, test } from 'vitest'
import type { SemverString } from '../../src/types.js'
import { ada, createTestApp, credentials } from '../support/app.js'

test('an AuthError has a type, name, message and cause', () => {
  const origin = new Error('disk full')
  const error = new AuthError('The tenant is suspended.', { cause: { err: origin, tenant: 'acme' } })
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ type: 'AuthError', name: 'AuthError', message: 'The tenant is suspended.' })
  expect(error.cause).toEqual({ err: origin, tenant: 'acme' })
  expect(error.stack).toContain('The tenant is suspended.')
})

test('an AuthError accepts options instead of a message', () => {
  const origin = new Error('disk full')
  expect(new AuthError({ cause: { err: origin } }).cause).toEqual({ err: origin })
})

test('all other errors are AuthErrors with their own type', () => {
  expect(new OAuthAccountNotLinked('x')).toBeInstanceOf(AuthError)
  expect(new OAuthAccountNotLinked('x').type).toBe('OAuthAccountNotLinked')
  expect(new CredentialsSignin('x')).toMatchObject({ type: 'CredentialsSignin', code: 'credentials' })
})

test('`isClientError` is true for client-safe errors only', () => {
  expect(isClientError(new CredentialsSignin())).toBe(true)
  expect(isClientError(new MissingSecret())).toBe(false)
})

test('a missing secret is a MissingSecretError', async () => {
  const { open, log } = createTestApp({ secret: '' })
  await open().get('/auth/session')
  expect(log.errors[0]).toBeInstanceOf(MissingSecretError)
})

test('an error thrown by `authorize` is logged unchanged, with its message', async () => {
  class Locked extends AuthError {
    static override type = 'Locked'
  }
  const authorize = () => {
    throw new Locked('The member is locked since May.')
  }
  const { open, log } = createTestApp({ providers: [{ ...credentials, authorize }] })
  await open().signInWithCredentials(ada)
  expect(log.errors).toEqual([expect.objectContaining({ message: 'The member is locked since May.' })])
  expect(log.errors[0]).toBeInstanceOf(Locked)
})

test('an error thrown by the `signIn` callback is logged as AccessDenied, with its message', async () => {
  const signIn = () => {
    throw new Error('The list of members is not there.')
  }
  const { open, log } = createTestApp({ providers: [credentials], callbacks: { signIn } })
  await open().signInWithCredentials(ada)
  expect(log.types()).toEqual(['AccessDenied'])
  expect(log.errors[0]?.message).toBe('The list of members is not there.')
})

test('a version has the form v1, v1.2 or v1.2.3', () => {
  expectTypeOf<'v1' | 'v1.2' | 'v1.2.3'>().toExtend<SemverString>()
  expectTypeOf<'1.2.3'>().not.toExtend<SemverString>()
})
