import { Auth, customFetch, raw, skipCSRFCheck } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AuthError, CredentialsSignin, MissingCSRF } from 'latchkey/errors'
import { describe, expect, test } from 'vitest'
import {
  ada,
  createTestApp,
  credentials,
  getLocation,
  origin,
  secret,
  sessionCookie,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const op = createMaliciousProvider()
const config = {
  ...createTestApp({ providers: [op.provider(), credentials] }).config,
  raw: raw as typeof raw,
}
const createRequest = (path: string, init?: RequestInit) => new Request(`${origin}/auth/${path}`, init)

/** A POST with a valid CSRF token. */
async function post(path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const page = await Auth(createRequest('csrf'), config)
  const cookie = (page.cookies ?? [])
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
  const { csrfToken } = page.body as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, ...fields })
  return createRequest(path, { method: 'POST', body, headers: { cookie, ...headers } })
}

describe('raw', () => {
  test.each([
    ['session', null],
    ['csrf', { csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    ['providers', { op: expect.objectContaining({ id: 'op' }), credentials: expect.anything() }],
  ])('returns %s as status, headers and a parsed body', async (path, body) => {
    const answer = await Auth(createRequest(path), config)
    expect(answer).not.toBeInstanceOf(Response)
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
    expect(answer.body).toEqual(body)
  })

  test('returns a page as a string', async () => {
    const answer = await Auth(createRequest('error?error=AccessDenied'), config)
    expect(answer.status).toBe(403)
    expect(answer.body).toMatch(/^<!DOCTYPE html>/)
  })

  test.each(['csrf', 'signin', 'session'])('returns HEAD of %s without body and cookies', async path => {
    const answer = await Auth(createRequest(path, { method: 'HEAD' }), config)
    expect(answer.headers).toBeDefined()
    expect(answer.body).toBeUndefined()
    expect(answer.cookies).toEqual([])
  })

  test('returns a redirect and its cookies as values', async () => {
    const answer = await Auth(await post('callback/credentials', { ...ada, callbackUrl: '/a' }), config)
    expect(answer.redirect).toBe(`${origin}/a`)
    expect(answer.cookies).toContainEqual({
      name: sessionCookie,
      value: expect.any(String),
      options: expect.objectContaining({ httpOnly: true, secure: true, expires: expect.any(Date) }),
    })
  })

  test.each([
    ['invalid credentials', () => post('callback/credentials', { ...ada, password: 'x' }), CredentialsSignin],
    ['no CSRF token', async () => createRequest('signout', { method: 'POST' }), MissingCSRF],
    ['an unknown provider', () => post('signin/nobody'), AuthError],
  ])('throws the error: %s', async (_, request, failure) => {
    await expect(Auth(await request(), config)).rejects.toBeInstanceOf(failure)
  })

  test('returns a Response for an error that is not an AuthError', async () => {
    const redirect = () => Promise.reject(new Error('broken'))
    const answer: unknown = await Auth(createRequest('signin?callbackUrl=/a'), {
      ...config,
      callbacks: { redirect },
    })
    expect(answer).toBeInstanceOf(Response)
    expect(getLocation(answer as Response)).toBe(`${origin}/auth/error?error=Configuration`)
  })

  test('returns a Response for a mistyped email address, and for a provider that does not answer', async () => {
    const { provider } = captureEmails()
    const silent = { ...op.provider({ id: 'silent' }), [customFetch]: () => Promise.reject(new TypeError()) }
    const app = createTestApp({ providers: [provider, silent], adapter: MemoryAdapter() })
    const rawConfig = {
      ...app.config,
      raw: raw as typeof raw,
      skipCSRFCheck: skipCSRFCheck as typeof skipCSRFCheck,
    }
    for (const [path, shown] of [
      ['signin/mail', 'EmailSignin'],
      ['signin/silent', 'OAuthSignin'],
    ] as const) {
      const body = new URLSearchParams({ email: 'ada@' })
      const answer: unknown = await Auth(createRequest(path, { method: 'POST', body }), rawConfig)
      expect(answer).toBeInstanceOf(Response)
      expect(getLocation(answer as Response)).toBe(`${origin}/auth/signin?error=${shown}`)
    }
  })

  test('logs the error that it throws', async () => {
    const { log, config: listening } = createTestApp({ providers: [credentials] })
    const signOut = createRequest('signout', { method: 'POST' })
    await expect(Auth(signOut, { ...listening, raw: raw as typeof raw })).rejects.toBeInstanceOf(MissingCSRF)
    expect(log.types()).toEqual(['MissingCSRF'])
  })

  test('does not throw if the client requested `{ url }`', async () => {
    const request = await post('callback/credentials', ada, { 'x-auth-return-redirect': '1' })
    const wrong = new Request(request, { body: 'password=x', method: 'POST' })
    const answer: unknown = await Auth(wrong, config)
    expect(answer).toBeInstanceOf(Response)
    expect(await (answer as Response).json()).toEqual({ url: `${origin}/auth/signin?error=MissingCSRF` })
  })

  test('returns a Response for an invalid configuration and for a bad request', async () => {
    const broken = { providers: [], trustHost: true, raw, logger: { error: () => {} } }
    expect(await Auth(createRequest('session'), broken)).toMatchObject({ status: 500 })
    expect(await Auth(createRequest('no-such-thing'), config)).toMatchObject({ status: 400 })
  })

  test('requires the symbol itself', async () => {
    const lookalike = { providers: [], secret, trustHost: true, raw: Symbol('return-type-raw') }
    expect(await Auth(createRequest('session'), lookalike as never)).toBeInstanceOf(Response)
  })
})
