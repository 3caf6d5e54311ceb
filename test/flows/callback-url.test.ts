import { describe, expect, test } from 'vitest'
import { ada, comeBack, credentials, leadsTo, makeApp, origin, roundTrip } from '../support/app.js'

const app = (more = {}) => {
  const made = makeApp(more)
  made.config.providers.push(credentials)
  return made
}
const cookie = '__Secure-authjs.callback-url'

describe('where a sign-in ends', () => {
  test.each([
    ['a path', '/account?tab=1#top', `${origin}/account?tab=1#top`],
    ['an address of ours', `${origin}/account`, `${origin}/account`],
    ['nothing', '', origin],
    ['another site', 'https://evil.example/', origin],
  ])('%s', async (_, callbackUrl, expected) => {
    const { op, open } = app()
    expect(leadsTo(await roundTrip(open(), op, { callbackUrl }))).toBe(expected)
    expect(leadsTo(await open().signInWithCredentials({ ...ada, callbackUrl }))).toBe(expected)
    const visit = open()
    await visit.signInWithCredentials(ada)
    expect(leadsTo(await visit.signOut({ callbackUrl }))).toBe(expected)
  })

  test('is asked for by the body, else the query, else the cookie', async () => {
    const { open } = app()
    const visit = open()
    await visit.get('/auth/signin?callbackUrl=/from-cookie')
    const csrfToken = await visit.csrf()
    const send = (query: string, fields: Record<string, string>) =>
      visit.post(`/auth/callback/credentials${query}`, { csrfToken, ...ada, ...fields })
    expect(leadsTo(await send('', {}))).toBe(`${origin}/from-cookie`)
    expect(leadsTo(await send('?callbackUrl=/q', {}))).toBe(`${origin}/q`)
    expect(leadsTo(await send('?callbackUrl=/q', { callbackUrl: '/b' }))).toBe(`${origin}/b`)
  })

  test('is remembered in a cookie that scripts cannot read, and is not set again', async () => {
    const { open } = app()
    const visit = open()
    const first = await visit.get('/auth/signin?callbackUrl=/a')
    const line = first.headers.getSetCookie().find(set => set.startsWith(cookie))
    expect(line).toBe(
      `${cookie}=${encodeURIComponent(`${origin}/a`)}; Path=/; HttpOnly; Secure; SameSite=Lax`,
    )
    const again = await visit.get('/auth/signin')
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('is remembered by each flow for itself', async () => {
    const { op, open } = app()
    const visit = open()
    const away = await visit.signIn('op', { callbackUrl: '/mine' })
    await visit.get('/auth/signin?callbackUrl=/other-tab')
    expect(leadsTo(await comeBack(visit, op, away))).toBe(`${origin}/mine`)
  })

  test('cannot be changed by the provider', async () => {
    const { op, open } = app()
    op.lies.authorization = answer => answer.set('callbackUrl', '/elsewhere')
    expect(leadsTo(await roundTrip(open(), op, { callbackUrl: '/mine' }))).toBe(`${origin}/mine`)
  })

  test('may be long: then its own cookie remembers it', async () => {
    const { op, open } = app()
    const callbackUrl = `/${'x'.repeat(1_500)}`
    expect(leadsTo(await roundTrip(open(), op, { callbackUrl }))).toBe(origin + callbackUrl)
  })

  test.each(['https://[', 'http://%', 'javascript:alert(1)', 'mailto:a@b', 'no url', '\ud800', '%'])(
    'is home for %j, and nobody is locked out',
    async callbackUrl => {
      const { open } = app()
      const visit = open()
      const encoded = new URLSearchParams({ '': callbackUrl }).toString().slice(1)
      visit.jar.set(origin, `${cookie}=${encoded}; Secure; Path=/`)
      expect((await visit.get('/auth/session')).status).toBe(200)
      expect((await visit.get(`/auth/csrf?callbackUrl=${encoded}`)).status).toBe(200)
      expect(leadsTo(await visit.signInWithCredentials({ ...ada, callbackUrl }))).toBe(origin)
    },
  )

  test.each([1, null, true, ['/a'], { toString: '/a' }])('is home for %j in JSON', async callbackUrl => {
    const { open } = app()
    const visit = open()
    const csrfToken = await visit.csrf()
    const fields = { csrfToken, ...ada, callbackUrl }
    expect(leadsTo(await visit.post('/auth/callback/credentials', fields, { json: true }))).toBe(origin)
  })
})

describe('the `redirect` callback', () => {
  test('is asked with the wish and our origin, and decides', async () => {
    const asked: unknown[] = []
    const redirect = async (wish: { url: string; baseUrl: string }) => {
      asked.push(wish)
      return 'https://partner.example/back'
    }
    const { open } = app({ callbacks: { redirect } })
    const answer = await open().signInWithCredentials({ ...ada, callbackUrl: '/wish' })
    expect(leadsTo(answer)).toBe('https://partner.example/back')
    expect(asked).toEqual([{ url: '/wish', baseUrl: origin }])
  })

  test('is not asked where nothing is wished for', async () => {
    const { open, log } = app({ callbacks: { redirect: () => Promise.reject(new Error('not asked')) } })
    for (const path of ['csrf', 'session', 'signin', 'signout', 'error', 'providers'])
      expect((await open().get(`/auth/${path}`)).status).toBe(200)
    expect(log.errors).toEqual([])
  })

  test('keeps its `this`', async () => {
    const callbacks = {
      home: '/home',
      redirect({ baseUrl }: { baseUrl: string }) {
        return baseUrl + this.home
      },
    }
    const answer = await app({ callbacks })
      .open()
      .signInWithCredentials({ ...ada, callbackUrl: '/wish' })
    expect(leadsTo(answer)).toBe(`${origin}/home`)
  })

  test('that throws is a fault of the server, and signs nobody in', async () => {
    const { open, log } = app({ callbacks: { redirect: () => Promise.reject(new Error('broken')) } })
    const visit = open()
    const answer = await visit.signInWithCredentials({ ...ada, callbackUrl: '/wish' })
    expect(leadsTo(answer)).toBe(`${origin}/auth/error?error=Configuration`)
    expect(log.errors).toHaveLength(1)
    expect(await visit.session()).toBeNull()
  })
})
