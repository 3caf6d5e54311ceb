import { MemoryAdapter } from 'latchkey/adapters/memory'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type AppSetup,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createTestStore, toStoreOptions } from '../support/test-store.js'
import type { Visitor } from '../support/visitor.js'
import { openStepUpPage, pageUrl, requireAuth, type StepUpPage } from './step-up-app.js'

/** A whole second. Redis deletes what expired by its own clock. */
const startedAt = Math.ceil(Date.now() / 1000) * 1000
const recent = { maxAge: 300 }
const ada = { sub: 'ada-0001', name: 'Ada', email: 'ada@example.com', email_verified: true }
const trusted = { trustedAssurance: { acr: ['urn:acme:mfa', 'urn:acme:card'] } }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: startedAt }))
afterEach(() => void vi.useRealTimers())

const getTime = () => Math.floor(Date.now() / 1000)
const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

const strategies = [
  ['jwt', () => createTestStore()],
  ['database', () => createTestStore()],
  ['jwt', () => undefined],
] as const

describe.each(strategies)(
  'step-up at an OpenID provider, with the %s strategy',
  (strategy, createAdapter) => {
    async function openSignedIn(setup: AppSetup = {}) {
      const op = setup.op ?? createMaliciousProvider()
      const adapter = createAdapter()
      const app = createTestApp({
        op,
        ...(adapter && toStoreOptions(adapter)),
        session: { strategy },
        ...setup,
      })
      const visit = app.open()
      op.lies.claims = { auth_time: getTime() }
      await runRoundTrip(visit, op)
      passSeconds(3600)
      return { ...app, visit, adapter }
    }

    const start = (visit: Visitor, { html: _, ...fields }: StepUpPage, provider = 'op') =>
      visit.post(`/auth/signin/${provider}`, fields)

    test('`prompt`, `max_age` and the trusted `acr_values` are sent, and nothing overrides them', async () => {
      const op = createMaliciousProvider()
      const { config, visit } = await openSignedIn({ op, providers: [op.provider(trusted)] })
      const requirement = { acr: 'aal2', maxAge: 300 } as const
      const { html: _, ...fields } = await openStepUpPage(
        visit,
        await requireAuth(config, visit, requirement),
      )
      const away = await visit.post('/auth/signin/op?max_age=9999&prompt=none&acr_values=low', fields)
      expect(Object.fromEntries(visit.getLocation(away).searchParams)).toMatchObject({
        prompt: 'login',
        max_age: '300',
        acr_values: 'urn:acme:mfa urn:acme:card',
      })
    })

    test('a new sign-in at the provider raises the same session under a new id', async () => {
      const { config, visit, op } = await openSignedIn()
      const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
      const before = visit.jar.get(sessionCookie)?.value
      const away = await start(visit, page)
      passSeconds(20)
      op.lies.claims = { auth_time: getTime() }
      const response = await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
      expect(getLocation(response)).toBe(pageUrl)
      expect(visit.jar.get(sessionCookie)?.value).not.toBe(before)
      expect((await requireAuth(config, visit, recent)).session).toMatchObject({ authTime: getTime() })
    })

    test.each([
      ['no `auth_time`', () => undefined],
      ['an `auth_time` before `max_age`', () => getTime() - 400],
      ['an `auth_time` in the future', () => getTime() + 400],
    ])('an ID token with %s proves nothing, and leaves the session as it was', async (_, getAuthTime) => {
      const { config, visit, op } = await openSignedIn()
      const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
      const before = visit.jar.get(sessionCookie)?.value
      const away = await start(visit, page)
      op.lies.claims = { auth_time: getAuthTime() }
      const response = await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
      expect(getLocation(response)).toBe(`${origin}/auth/error?error=StepUpFailed`)
      expect(visit.jar.get(sessionCookie)?.value).toBe(before)
      expect((await requireAuth(config, visit, recent)).session).toBeNull()
    })

    test('without `maxAge`, the `auth_time` must not be before the step-up', async () => {
      const op = createMaliciousProvider()
      const { config, visit } = await openSignedIn({ op, providers: [op.provider(trusted)] })
      const page = await openStepUpPage(visit, await requireAuth(config, visit, { acr: 'aal2' }))
      const away = await start(visit, page)
      expect(visit.getLocation(away).searchParams.get('max_age')).toBe('0')
      op.lies.claims = { auth_time: getTime() - 120, acr: 'urn:acme:mfa' }
      const response = await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
      expect(getLocation(response)).toContain('error=StepUpFailed')
    })

    test.each([
      ['one of the requested', 'urn:acme:card', true],
      ['another', 'urn:acme:password', false],
      ['none', undefined, false],
    ])('an `acr` that is %s', async (_, acr, isAccepted) => {
      const op = createMaliciousProvider()
      const { config, visit } = await openSignedIn({ op, providers: [op.provider(trusted)] })
      const page = await openStepUpPage(visit, await requireAuth(config, visit, { acr: 'aal2' }))
      const away = await start(visit, page)
      op.lies.claims = { auth_time: getTime(), acr }
      const response = await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
      expect(getLocation(response)).toBe(isAccepted ? pageUrl : `${origin}/auth/error?error=StepUpFailed`)
      expect((await requireAuth(config, visit, { acr: 'aal2' })).session !== null).toBe(isAccepted)
    })

    test('another `sub` is neither signed in nor linked', async () => {
      const { config, visit, op, adapter } = await openSignedIn()
      const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
      const before = visit.jar.get(sessionCookie)?.value
      const away = await start(visit, page)
      op.lies.claims = { auth_time: getTime() }
      const response = await visit.get(op.authorize(visit.getLocation(away), { as: ada }), {
        from: op.issuer,
      })
      expect(getLocation(response)).toBe(`${origin}/auth/error?error=StepUpFailed`)
      expect(visit.jar.get(sessionCookie)?.value).toBe(before)
      expect(await visit.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
      expect(
        (await adapter?.getUserByAccount?.({ provider: 'op', providerAccountId: ada.sub })) ?? null,
      ).toBeNull()
    })

    test('a user who cancels at the provider is still signed in, and told so', async () => {
      const { config, visit, op } = await openSignedIn()
      const away = await start(visit, await openStepUpPage(visit, await requireAuth(config, visit, recent)))
      const back = op.authorize(visit.getLocation(away), { error: 'access_denied' })
      expect(getLocation(await visit.get(back, { from: op.issuer }))).toBe(
        `${origin}/auth/error?error=StepUpFailed`,
      )
      expect(await visit.getSession()).not.toBeNull()
    })

    test('`pages.error` receives the error code of the provider', async () => {
      const { config, visit, op } = await openSignedIn({ pages: { error: '/oops' } })
      const away = await start(visit, await openStepUpPage(visit, await requireAuth(config, visit, recent)))
      const back = op.authorize(visit.getLocation(away), { error: 'login_required' })
      expect(getLocation(await visit.get(back, { from: op.issuer }))).toBe(
        `${origin}/oops?error=StepUpFailed&providerError=login_required`,
      )
    })

    test('an expired form is refused with the error page, and starts nothing at the provider', async () => {
      const { config, visit } = await openSignedIn()
      const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
      passSeconds(901)
      expect(getLocation(await start(visit, page))).toBe(`${origin}/auth/error?error=StepUpFailed`)
      expect(await visit.getSession()).not.toBeNull()
    })

    test('OAuth proves no new sign-in: it is not offered for `maxAge`, and gives no new evidence', async () => {
      const op = createMaliciousProvider()
      const { config, visit } = await openSignedIn({ op, providers: [op.plainProvider({ id: 'op' })] })
      const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
      expect(page.html).toContain('Sign out, then sign in again')
      const { redirect } = await requireAuth(config, visit, recent)
      const json = await visit.get(redirect ?? '', { headers: { accept: 'application/json' } })
      const { stepUp, callbackUrl } = (await json.json()) as { stepUp: string; callbackUrl: string }
      const away = await visit.signIn('op', { stepUp, callbackUrl })
      expect(visit.getLocation(away).searchParams.has('prompt')).toBe(false)
      await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
      expect((await requireAuth(config, visit, recent)).session).toBeNull()
    })

    test('a provider whose metadata has no claim `auth_time` is not offered', async () => {
      const op = createMaliciousProvider()
      op.lies.discovery = metadata => ({ ...metadata, claims_supported: ['sub', 'email'] })
      const { config, visit } = await openSignedIn({ op })
      const page = await openStepUpPage(visit, await requireAuth(config, visit, recent))
      expect(page.html).not.toContain('/auth/signin/op')
    })
  },
)

test('only providers whose accounts the user has are offered, as far as the adapter knows them', async () => {
  const op = createMaliciousProvider()
  const other = createMaliciousProvider({ issuer: 'https://other.example' })
  const providers = [op.provider(), other.provider({ id: 'other', name: 'Other' })]
  const { listAccountsByUserId: _, ...withoutList } = MemoryAdapter()
  for (const [adapter, isOffered] of [
    [MemoryAdapter(), false],
    [withoutList, true],
    [undefined, false],
  ] as const) {
    const { config, open } = createTestApp({ op, providers, ...(adapter && { adapter }) })
    const visit = open()
    await runRoundTrip(visit, op)
    passSeconds(3600)
    const { html } = await openStepUpPage(visit, await requireAuth(config, visit, recent))
    expect(html).toContain('/auth/signin/op"')
    expect(html.includes('/auth/signin/other"')).toBe(isOffered)
  }
})
