import type { AuthConfig } from 'latchkey'
import Passkey from 'latchkey/providers/passkey'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AppSetup, ada, createTestApp, getLocation, origin, sessionCookie } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { register, requestOptions, send } from '../support/passkey-app.js'
import { createTestStore, toStoreOptions } from '../support/test-store.js'
import type { Visitor } from '../support/visitor.js'
import {
  adaUser,
  createStepUpApp,
  listStores,
  openStepUpPage,
  otp,
  pageUrl,
  password,
  requireAuth,
} from './step-up-app.js'

/** A whole second. Redis deletes what expired by its own clock. */
const startedAt = Math.ceil(Date.now() / 1000) * 1000
const recent = { maxAge: 300 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: startedAt }))
afterEach(() => void vi.useRealTimers())

const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

const strategies = ['jwt', 'database'] as const
const cases = strategies.flatMap(strategy =>
  Object.entries(listStores()).map(([store, create]) => ({ strategy, store, create })),
)

describe.each(cases)('step-up with $strategy sessions on $store', ({ strategy, create }) => {
  async function open(setup: AppSetup = {}) {
    const adapter = await create()
    const created = vi.spyOn(adapter, 'createSession')
    const app = await createStepUpApp({ ...toStoreOptions(adapter), session: { strategy }, ...setup })
    /** Lists the sessions that were created and did not end. */
    async function listSessions() {
      const tokens = created.mock.calls.map(([{ sessionToken }]) => sessionToken)
      const found = await Promise.all(tokens.map(token => adapter.getSessionAndUser?.(token)))
      return found.filter(entry => entry && entry.session.expires.getTime() > Date.now())
    }
    return { ...app, adapter, listSessions, visit: app.open() }
  }

  async function openSignedIn(setup: AppSetup = {}) {
    const app = await open(setup)
    await app.visit.signInWithCredentials(ada)
    return app
  }

  const getMethods = async ({ config, visit }: { config: AuthConfig; visit: Visitor }) => {
    const { session } = await requireAuth(config, visit)
    return session?.methods?.map(({ amr }) => amr)
  }

  test('the session stores the methods that the user passed, and computes its level and time from them', async () => {
    const { config, visit } = await openSignedIn({ plugins: [otp] })
    const signedInAt = startedAt / 1000
    const { session } = await requireAuth(config, visit)
    expect(session).toMatchObject({
      acr: 'aal1',
      authTime: signedInAt,
      methods: [{ amr: 'pwd', at: signedInAt, provider: 'credentials' }],
    })
    passSeconds(60)
    const csrfToken = await visit.getCsrfToken()
    await visit.post('/auth/otp/confirm', { csrfToken, callbackUrl: pageUrl })
    const { session: raised } = await requireAuth(config, visit)
    expect(raised).toMatchObject({ acr: 'aal2', authTime: signedInAt + 60 })
    expect(JSON.stringify(await visit.getSession())).not.toMatch(/acr|authTime|methods/)
  })

  test('a recent sign-in is allowed, and an older one is redirected to the step-up page with status 303', async () => {
    const { config, visit } = await openSignedIn()
    expect((await requireAuth(config, visit, recent)).session).toMatchObject({ user: { name: 'Ada' } })
    passSeconds(301)
    const { session, response } = await requireAuth(config, visit, recent)
    expect(session).toBeNull()
    expect(response?.status).toBe(303)
    const location = new URL(response?.headers.location ?? '')
    expect(location.pathname).toBe('/auth/step-up')
    expect(Object.fromEntries(location.searchParams)).toEqual({ max_age: '300', callbackUrl: pageUrl })
  })

  test('an API answers 401 with the challenge of RFC 9470 and the URL of the step-up page', async () => {
    const { config, visit } = await openSignedIn()
    passSeconds(301)
    const headers = { accept: '*/*', referer: pageUrl }
    const { response } = await requireAuth(
      config,
      visit,
      { acr: 'aal2', maxAge: 300 },
      { headers, url: `${origin}/api/pay` },
    )
    expect(response?.status).toBe(401)
    expect(response?.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_user_authentication", acr_values="aal2", max_age="300"',
    )
    const body = JSON.parse(response?.body ?? '')
    expect(body.error).toBe('insufficient_user_authentication')
    expect(new URL(body.url).searchParams.get('callbackUrl')).toBe(pageUrl)
  })

  test('a visitor is redirected to the sign-in page, and at an API gets 401 without an error code', async () => {
    const { config, visit } = await open()
    const page = await requireAuth(config, visit, recent)
    expect(page.response?.status).toBe(303)
    expect(page.redirect).toBe(`${origin}/auth/signin?${new URLSearchParams({ callbackUrl: pageUrl })}`)
    const { response } = await requireAuth(config, visit, recent, { headers: { accept: 'application/json' } })
    expect(response?.status).toBe(401)
    expect(response?.headers['www-authenticate']).toBe('Bearer')
  })

  test('signing in again raises the same session under a new id, and never makes a second one', async () => {
    const { config, visit, listSessions } = await openSignedIn()
    const before = visit.jar.get(sessionCookie)?.value
    passSeconds(301)
    const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
    const response = await visit.post('/auth/callback/credentials', { ...ada, ...page, html: '' })
    expect(getLocation(response)).toBe(pageUrl)
    expect(visit.jar.get(sessionCookie)?.value).not.toBe(before)
    expect((await requireAuth(config, visit, recent)).session).toMatchObject({
      authTime: startedAt / 1000 + 301,
    })
    passSeconds(31)
    expect(await listSessions()).toHaveLength(strategy === 'database' ? 1 : 0)
  })

  test('a tab with the old session id is not signed out, and stays at its old level', async () => {
    const { config, visit } = await openSignedIn()
    passSeconds(301)
    const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
    const old = visit.cloneWithCookies()
    await visit.post('/auth/callback/credentials', { ...ada, ...page, html: '' })
    expect((await requireAuth(config, old)).session).not.toBeNull()
    expect((await requireAuth(config, old, recent)).session).toBeNull()
    expect(await old.getSession()).not.toBeNull()
    expect(old.jar.get(sessionCookie)).toBeDefined()
  })

  test('signing in as another user is refused with a page, and leaves the session as it was', async () => {
    const bob = { id: 'bob-1', name: 'Bob', email: 'bob@example.com', emailVerified: null }
    const authorize = async ({ email }: { email?: unknown }) => (email === bob.email ? bob : adaUser)
    const { config, visit, adapter } = await openSignedIn({ providers: [{ ...password, authorize }] })
    await adapter.createUser?.(bob)
    passSeconds(301)
    const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
    const before = visit.jar.get(sessionCookie)?.value
    const fields = { email: bob.email, password: 'x', ...page, html: '' }
    const response = await visit.post('/auth/callback/credentials', fields)
    expect(getLocation(response)).toBe(`${origin}/auth/error?error=StepUpFailed`)
    const errorPage = await visit.follow(response)
    expect(errorPage.status).toBe(403)
    expect(await errorPage.text()).toContain('still signed in as before')
    expect(visit.jar.get(sessionCookie)?.value).toBe(before)
    expect(await visit.getSession()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('a wrong password returns to the step-up page, with the error', async () => {
    const { config, visit } = await openSignedIn()
    passSeconds(301)
    const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
    const fields = { email: ada.email, password: 'wrong', ...page, html: '' }
    const response = await visit.post('/auth/callback/credentials', fields)
    const again = await visit.follow(response)
    expect(new URL(getLocation(response) ?? '').pathname).toBe('/auth/step-up')
    const html = await again.text()
    expect(html).toContain('The details are incorrect')
    expect(html).toContain(pageUrl.replaceAll('&', '&amp;'))
  })

  test('a one-time code by email confirms, to the stored address and without typing it', async () => {
    const { provider, getLatestEmail } = captureEmails({ oneTimeCode: true })
    const { config, visit } = await openSignedIn({ providers: [password, provider] })
    passSeconds(301)
    const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
    expect(page.html).toContain(`type="hidden" value="${ada.email}"`)
    await visit.post('/auth/signin/mail', { email: ada.email, ...page, html: '' })
    const { token } = getLatestEmail()
    const before = visit.jar.get(sessionCookie)?.value
    const response = await visit.post('/auth/callback/mail', { token, csrfToken: page.csrfToken })
    expect(getLocation(response)).toBe(pageUrl)
    expect(visit.jar.get(sessionCookie)?.value).not.toBe(before)
    expect(await getMethods({ config, visit })).toEqual(['email', 'pwd'])
    expect((await requireAuth(config, visit, recent)).session).not.toBeNull()
    expect((await requireAuth(config, visit, { acr: 'aal2' })).session).toBeNull()
  })

  test('a magic link confirms in the same browser, and signs in plainly in another one', async () => {
    const { provider, getLatestEmail } = captureEmails({ confirm: 'never' })
    const { config, visit, open: openBrowser } = await openSignedIn({ providers: [password, provider] })
    passSeconds(301)
    const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
    await visit.post('/auth/signin/mail', { email: ada.email, ...page, html: '' })
    const other = openBrowser()
    const { url } = getLatestEmail()
    await other.get(url)
    expect(await getMethods({ config, visit: other })).toEqual(['email'])
    await visit.post('/auth/signin/mail', {
      email: ada.email,
      csrfToken: page.csrfToken,
      callbackUrl: pageUrl,
    })
    await visit.get(getLatestEmail().url)
    expect(await getMethods({ config, visit })).toEqual(['email', 'pwd'])
  })

  test('a passkey with user verification meets every requirement', async () => {
    const { config, visit } = await open({ providers: [Passkey()] })
    const { device } = await register(visit, 'grace@example.com')
    passSeconds(301)
    const requirement = { acr: 'phr', maxAge: 300 } as const
    const page = await openStepUpPage(visit, await requireAuth(config, visit, requirement))
    expect(page.html).toContain('Confirm with a passkey')
    expect(page.html).not.toContain('Create a passkey')
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    const data = device.authenticate(options)
    const fields = { ...page, html: '', action: 'authenticate', data }
    expect(getLocation(await visit.post('/auth/callback/passkey', fields))).toBe(pageUrl)
    expect((await requireAuth(config, visit, requirement)).session).not.toBeNull()
  })

  test('a new passkey is not registered during a step-up', async () => {
    const { config, visit } = await openSignedIn({ providers: [password, Passkey()] })
    passSeconds(301)
    const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
    const { options } = await requestOptions(visit, { action: 'register' })
    const { SoftAuthenticator } = await import('../support/soft-authenticator.js')
    const data = new SoftAuthenticator(origin).register(options)
    const response = await visit.post('/auth/callback/passkey', {
      ...page,
      html: '',
      action: 'register',
      data,
    })
    expect(getLocation(response)).toContain('error=StepUpFailed')
    expect((await send(visit, { action: 'register', data })).status).not.toBe(200)
  })

  test('the methods of plugins are offered, with the callback URL', async () => {
    const { config, visit } = await openSignedIn({ plugins: [otp] })
    const page = await openStepUpPage(visit, await requireAuth(config, visit, { acr: 'aal2' }))
    const url = `${origin}/auth/otp/confirm?${new URLSearchParams({ callbackUrl: pageUrl })}`
    expect(page.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
    expect(page.html).not.toContain('callback/credentials')
    await visit.post(url, { csrfToken: await visit.getCsrfToken() })
    expect((await requireAuth(config, visit, { acr: 'aal2' })).session).not.toBeNull()
  })

  test('two methods that meet the requirement together are offered one after the other', async () => {
    const { config, visit } = await openSignedIn({ plugins: [otp] })
    passSeconds(301)
    const requirement = { acr: 'aal2', maxAge: 300 } as const
    const first = await openStepUpPage(visit, await requireAuth(config, visit, requirement))
    expect(first.html).toContain('/auth/otp/confirm')
    expect(first.html).toContain('callback/credentials')
    await visit.post('/auth/callback/credentials', { ...ada, ...first, html: '' })
    const second = await openStepUpPage(visit, await requireAuth(config, visit, requirement))
    expect(second.html).not.toContain('callback/credentials')
    await visit.post('/auth/otp/confirm', { csrfToken: await visit.getCsrfToken() })
    expect((await requireAuth(config, visit, requirement)).session).not.toBeNull()
  })

  test('a page without a suitable method says what to do', async () => {
    const { config, visit } = await openSignedIn()
    const weak = await openStepUpPage(visit, await requireAuth(config, visit, { acr: 'phr' }))
    expect(weak.html).toContain('this app has no sign-in method that is sufficient')
    expect(weak.html).not.toContain('/auth/signout')
    const { amr: _, ...withoutMethods } = password
    const unknown = await openSignedIn({ providers: [withoutMethods] })
    const page = await openStepUpPage(unknown.visit, await requireAuth(unknown.config, unknown.visit, recent))
    expect(page.html).toContain('this app has no sign-in method that is sufficient')
    const custom = await openSignedIn({ providers: [{ ...password, credentials: {} }] })
    passSeconds(301)
    const again = await openStepUpPage(custom.visit, await requireAuth(custom.config, custom.visit, recent))
    expect(again.html).toContain('Sign out, then sign in again')
    expect(again.html).toContain('/auth/signout')
  })

  test('the page responds with JSON to clients that request it', async () => {
    const { config, visit } = await openSignedIn({ plugins: [otp] })
    const { redirect } = await requireAuth(config, visit, { acr: 'aal2' })
    const response = await visit.get(redirect ?? '', { headers: { accept: 'application/json' } })
    expect(await response.json()).toEqual({
      methods: [
        { id: 'otp', type: 'plugin', name: 'Use a code', url: expect.stringContaining('/auth/otp/confirm?') },
      ],
      stepUp: expect.any(String),
      callbackUrl: pageUrl,
      acr_values: 'aal2',
    })
  })

  test('the page redirects a visitor to the sign-in page, and a user who needs nothing more back', async () => {
    const { visit, open: openBrowser } = await openSignedIn()
    const url = `/auth/step-up?${new URLSearchParams({ max_age: '300', callbackUrl: pageUrl })}`
    expect(getLocation(await visit.get(url))).toBe(pageUrl)
    const visitor = openBrowser()
    expect(getLocation(await visitor.get(url))).toContain('/auth/signin?')
    const json = await visitor.get(url, { headers: { accept: 'application/json' } })
    expect(json.status).toBe(401)
  })

  test('the callback URL of the page follows the redirect rules', async () => {
    const { visit } = await openSignedIn()
    passSeconds(301)
    const url = `/auth/step-up?${new URLSearchParams({ max_age: '300', callbackUrl: 'https://evil.example/' })}`
    expect(await (await visit.get(url)).text()).not.toContain('evil.example')
  })

  test('a session of unknown methods is never sufficient', async () => {
    const { amr: _, ...withoutMethods } = password
    const { config, visit } = await openSignedIn({ providers: [withoutMethods] })
    expect((await requireAuth(config, visit)).session).not.toBeNull()
    expect((await requireAuth(config, visit, { acr: 'aal1' })).session).toBeNull()
    expect((await requireAuth(config, visit, { maxAge: 1e9 })).session).toBeNull()
  })

  test('a `session` callback cannot raise the level', async () => {
    const session = ({ session }: { session: object }) => ({
      ...session,
      acr: 'aal2',
      authTime: 9e9,
      expires: '',
    })
    const { config, visit } = await openSignedIn({ callbacks: { session } as AuthConfig['callbacks'] })
    expect((await requireAuth(config, visit, { acr: 'aal2' })).session).toBeNull()
  })

  test.each([{ maxAge: -1 }, { maxAge: Number.NaN }, { acr: 'gold' }])(
    'the requirement %j is an error',
    async requirement => {
      const { config, visit } = await openSignedIn()
      await expect(requireAuth(config, visit, requirement as object)).rejects.toThrow(/requireAuth/)
    },
  )

  test.each(['max_age=-1', 'max_age=soon', 'acr_values=gold'])(
    'the parameter %s of the page is an error',
    async query => {
      const { visit } = await openSignedIn()
      expect(getLocation(await visit.get(`/auth/step-up?${query}`))).toBe(
        `${origin}/auth/error?error=Configuration`,
      )
    },
  )

  test('a changed or expired form of the page is refused', async () => {
    const { config, visit } = await openSignedIn()
    passSeconds(301)
    const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
    const post = (stepUp: string) =>
      visit.post('/auth/callback/credentials', { ...ada, ...page, html: '', stepUp })
    expect(getLocation(await post(`${page.stepUp.slice(0, -3)}AAA`))).toContain('error=StepUpFailed')
    passSeconds(901)
    expect(getLocation(await post(page.stepUp))).toContain('error=StepUpFailed')
    expect(await visit.getSession()).not.toBeNull()
  })

  test('`authorize` does not receive the field of the step-up', async () => {
    const received: unknown[] = []
    const authorize = async (fields: unknown) => {
      received.push(fields)
      return adaUser
    }
    const { config, visit } = await openSignedIn({ providers: [{ ...password, authorize }] })
    passSeconds(301)
    const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
    await visit.post('/auth/callback/credentials', { ...ada, ...page, html: '' })
    expect(received).toHaveLength(2)
    expect(received.every(fields => !Object.hasOwn(Object(fields), 'stepUp'))).toBe(true)
  })
})

describe('a user with a token session', () => {
  async function openWithoutUser(setup: AppSetup) {
    const adapter = createTestStore()
    const app = createTestApp({
      ...toStoreOptions(adapter),
      providers: [password],
      session: { strategy: 'jwt' },
      ...setup,
    })
    return { ...app, adapter, visit: app.open() }
  }

  test('whom a credentials provider stores elsewhere confirms on the step-up page', async () => {
    const { config, visit } = await openWithoutUser({ plugins: [otp] })
    await visit.signInWithCredentials(ada)
    passSeconds(301)
    const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
    expect(page.html).toContain('type="password"')
    const response = await visit.post('/auth/callback/credentials', { ...ada, ...page, html: '' })
    expect(getLocation(response)).toBe(pageUrl)
    const { session } = await requireAuth(config, visit, recent)
    expect(session).toMatchObject({ user: { name: 'Ada' }, authTime: startedAt / 1000 + 301 })
    const stronger = await openStepUpPage(visit, await requireAuth(config, visit, { acr: 'aal2' }))
    expect(stronger.html).toContain('Use a code')
  })

  test('who was deleted from the adapter is redirected to the sign-in page', async () => {
    const { provider, getLatestEmail } = captureEmails()
    const { config, visit, adapter } = await openWithoutUser({ providers: [provider] })
    await visit.signIn('mail', { email: ada.email })
    await visit.get(getLatestEmail().url)
    const { redirect } = await requireAuth(config, visit, { acr: 'aal2' })
    await adapter.deleteUser?.((await adapter.getUserByEmail(ada.email))?.id ?? '')
    const response = await visit.get(redirect ?? '')
    expect(new URL(getLocation(response) ?? '').pathname).toBe('/auth/signin')
  })
})

describe('a store that fails', () => {
  test('is `SessionUnavailable`, and never a challenge', async () => {
    for (const strategy of strategies) {
      const adapter = createTestStore()
      const { config, visit } = await createStepUpApp({
        ...toStoreOptions(adapter),
        session: { strategy },
      }).then(app => ({
        ...app,
        visit: app.open(),
      }))
      await visit.signInWithCredentials(ada)
      if (strategy === 'jwt' || !adapter.records) continue
      vi.spyOn(adapter.records, 'getRecord').mockRejectedValue(new Error('The store is away.'))
      await expect(requireAuth(config, visit, recent)).rejects.toMatchObject({ type: 'SessionUnavailable' })
    }
  })
})
