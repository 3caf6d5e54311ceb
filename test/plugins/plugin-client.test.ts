import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type Client, createClient } from 'latchkey/client'
import { createPluginClient } from 'latchkey/client/plugins'
import { AccessDenied, CredentialsSignin, SessionUnavailable, TooManyRequests } from 'latchkey/errors'
import type { Plugin } from 'latchkey/plugins'
import { skipNotifications, type TwoFactorActions, twoFactor } from 'latchkey/two-factor'
import { describe, expect, test } from 'vitest'
import { ada, credentials } from '../support/app.js'
import { ClientApp } from '../support/client-app.js'
import { CookieJar } from '../support/cookie-jar.js'
import { type TermsActions, termsOfUse } from './terms-of-use.js'
import { computeCode } from './two-factor/two-factor-app.js'

const stay = { redirect: false } as const
const passwordProvider = {
  ...credentials,
  amr: ['pwd'],
  authorize: async ({ password }: { password?: unknown }) =>
    password === ada.password ? { id: 'ada-1', name: 'Ada', email: ada.email } : null,
}

/** Starts an app, and opens a page whose user is signed in with a password. */
async function openApp(plugins: readonly Plugin[] = [twoFactor({ notify: skipNotifications })]) {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
  const app = await ClientApp.start({
    adapter,
    session: { strategy: 'jwt' },
    providers: [passwordProvider],
    plugins,
  })
  const page = app.open()
  await page.signIn('credentials', { ...ada, ...stay })
  return { app, page, calls: createPluginClient<TwoFactorActions>(page) }
}

async function enroll({ calls }: Pick<Awaited<ReturnType<typeof openApp>>, 'calls'>) {
  const started = await calls.get('two-factor/enroll')
  if (started.error !== null) throw new Error(started.error)
  const { secret } = started.data
  const confirmed = await calls.post('two-factor/enroll', { code: computeCode(secret) })
  if (confirmed.error !== null) throw new Error(confirmed.error)
  return { secret, recoveryCodes: confirmed.data.recoveryCodes }
}

/** Signs in with the password in another browser, which waits for the second factor. */
async function startSignIn(app: ClientApp) {
  const page: Client = app.open(new CookieJar())
  const { url } = await page.signIn('credentials', { ...ada, ...stay, redirectTo: '/welcome' })
  const pending = new URL(url ?? '').searchParams.get('pending') ?? ''
  return { page, calls: createPluginClient<TwoFactorActions>(page), pending }
}

describe('the client of plugins with two-factor authentication', () => {
  test('sets up an app, shows its status, creates recovery codes and removes it', async () => {
    const opened = await openApp()
    const { calls } = opened
    const { recoveryCodes } = await enroll(opened)
    expect(recoveryCodes).toHaveLength(10)
    expect(await calls.get('two-factor/manage')).toMatchObject({
      error: null,
      status: 200,
      data: { isEnabled: true, recoveryCodes: 10 },
    })
    const created = await calls.post('two-factor/manage', { change: 'recovery-codes' })
    expect(created.data?.recoveryCodes).toHaveLength(10)
    expect(created.data?.recoveryCodes).not.toEqual(recoveryCodes)
    expect(await calls.post('two-factor/manage', { change: 'remove' })).toMatchObject({ error: null })
    expect((await calls.get('two-factor/manage')).data).toMatchObject({ isEnabled: false })
  })

  test('continues a pending sign-in with a recovery code', async () => {
    const opened = await openApp()
    const { recoveryCodes } = await enroll(opened)
    const { page, calls, pending } = await startSignIn(opened.app)
    expect(await page.getSession()).toBeNull()
    expect((await calls.get('two-factor/verify', { pending })).data).toMatchObject({
      methods: ['totp', 'recovery-code'],
    })
    const wrong = await calls.post('two-factor/verify', { pending, code: '000000' })
    expect(wrong).toMatchObject({ error: 'wrong-code', status: 400, data: null })

    const code = recoveryCodes[0] ?? ''
    const passed = await calls.post('two-factor/verify', { pending, method: 'recovery-code', code })
    const url = `${opened.app.origin}/welcome`
    expect(passed).toEqual({ error: null, status: 200, data: { url }, url })
    expect(await page.getSession()).toMatchObject({ user: { email: ada.email } })
  })

  test('returns the page to open next if the user is signed out', async () => {
    const { app } = await openApp()
    const calls = createPluginClient<TwoFactorActions>(app.open(new CookieJar()))
    const result = await calls.get('two-factor/manage', { callbackUrl: '/account' })
    expect(result).toMatchObject({ error: 'signed-out', status: 401 })
    expect(result.error !== null && result.url).toBe(
      `${app.origin}/auth/signin?${new URLSearchParams({ callbackUrl: `${app.origin}/account` })}`,
    )
  })

  test('returns how long to wait after too many attempts', async () => {
    const opened = await openApp()
    await enroll(opened)
    const { calls, pending } = await startSignIn(opened.app)
    const attempt = () => calls.post('two-factor/verify', { pending, code: '000000' })
    for (let count = 0; count < 5; count++) await attempt()
    const result = await attempt()
    expect(result).toMatchObject({ error: 'too-many-attempts', status: 429 })
    expect(result.error !== null && result.retryAfter).toBeGreaterThan(0)
  })

  test('repeats a call with a new CSRF token if the server rejects the token', async () => {
    const { app, calls } = await openApp()
    const otherJar = createPluginClient<TwoFactorActions>(app.open(new CookieJar()))
    let isFirst = true
    app.intercept = (req, res) => {
      if (!isFirst || !req.url?.endsWith('/csrf')) return false
      isFirst = false
      res.writeHead(200, { 'content-type': 'application/json' }).end('{"csrfToken":"stale"}')
      return true
    }
    expect(await otherJar.post('two-factor/manage', { change: 'remove' })).toMatchObject({
      error: 'signed-out',
    })
    expect(app.count('POST two-factor/manage')).toBe(2)
    expect((await calls.get('two-factor/manage')).error).toBeNull()
  })

  test('notifies the page after a success, so that it reads the session again', async () => {
    const { page, calls } = await openApp()
    const triggers: string[] = []
    page.subscribe(({ trigger, session }) => void (session === undefined && triggers.push(trigger)))
    await calls.post('two-factor/enroll', { code: '000000' })
    expect(triggers).toEqual([])
    await enroll({ calls })
    expect(triggers).toEqual(['update'])
  })

  test('reports a server that does not respond', async () => {
    const { app, calls } = await openApp()
    app.intercept = (_, res) => Boolean(res.destroy())
    expect(await calls.get('two-factor/manage')).toMatchObject({ error: 'Unreachable', status: 0 })
  })

  test('leaves undefined fields out', async () => {
    const { calls } = await openApp()
    expect(await calls.get('two-factor/verify', { pending: undefined })).toMatchObject({
      error: 'no-such-method',
    })
  })

  test('needs a client of `createClient`', () => {
    const { getSession } = createClient()
    expect(() => createPluginClient({ getSession } as Client)).toThrow(TypeError)
  })
})

describe('the client of plugins with another plugin', () => {
  test('reads and accepts the terms of use', async () => {
    const { app } = await openApp([termsOfUse])
    const { page, pending } = await startSignIn(app)
    const calls = createPluginClient<TermsActions>(page)
    expect((await calls.get('terms', { pending })).data).toEqual({ user: 'ada-1' })
    expect(await calls.post('terms', { pending: 'unknown' })).toMatchObject({ error: 'no-pending-sign-in' })
    expect((await calls.post('terms', { pending })).data).toEqual({ url: `${app.origin}/welcome` })
    expect(await page.getSession()).not.toBeNull()
  })
})

describe('a plugin that fails', () => {
  /** Opens a page and returns the client of a plugin whose action throws this error. */
  async function openFailing(error: Error) {
    const fail = () => {
      throw error
    }
    const { page } = await openApp([{ id: 'failing' as const, actions: { '': { GET: fail } } }])
    return createPluginClient<{ failing: { GET: object }; 'failing/unknown': { GET: object } }>(page)
  }

  test.each([
    ['AccessDenied', 403, new AccessDenied('no')],
    ['CredentialsSignin', 400, new CredentialsSignin('no')],
    ['SessionUnavailable', 503, new SessionUnavailable('no')],
    ['Configuration', 500, new Error('no')],
  ])('returns %s as JSON with status %s', async (error, status, thrown) => {
    const calls = await openFailing(thrown)
    expect(await calls.get('failing')).toMatchObject({ error, status, data: null })
  })

  test('returns the seconds until the next attempt', async () => {
    const calls = await openFailing(new TooManyRequests('no', { retryAfter: 12.1 }))
    expect(await calls.get('failing')).toMatchObject({
      error: 'TooManyRequests',
      status: 429,
      retryAfter: 13,
    })
  })

  test('has no other actions', async () => {
    const calls = await openFailing(new Error('no'))
    expect(await calls.get('failing/unknown')).toMatchObject({ error: 'UnknownAction', status: 404 })
  })
})
