import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  completeRoundTrip,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

describe('check cookies', () => {
  const flowCookies = (visit: Visitor) =>
    visit.jar.cookies().filter(({ name }) => name.startsWith('__Secure-authjs.state.'))

  afterEach(() => {
    vi.useRealTimers()
  })

  describe('the check cookie of a flow', () => {
    test('is the only cookie that a sign-in sets, named `state` with a random suffix', async () => {
      const visit = createTestApp().open()
      await visit.getCsrfToken()
      const away = await visit.signIn('op')
      expect(away.headers.getSetCookie()).toHaveLength(1)
      expect(flowCookies(visit).map(({ name }) => name)).toEqual([
        expect.stringMatching(/^__Secure-authjs\.state\.[\w-]{8}$/),
      ])
    })

    test('is HttpOnly and SameSite=Lax, and expires after 15 minutes', async () => {
      const visit = createTestApp().open()
      await visit.getCsrfToken()
      const [line = ''] = (await visit.signIn('op')).headers.getSetCookie()
      expect(line).toMatch(/; Max-Age=900; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)
    })

    test('has the name from the configuration', async () => {
      const { op, open } = createTestApp({ cookies: { state: { name: 'mine' } } })
      const visit = open()
      const away = await visit.signIn('op')
      expect(visit.jar.cookies().map(({ name }) => name)).toContainEqual(
        expect.stringMatching(/^mine\.[\w-]{8}$/),
      )
      await completeRoundTrip(visit, op, away)
      expect(await visit.getSession()).not.toBeNull()
    })

    test('is encrypted and reveals nothing of its content', async () => {
      const visit = createTestApp().open()
      const url = visit.getLocation(await visit.signIn('op', { callbackUrl: '/hidden-place' }))
      const [{ value = '' } = {}] = flowCookies(visit)
      const readable = value
        .split('.')
        .map(part => Buffer.from(part, 'base64url').toString('latin1'))
        .join()
      for (const part of [url.searchParams.get('state') ?? '', '"op"', 'hidden-place', 'verifier'])
        expect(readable).not.toContain(part)
    })

    test('does not contain a long `callbackUrl`, which is in its own cookie', async () => {
      const visit = createTestApp().open()
      await visit.signIn('op', { callbackUrl: `/${'x'.repeat(1_500)}` })
      expect(flowCookies(visit)[0]?.value.length).toBeLessThan(800)
    })

    test('is cleared on success', async () => {
      const { op, open } = createTestApp()
      const visit = open()
      await runRoundTrip(visit, op)
      expect(flowCookies(visit)).toEqual([])
    })

    test.each([
      ['the user denies consent', { error: 'access_denied' }, {}],
      ['the provider is unavailable', {}, { token: 'down' as const }],
      ['the ID token is forged', {}, { signature: 'foreign-key' as const }],
    ])('is cleared when %s', async (_, choice, lies) => {
      const { op, open } = createTestApp()
      op.lies = lies
      const visit = open()
      await runRoundTrip(visit, op, choice)
      expect(visit.jar.get(sessionCookie)).toBeUndefined()
      expect(flowCookies(visit)).toEqual([])
    })

    test('is rejected with InvalidCheck after 15 minutes', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const { op, open, log } = createTestApp()
      const visit = open()
      const away = await visit.signIn('op')
      const held = visit.jar.cookies().map(({ name, value }) => `${name}=${value}`)
      const back = op.authorize(visit.getLocation(away))
      vi.setSystemTime(Date.now() + 900_000)
      for (const pair of held) visit.jar.set(origin, `${pair}; Secure; Path=/`)
      expect(flowCookies(visit)).toHaveLength(1)
      expect(getLocation(await visit.get(back, { from: op.issuer }))).toBe(
        `${origin}/auth/signin?error=OAuthCallbackError`,
      )
      expect(log.types()).toEqual(['InvalidCheck'])
    })
  })

  describe('two tabs', () => {
    test('can sign in at the same time with different callback URLs', async () => {
      const { op, open } = createTestApp()
      const first = open()
      const second = first.openTab()
      const aways = [
        await first.signIn('op', { callbackUrl: '/one' }),
        await second.signIn('op', { callbackUrl: '/two' }),
      ]
      const backs = await Promise.all(
        aways.map((away, index) => completeRoundTrip(index ? second : first, op, away)),
      )
      expect(backs.map(getLocation)).toEqual([`${origin}/one`, `${origin}/two`])
    })

    test('can return in reverse order from two providers', async () => {
      const op = createMaliciousProvider()
      const other = createMaliciousProvider({ issuer: 'https://other.example' })
      const { open } = createTestApp({ op, providers: [op.provider(), other.provider({ id: 'other' })] })
      const first = open()
      const second = first.openTab()
      const [away, awayToo] = [await first.signIn('op'), await second.signIn('other')]
      expect(getLocation(await completeRoundTrip(second, other, awayToo))).toBe(origin)
      expect(getLocation(await completeRoundTrip(first, op, away))).toBe(origin)
    })
  })

  describe('with many flows', () => {
    const spread = async (visit: Visitor, count: number, { fields = {}, seconds = 1 } = {}) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const aways = []
      for (let flow = 0; flow < count; flow++) {
        aways.push(await visit.signIn('op', fields))
        vi.setSystemTime(Date.now() + seconds * 1000)
      }
      return aways
    }

    test.each([
      ['one second apart', 1],
      ['within one second', 0.1],
    ])('started %s, the four newest can be completed', async (_, seconds) => {
      const { op, open } = createTestApp()
      const visit = open()
      const [oldest, ...newest] = await spread(visit, 5, { seconds })
      expect(flowCookies(visit)).toHaveLength(4)
      for (const away of newest) expect(getLocation(await completeRoundTrip(visit, op, away))).toBe(origin)
      expect(getLocation(await completeRoundTrip(visit, op, oldest ?? Response.error()))).toContain(
        'error=OAuthCallbackError',
      )
    })

    test('the check cookies never exceed 3 kB', async () => {
      const visit = createTestApp().open()
      await spread(visit, 6, { fields: { callbackUrl: `/${'x'.repeat(450)}` } })
      const size = flowCookies(visit).reduce((sum, { value }) => sum + value.length, 0)
      expect(size).toBeLessThanOrEqual(3_000)
      expect(flowCookies(visit).length).toBeGreaterThan(1)
    })

    test('at most four check cookies are kept, whatever their size', async () => {
      const op = createMaliciousProvider()
      const { open } = createTestApp({ op, providers: [op.plainProvider({ id: 'op', checks: ['state'] })] })
      const visit = open()
      await spread(visit, 6)
      expect(flowCookies(visit)).toHaveLength(4)
    })

    test('check cookies that cannot be decrypted are removed first', async () => {
      const { op, open } = createTestApp()
      const visit = open()
      for (let cookie = 0; cookie < 6; cookie++)
        visit.jar.set(origin, `__Secure-authjs.state.junk${cookie}=junk; Secure; Path=/`)
      await runRoundTrip(visit, op)
      expect(flowCookies(visit)).toEqual([])
      expect(await visit.getSession()).not.toBeNull()
    })
  })
})
