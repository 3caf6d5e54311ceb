import { type AuthConfig, skipCSRFCheck } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ada, createTappedAdapter, createTestApp, credentials, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

type Step = (visit: Visitor) => Promise<unknown>

const requestCsrf: Step = visit => visit.get('/auth/csrf')

describe('warnings', () => {
  const noChecks = () => [createMaliciousProvider().provider({ checks: ['none'] })]

  test.each<[string, Partial<AuthConfig>, Step]>([
    ['debug-enabled', { debug: true }, requestCsrf],
    ['csrf-disabled', { skipCSRFCheck }, requestCsrf],
    ['checks-disabled', { providers: noChecks() }, requestCsrf],
    ['short-secret', { secret: 'over 16 but under 32 letters' }, requestCsrf],
    [
      'session-cookie-large',
      { callbacks: { jwt: ({ token }) => ({ ...token, pad: 'x'.repeat(8_000) }) } },
      visit => visit.signInWithCredentials(ada),
    ],
  ])('%s is logged for its configuration', async (code, more, step) => {
    const { open, log } = createTestApp({ providers: [credentials], ...more })
    await step(open())
    expect(log.warnings).toEqual([code])
  })

  test('there are none for a valid configuration', async () => {
    const { op, open, log } = createTestApp({ adapter: MemoryAdapter() })
    const visit = open()
    await runRoundTrip(visit, op)
    await visit.getSession()
    await visit.get('/auth/signin')
    await visit.signOut()
    expect(log.warnings).toEqual([])
  })

  test('`debug-enabled` is logged once for each configuration', async () => {
    for (const app of [createTestApp({ debug: true }), createTestApp({ debug: true })]) {
      await app.open().getCsrfToken()
      await app.open().getCsrfToken()
      expect(app.log.warnings).toEqual(['debug-enabled'])
    }
  })

  test('`csrf-disabled` is logged once', async () => {
    const { open, log } = createTestApp({ skipCSRFCheck })
    const visit = open()
    await requestCsrf(visit)
    await visit.getSession()
    await requestCsrf(visit)
    expect(log.warnings).toEqual(['csrf-disabled'])
  })
})

describe('default logger', () => {
  const spies = () => ({
    error: vi.spyOn(console, 'error').mockImplementation(() => {}),
    warn: vi.spyOn(console, 'warn').mockImplementation(() => {}),
    log: vi.spyOn(console, 'log').mockImplementation(() => {}),
    info: vi.spyOn(console, 'info').mockImplementation(() => {}),
  })
  let consoles: ReturnType<typeof spies>
  beforeEach(() => {
    consoles = spies()
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  const lines = (name: keyof typeof consoles) =>
    consoles[name].mock.calls.map(words => words.join(' ').trim())

  const quiet = (more: Partial<AuthConfig> = {}) =>
    createTestApp({ providers: [credentials], logger: undefined, ...more })

  test('writes an error with its type in one line, the stack and a link', async () => {
    await quiet().open().get('/auth/callback/nothing')
    const [first, stack, hint] = lines('error')
    expect(first).toMatch(/^\[auth\]\[error\] InvalidProvider: /)
    expect(stack).toMatch(/^at /)
    expect(stack?.split('\n').at(-1)).toMatch(
      /^\[reference [\dA-Z]{10}: GET callback of an unknown provider at /,
    )
    expect(stack?.replace(/\n\[reference.*/, '')).not.toContain('InvalidProvider')
    expect(hint).toBe('[auth][hint]: Details: npx latchkey explain InvalidProvider')
    expect(consoles.error).toHaveBeenCalledTimes(3)
  })

  test('writes an error with a cause in four lines: message, cause with stack, details, option to check', async () => {
    const authorize = () => Promise.reject(new TypeError('the directory is down'))
    await quiet({ providers: [{ ...credentials, authorize }] })
      .open()
      .signInWithCredentials(ada)
    const [first, cause, details, hint] = lines('error')
    expect(first).toBe('[auth][error] CallbackRouteError: the directory is down')
    expect(cause).toMatch(/^\[auth\]\[cause\]: TypeError: the directory is down\n +at /)
    expect(details).toBe('[auth][details]: {"provider":"credentials"}')
    expect(hint).toBe(
      '[auth][hint]: Check `credentials` in your `providers`. Details: npx latchkey explain CallbackRouteError',
    )
    expect(consoles.error).toHaveBeenCalledTimes(4)
  })

  test('writes one line without a stack for what a visitor causes', async () => {
    await quiet()
      .open()
      .signInWithCredentials({ ...ada, password: 'wrong' })
    await quiet().open().get('/auth/nothing')
    const trail =
      / \[reference [\dA-Z]{10}: (?:POST callback of provider credentials|a request that cannot be read) .*\]$/
    for (const line of lines('info')) expect(line).toMatch(trail)
    expect(lines('info').map(line => line.replace(trail, ''))).toEqual([
      '[auth][info] CredentialsSignin (provider "credentials"): `authorize` returned null: the credentials are wrong. Details: npx latchkey explain CredentialsSignin',
      '[auth][info] UnknownAction: "/auth/nothing" is not the path of an action. Actions are callback, csrf, error, providers, session, signin, signout, step-up, verify-request, webauthn-options. Details: npx latchkey explain UnknownAction',
    ])
    expect(lines('error')).toEqual([])
  })

  test('writes the code of a warning, what it means and the option', async () => {
    await requestCsrf(quiet({ skipCSRFCheck }).open())
    expect(lines('warn')).toEqual([
      '[auth][warn][csrf-disabled] `skipCSRFCheck` turns CSRF protection off. Verify the origin of every POST yourself. Details: npx latchkey explain csrf-disabled',
    ])
  })

  test('writes debug messages only with `debug`', async () => {
    const { op } = createTestApp()
    const more = { providers: [op.provider()], adapter: MemoryAdapter() }
    await runRoundTrip(quiet(more).open(), op)
    expect(lines('log')).toEqual([])
    await runRoundTrip(quiet({ ...more, debug: true }).open(), op)
    expect(lines('log')[0]).toBe('[auth][debug]: adapter_getUserByAccount')
  })

  test('is replaced by the logger of the app for each level', async () => {
    const codes: string[] = []
    const own = quiet({ skipCSRFCheck, debug: true, logger: { warn: code => void codes.push(code) } })
    await requestCsrf(own.open())
    await own.open().get('/auth/nothing')
    await own.open().get('/auth/callback/nothing')
    expect(codes).toEqual(['debug-enabled', 'csrf-disabled', 'sign-in-failed'])
    expect(consoles.warn).not.toHaveBeenCalled()
    expect(consoles.info).not.toHaveBeenCalled()
    expect(lines('error')[0]).toContain('[auth][error] InvalidProvider')
  })

  test('passes debug messages to a custom `debug` method even if `debug` is off', async () => {
    const said: string[] = []
    const { op } = createTestApp()
    const { adapter } = createTappedAdapter()
    const logger = { debug: (message: string) => void said.push(message) }
    await runRoundTrip(quiet({ providers: [op.provider()], adapter, logger, debug: false }).open(), op)
    expect(said[0]).toBe('adapter_getUserByAccount')
    expect(consoles.log).not.toHaveBeenCalled()
  })

  test('does not change the configuration', async () => {
    const { config, open } = quiet()
    await open().get('/auth/nothing')
    expect(config.logger).toBeUndefined()
    expect(config.basePath).toBeUndefined()
  })
})
