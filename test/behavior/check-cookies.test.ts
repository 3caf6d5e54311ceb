import { afterEach, describe, expect, test, vi } from 'vitest'
import { comeBack, leadsTo, makeApp, origin, roundTrip, sessionCookie } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'
import type { Visitor } from '../support/visitor.js'

describe('Behaviour section 6: check cookies', () => {
  const flowCookies = (visit: Visitor) =>
    visit.jar.cookies().filter(({ name }) => name.startsWith('__Secure-authjs.state.'))

  afterEach(() => {
    vi.useRealTimers()
  })

  describe('the cookie of a flow', () => {
    test('is the only one that a start sets, under the name of `state` and a suffix of its own', async () => {
      const visit = makeApp().open()
      await visit.csrf()
      const away = await visit.signIn('op')
      expect(away.headers.getSetCookie()).toHaveLength(1)
      expect(flowCookies(visit).map(({ name }) => name)).toEqual([
        expect.stringMatching(/^__Secure-authjs\.state\.[\w-]{8}$/),
      ])
    })

    test('is kept from scripts and other sites, and lives for fifteen minutes', async () => {
      const visit = makeApp().open()
      await visit.csrf()
      const [line = ''] = (await visit.signIn('op')).headers.getSetCookie()
      expect(line).toMatch(/; Max-Age=900; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/)
    })

    test('is named as the configuration names it', async () => {
      const { op, open } = makeApp({ cookies: { state: { name: 'mine' } } })
      const visit = open()
      const away = await visit.signIn('op')
      expect(visit.jar.cookies().map(({ name }) => name)).toContainEqual(
        expect.stringMatching(/^mine\.[\w-]{8}$/),
      )
      await comeBack(visit, op, away)
      expect(await visit.session()).not.toBeNull()
    })

    test('is sealed: it shows nothing of what it holds', async () => {
      const visit = makeApp().open()
      const url = visit.location(await visit.signIn('op', { callbackUrl: '/hidden-place' }))
      const [{ value = '' } = {}] = flowCookies(visit)
      const readable = value
        .split('.')
        .map(part => Buffer.from(part, 'base64url').toString('latin1'))
        .join()
      for (const part of [url.searchParams.get('state') ?? '', '"op"', 'hidden-place', 'verifier'])
        expect(readable).not.toContain(part)
    })

    test('leaves a long `callbackUrl` to the cookie that is there for it', async () => {
      const visit = makeApp().open()
      await visit.signIn('op', { callbackUrl: `/${'x'.repeat(1_500)}` })
      expect(flowCookies(visit)[0]?.value.length).toBeLessThan(800)
    })

    test('is cleared on success', async () => {
      const { op, open } = makeApp()
      const visit = open()
      await roundTrip(visit, op)
      expect(flowCookies(visit)).toEqual([])
    })

    test.each([
      ['the visitor refuses consent', { error: 'access_denied' }, {}],
      ['the provider is down', {}, { token: 'down' as const }],
      ['the ID token is forged', {}, { signature: 'foreign-key' as const }],
    ])('is cleared when %s', async (_, choice, lies) => {
      const { op, open } = makeApp()
      op.lies = lies
      const visit = open()
      await roundTrip(visit, op, choice)
      expect(visit.jar.get(sessionCookie)).toBeUndefined()
      expect(flowCookies(visit)).toEqual([])
    })

    test('is of no use after fifteen minutes', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const { op, open, log } = makeApp()
      const visit = open()
      const away = await visit.signIn('op')
      const held = visit.jar.cookies().map(({ name, value }) => `${name}=${value}`)
      const back = op.authorize(visit.location(away))
      vi.setSystemTime(Date.now() + 930_000)
      for (const pair of held) visit.jar.set(origin, `${pair}; Secure; Path=/`)
      expect(flowCookies(visit)).toHaveLength(1)
      expect(leadsTo(await visit.get(back, { from: op.issuer }))).toBe(
        `${origin}/auth/error?error=Configuration`,
      )
      expect(log.types()).toEqual(['InvalidCheck'])
    })
  })

  describe('two tabs', () => {
    test('sign in at the same time, each to its own place', async () => {
      const { op, open } = makeApp()
      const first = open()
      const second = first.tab()
      const aways = [
        await first.signIn('op', { callbackUrl: '/one' }),
        await second.signIn('op', { callbackUrl: '/two' }),
      ]
      const backs = await Promise.all(aways.map((away, index) => comeBack(index ? second : first, op, away)))
      expect(backs.map(leadsTo)).toEqual([`${origin}/one`, `${origin}/two`])
    })

    test('come back in the other order, from two providers', async () => {
      const op = lyingProvider()
      const other = lyingProvider({ issuer: 'https://other.example' })
      const { open } = makeApp({ op, providers: [op.provider(), other.provider({ id: 'other' })] })
      const first = open()
      const second = first.tab()
      const [away, awayToo] = [await first.signIn('op'), await second.signIn('other')]
      expect(leadsTo(await comeBack(second, other, awayToo))).toBe(origin)
      expect(leadsTo(await comeBack(first, op, away))).toBe(origin)
    })
  })

  describe('of many flows', () => {
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
      ['a second apart', 1],
      ['within one second', 0.1],
    ])('begun %s, the four newest can be finished', async (_, seconds) => {
      const { op, open } = makeApp()
      const visit = open()
      const [oldest, ...newest] = await spread(visit, 5, { seconds })
      expect(flowCookies(visit)).toHaveLength(4)
      for (const away of newest) expect(leadsTo(await comeBack(visit, op, away))).toBe(origin)
      expect(leadsTo(await comeBack(visit, op, oldest ?? Response.error()))).toContain('error=Configuration')
    })

    test('the cookies never hold more than 3 kB', async () => {
      const visit = makeApp().open()
      await spread(visit, 6, { fields: { callbackUrl: `/${'x'.repeat(450)}` } })
      const size = flowCookies(visit).reduce((sum, { value }) => sum + value.length, 0)
      expect(size).toBeLessThanOrEqual(3_000)
      expect(flowCookies(visit).length).toBeGreaterThan(1)
    })

    test('no more than four are kept, however small they are', async () => {
      const op = lyingProvider()
      const { open } = makeApp({ op, providers: [op.plainProvider({ id: 'op', checks: ['state'] })] })
      const visit = open()
      await spread(visit, 6)
      expect(flowCookies(visit)).toHaveLength(4)
    })

    test('those that nobody can open make room first', async () => {
      const { op, open } = makeApp()
      const visit = open()
      for (let cookie = 0; cookie < 6; cookie++)
        visit.jar.set(origin, `__Secure-authjs.state.junk${cookie}=junk; Secure; Path=/`)
      await roundTrip(visit, op)
      expect(flowCookies(visit)).toEqual([])
      expect(await visit.session()).not.toBeNull()
    })
  })
})
