import { skipCSRFCheck } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { Plugin } from 'latchkey/plugins'
import Passkey from 'latchkey/providers/passkey'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ada, createTappedAdapter, credentials } from '../../support/app.js'
import { ClientApp } from '../../support/client-app.js'
import { CookieJar } from '../../support/cookie-jar.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { SoftAuthenticator } from '../../support/soft-authenticator.js'

const stay = { redirect: false } as const

afterEach(() => vi.unstubAllGlobals())

/** Simulates a password manager that replaces `navigator.credentials` and returns imitations of the browser's objects. */
function installPasswordManager(device: SoftAuthenticator): void {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer
  const credential = (json: string) => {
    const { id, response } = JSON.parse(json) as { id: string; response: Record<string, string> }
    const { transports, ...parts } = response
    const read = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, bytes(text)]))
    return {
      id,
      rawId: bytes(id),
      type: 'public-key',
      response: { ...read, getTransports: () => transports ?? [] },
      getClientExtensionResults: () => ({}),
      toJSON() {
        throw new TypeError('Illegal invocation')
      },
    }
  }
  type Ceremony = { publicKey: Parameters<SoftAuthenticator['register']>[0] }
  const credentials = {
    create: async ({ publicKey }: Ceremony) => credential(device.register(publicKey)),
    get: async ({ publicKey }: Ceremony) => credential(device.authenticate(publicKey)),
  }
  const unchangedOptions = {
    parseCreationOptionsFromJSON: createEqualOptions,
    parseRequestOptionsFromJSON: createEqualOptions,
  }
  for (const [name, value] of Object.entries({
    navigator: { credentials },
    PublicKeyCredential: unchangedOptions,
  }))
    vi.stubGlobal(name, value)
}

const createEqualOptions = (options: object) => options

describe('signIn', () => {
  test('with a password returns the result without a redirect, and the session exists', async () => {
    const app = await ClientApp.start()
    const page = app.open()
    expect(await page.getSession()).toBeNull()
    expect(await page.signIn('credentials', { ...ada, ...stay, redirectTo: '/home' })).toEqual({
      error: undefined,
      code: undefined,
      status: 200,
      ok: true,
      url: `${app.origin}/home`,
    })
    expect(await page.getSession()).toMatchObject({ user: { email: ada.email } })
  })

  test('accepts a FormData object', async () => {
    const app = await ClientApp.start()
    const page = app.open()
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...ada, redirect: 'false' })) form.set(name, value)
    await page.signIn('credentials', form)
    expect(await page.getSession()).toMatchObject({ user: { email: ada.email } })
  })

  test('with a wrong password returns error and code', async () => {
    const app = await ClientApp.start()
    const wrong = { ...ada, password: 'wrong', ...stay }
    expect(await app.open().signIn('credentials', wrong)).toEqual({
      error: 'CredentialsSignin',
      code: 'credentials',
      status: 200,
      ok: false,
      url: null,
    })
  })

  test('at a provider sends authorization parameters and redirects to `redirectTo`', async () => {
    const app = await ClientApp.start()
    const jar = new CookieJar()
    const page = app.open(jar)
    const { url, ok } = await page.signIn('op', { ...stay, redirectTo: '/home' }, { prompt: 'login' })
    expect(ok).toBe(true)
    expect(new URL(url ?? '').searchParams.get('prompt')).toBe('login')

    const back = app.op.authorize(url ?? '')
    const answer = await fetch(back, { headers: { cookie: jar.header(back) }, redirect: 'manual' })
    jar.storeCookies(back, answer)
    expect(answer.headers.get('location')).toBe(`${app.origin}/home`)
    expect(await page.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
  })

  test('encodes the id of a provider in the path', async () => {
    const app = await ClientApp.start()
    app.intercept = (req, res) =>
      req.url === '/auth/providers' &&
      Boolean(res.end(JSON.stringify({ 'staff/1 ?#': { id: 'staff/1 ?#', type: 'credentials' } })))
    await app.open().signIn('staff/1 ?#', { ...ada, ...stay })
    expect(app.requests).toContain('POST callback/staff%2F1%20%3F%23')
  })

  test('with a passkey accepts credentials of a password manager, which are not native objects', async () => {
    const app = await ClientApp.start({
      adapter: MemoryAdapter(),
      session: { strategy: 'jwt' },
      providers: [Passkey()],
    })
    installPasswordManager(new SoftAuthenticator(app.origin))
    const page = app.open()
    const grace = { email: 'grace@example.com', ...stay }
    expect(await page.signIn('passkey', { action: 'register', ...grace })).toMatchObject({ ok: true })
    await page.signOut(stay)
    expect(await page.signIn('passkey', grace)).toMatchObject({ ok: true })
    expect(await page.getSession()).toMatchObject({ user: { email: grace.email } })
  })

  describe('for a session that must be confirmed before an account or a passkey is added', () => {
    const stepUp: Plugin = {
      id: 'step-up-before-linking',
      authorizeNewMethod: () => ({ acr: 'aal2', maxAge: 900 }),
    }

    async function openSignedIn() {
      const op = createMaliciousProvider()
      const adapter = MemoryAdapter()
      await adapter.createUser({ id: 'ada-1', email: ada.email, emailVerified: null })
      const app = await ClientApp.start({
        adapter,
        session: { strategy: 'jwt' },
        plugins: [stepUp],
        providers: [credentials, op.provider(), Passkey()],
      })
      const page = app.open()
      await page.signIn('credentials', { ...ada, ...stay })
      app.requests.length = 0
      return { app, page }
    }

    test.each([
      ['a provider', 'op', {}],
      ['a new passkey', 'passkey', { action: 'register' }],
    ])('%s leads to the step-up page, and from there to `redirectTo`', async (_, id, fields) => {
      const { app, page } = await openSignedIn()
      const redirectTo = `${app.origin}/settings?tab=sign-in`
      const params = new URLSearchParams({ acr_values: 'aal2', max_age: '900', callbackUrl: redirectTo })
      expect(await page.signIn(id, { ...fields, ...stay, redirectTo })).toEqual({
        ok: true,
        status: 200,
        error: undefined,
        code: undefined,
        url: `${app.origin}/auth/step-up?${params}`,
      })
      expect(app.requests).not.toContain('POST callback/passkey')
      expect(await page.getSession()).toMatchObject({ user: { email: ada.email } })
    })

    test('a response without the URL of the page is an error', async () => {
      const { app, page } = await openSignedIn()
      for (const [status, error] of [
        [429, 'TooManyRequests'],
        [401, 'WebAuthnVerificationError'],
      ] as const) {
        app.fail('webauthn-options', status)
        expect(await page.signIn('passkey', { action: 'register', ...stay })).toMatchObject({
          ok: false,
          error,
          url: null,
        })
      }
    })
  })

  test('works without a CSRF token if the framework verifies the origin', async () => {
    const app = await ClientApp.start({ skipCSRFCheck })
    const page = app.open()
    expect(await page.getCsrfToken()).toBe('')
    expect(await page.signIn('credentials', { ...ada, ...stay })).toMatchObject({ ok: true })
  })

  test('without a provider returns the URL of the sign-in page, and with an unknown one InvalidProvider', async () => {
    const app = await ClientApp.start()
    const page = app.open()
    const url = `${app.origin}/auth/signin?callbackUrl=%2Fhome`
    expect(await page.signIn(undefined, { ...stay, redirectTo: '/home' })).toMatchObject({ ok: true, url })
    for (const id of ['unknown', 'constructor'])
      expect(await page.signIn(id, stay)).toMatchObject({ ok: false, error: 'InvalidProvider', url: null })
    expect(app.requests).toEqual(['GET providers'])
  })

  test.each(['providers', 'csrf', 'callback'])(
    'returns an error if %s fails or the network fails',
    async action => {
      const app = await ClientApp.start()
      app.fail(action, 500)
      const page = app.open()
      const failed = { ok: false, url: null }
      if (action !== 'csrf')
        expect(await page.signIn('credentials', { ...ada, ...stay })).toMatchObject({
          ...failed,
          error: 'Configuration',
          status: 500,
        })
      app.intercept = req => {
        if (req.url?.startsWith(`/auth/${action}`)) req.destroy()
        return req.destroyed
      }
      const error = action === 'csrf' ? 'MissingCSRF' : 'Unreachable'
      expect(await page.signIn('credentials', { ...ada, ...stay })).toMatchObject({ ...failed, error })

      app.intercept = () => false
      expect(await page.signIn('credentials', { ...ada, ...stay })).toMatchObject({ ok: true })
    },
  )
})

describe('the CSRF token', () => {
  test('is requested once', async () => {
    const app = await ClientApp.start()
    const page = app.open()
    await page.signIn('credentials', { ...ada, ...stay })
    await page.update({ a: 1 })
    await page.signOut(stay)
    expect(app.count('GET csrf')).toBe(1)
  })

  test('is requested again if the server rejects it, and the action is repeated once', async () => {
    const app = await ClientApp.start()
    const jar = new CookieJar()
    const page = app.open(jar)
    await page.getCsrfToken()
    jar.clear('authjs.csrf-token')
    expect(await page.signIn('credentials', { ...ada, ...stay })).toMatchObject({ ok: true })
    expect(app.count('GET csrf')).toBe(2)
    expect(app.count('POST callback/credentials')).toBe(2)

    jar.clear('authjs.csrf-token')
    expect(await page.update({ a: 1 })).toMatchObject({ user: { email: ada.email } })
    expect(app.count('GET csrf')).toBe(3)
  })

  test('is requested again if the server returned none', async () => {
    const app = await ClientApp.start()
    const page = app.open()
    app.fail('csrf', 503)
    expect(await page.getCsrfToken()).toBe('')
    app.intercept = () => false
    expect(await page.getCsrfToken()).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is not requested again if the action was rejected for another reason', async () => {
    const app = await ClientApp.start()
    const jar = new CookieJar()
    const page = app.open(jar, {
      fetch: async (input, init) => {
        const request = new Request(input, init)
        if (request.method === 'POST') request.headers.set('sec-fetch-site', 'cross-site')
        const url = new URL(request.url)
        request.headers.set('cookie', jar.header(url))
        const response = await fetch(request)
        jar.storeCookies(url, response)
        return response
      },
    })
    expect(await page.signIn('credentials', { ...ada, ...stay })).toMatchObject({
      error: 'MissingCSRF',
      ok: false,
    })
    expect(app.count('POST callback/credentials')).toBe(1)
  })
})

describe('signOut', () => {
  test('ends the session', async () => {
    const app = await ClientApp.start()
    const page = app.open()
    await page.signIn('credentials', { ...ada, ...stay })
    expect(await page.signOut({ ...stay, redirectTo: '/bye' })).toMatchObject({
      ok: true,
      url: `${app.origin}/bye`,
    })
    expect(await page.getSession()).toBeNull()
  })

  test('returns an error if the store cannot delete the session', async () => {
    let isDown = false
    const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
      if (isDown && method === 'deleteSession') throw new Error('The store is down.')
    })
    const app = await ClientApp.start({ adapter })
    const jar = new CookieJar()
    const page = app.open(jar)
    const { url } = await page.signIn('op', stay)
    const back = app.op.authorize(url ?? '')
    jar.storeCookies(back, await fetch(back, { headers: { cookie: jar.header(back) }, redirect: 'manual' }))

    isDown = true
    expect(await page.signOut(stay)).toMatchObject({ ok: false, error: 'Configuration', url: null })
    expect(await page.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
  })
})
