import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { AssuranceRequirement } from 'latchkey/types'
import type { Login } from 'oidc-provider'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, getLocation, origin, sessionCookie } from '../support/app.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { levels, RealProvider } from './real-provider.js'
import { openStepUpPage, pageUrl, requireAuth } from './step-up-app.js'

/** A whole second. Redis deletes what expired by its own clock. */
const startedAt = Math.ceil(Date.now() / 1000) * 1000
const recent = { maxAge: 300 }
const both = { acr: 'aal2', maxAge: 300 } as const
const callbackUrl = `${origin}/auth/callback/op`
const failedUrl = `${origin}/auth/error?error=StepUpFailed`

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: startedAt }))
afterEach(() => void vi.useRealTimers())

const getTime = () => Math.floor(Date.now() / 1000)
const passSeconds = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

let op: RealProvider

beforeAll(async () => {
  op = await RealProvider.start(callbackUrl)
})
afterAll(() => op?.close())

describe.each(['jwt', 'database'] as const)('step-up at oidc-provider, with the %s strategy', strategy => {
  /** Signs Grace in with one factor, an hour ago. She is still signed in at the provider. */
  async function openSignedIn() {
    const adapter = MemoryAdapter()
    const { config, answer, log } = createTestApp({
      providers: [op.toConfig()],
      session: { strategy },
      adapter,
    })
    const visit = createVisitor(
      request => (request.url.startsWith(op.issuer) ? fetch(request) : answer(request)),
      origin,
    )
    op.login = { accountId: 'grace', acr: levels.weak }
    expect(await goToProvider(visit, await visit.signIn('op', { callbackUrl: pageUrl }))).toBe(pageUrl)
    passSeconds(3600)
    const check = async (requirement?: AssuranceRequirement) =>
      (await requireAuth(config, visit, requirement)).session
    const countSessions = async () => {
      const user = await adapter.getUserByAccount({ provider: 'op', providerAccountId: 'grace' })
      passSeconds(31)
      const sessions = await adapter.listSessionsByUserId(user?.id ?? '')
      return sessions.filter(({ expires }) => expires.getTime() > Date.now()).length
    }
    const getCookie = () => visit.jar.get(sessionCookie)?.value
    return { config, visit, adapter, log, check, countSessions, getCookie }
  }

  /** Follows the redirects between the app and the provider. Returns the page of the app where they end. */
  async function goToProvider(visit: Visitor, away: Response, onReturn = () => {}): Promise<string | null> {
    let response = away
    for (let hops = 0; hops < 12; hops += 1) {
      const location = getLocation(response)
      if (location === pageUrl || location?.startsWith(`${origin}/auth/error`)) return location
      if (location?.startsWith(callbackUrl)) onReturn()
      response = location ? await visit.follow(response) : await submitForm(visit, response)
    }
    throw new Error('The redirects do not end.')
  }

  /** Submits the form that the provider returns when another user signs in. */
  async function submitForm(visit: Visitor, response: Response): Promise<Response> {
    const html = await response.text()
    const action = html.match(/action="([^"]+)"/)?.[1] ?? ''
    const inputs = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
    const fields = Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]))
    return visit.post(action, fields, { from: op.issuer })
  }

  /** Opens the step-up page and confirms at the provider. Returns where the redirects end. */
  async function stepUp(
    { config, visit }: Awaited<ReturnType<typeof openSignedIn>>,
    requirement: AssuranceRequirement,
    onReturn = () => {},
  ): Promise<string | null> {
    op.asked.length = 0
    const { html: _, ...fields } = await openStepUpPage(visit, await requireAuth(config, visit, requirement))
    return goToProvider(visit, await visit.post('/auth/signin/op', fields), onReturn)
  }

  test('a stronger sign-in raises the session, with a new cookie', async () => {
    const app = await openSignedIn()
    const before = { cookie: app.getCookie(), session: await app.check() }
    expect(before.session).toMatchObject({ acr: 'aal1', authTime: startedAt / 1000 })
    op.login = { accountId: 'grace', acr: levels.strong }
    expect(await stepUp(app, both)).toBe(pageUrl)
    expect(op.asked).toEqual([
      {
        reasons: ['login_prompt', 'max_age'],
        params: expect.objectContaining({ prompt: 'login', max_age: '300', acr_values: levels.strong }),
      },
    ])
    expect(app.getCookie()).not.toBe(before.cookie)
    expect(await app.check(both)).toMatchObject({
      user: before.session?.user,
      acr: 'aal2',
      authTime: getTime(),
    })
    expect(await app.countSessions()).toBe(strategy === 'database' ? 1 : 0)
  })

  test('without `maxAge`, the user signs in again, however long that takes', async () => {
    const app = await openSignedIn()
    op.login = { accountId: 'grace', acr: levels.strong }
    expect(await stepUp(app, { acr: 'aal2' }, () => passSeconds(400))).toBe(pageUrl)
    // The provider reads `max_age=0` as `prompt=login`.
    expect(op.asked).toMatchObject([{ reasons: ['login_prompt'] }])
    expect(await app.check({ acr: 'aal2' })).toMatchObject({ acr: 'aal2', authTime: getTime() - 400 })
  })

  test('a new sign-in with one factor meets `maxAge`, and keeps the level', async () => {
    const app = await openSignedIn()
    op.login = { accountId: 'grace', acr: levels.weak }
    expect(await stepUp(app, recent)).toBe(pageUrl)
    expect(op.asked.map(({ params }) => params['acr_values'])).toEqual([undefined])
    expect(await app.check(recent)).toMatchObject({ acr: 'aal1', authTime: getTime() })
  })

  test.each<[string, AssuranceRequirement, () => Login, RegExp]>([
    [
      'an earlier sign-in',
      recent,
      () => ({ accountId: 'grace', acr: levels.strong, ts: getTime() - 400 }),
      /`auth_time`/,
    ],
    [
      'a sign-in before the step-up',
      { acr: 'aal2' },
      () => ({ accountId: 'grace', acr: levels.strong, ts: getTime() - 120 }),
      /`auth_time`/,
    ],
    ['a lower level', { acr: 'aal2' }, () => ({ accountId: 'grace', acr: levels.weak }), /`acr`/],
    ['no level', { acr: 'aal2' }, () => ({ accountId: 'grace' }), /`acr`/],
    ['another user', both, () => ({ accountId: 'ada', acr: levels.strong }), /not one of the user/],
  ])(
    '%s is refused, and the user is still signed in at the old level',
    async (_, requirement, login, reason) => {
      const app = await openSignedIn()
      const before = { cookie: app.getCookie(), session: await app.check() }
      op.login = login()
      expect(await stepUp(app, requirement)).toBe(failedUrl)
      expect(app.log.errors).toMatchObject([{ type: 'StepUpFailed', message: expect.stringMatching(reason) }])
      expect(app.getCookie()).toBe(before.cookie)
      expect(await app.check()).toEqual(before.session)
      expect(await app.check(requirement)).toBeNull()
      expect(await app.adapter.getUserByAccount({ provider: 'op', providerAccountId: 'ada' })).toBeNull()
    },
  )
})
