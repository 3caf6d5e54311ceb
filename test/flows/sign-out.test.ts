import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin, roundTrip, sessionCookie, tapped } from '../support/app.js'

describe('a sign-out', () => {
  test('leads home, or where it was asked to lead', async () => {
    const { op, open } = makeApp()
    const visit = open()
    await roundTrip(visit, op, { callbackUrl: '/in' })
    expect(leadsTo(await visit.signOut({ callbackUrl: '/out' }))).toBe(`${origin}/out`)
  })

  test('clears the cookie with the attributes it was set with', async () => {
    const { op, open } = makeApp()
    const visit = open()
    await roundTrip(visit, op)
    const lines = (await visit.signOut()).headers.getSetCookie()
    expect(lines).toContain(`${sessionCookie}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`)
  })

  test('clears every chunk of a long session', async () => {
    const jwt = ({ token }: { token: object }) => ({ ...token, long: 'x'.repeat(6_000) })
    const { op, open } = makeApp({ callbacks: { jwt } })
    const visit = open()
    await roundTrip(visit, op)
    expect(visit.jar.get(`${sessionCookie}.1`)).toBeDefined()
    await visit.signOut()
    expect(visit.jar.cookies().filter(({ name }) => name.startsWith(sessionCookie))).toEqual([])
  })

  test('of who is not signed in leads on, too', async () => {
    const visit = makeApp().open()
    expect(leadsTo(await visit.signOut({ callbackUrl: '/out' }))).toBe(`${origin}/out`)
  })

  test('ends the stored session, for every copy of its cookie', async () => {
    const { adapter, calls } = tapped(MemoryAdapter())
    const { op, open } = makeApp({ adapter })
    const visit = open()
    await roundTrip(visit, op)
    const thief = visit.thief()
    await visit.signOut()
    expect(calls).toContain('deleteSession')
    expect(await thief.session()).toBeNull()
  })

  test('ends no other session', async () => {
    const { op, open } = makeApp({ adapter: MemoryAdapter() })
    const [one, two] = [open(), open()]
    await roundTrip(one, op)
    await roundTrip(two, op)
    await one.signOut()
    expect(await two.session()).not.toBeNull()
  })

  test('that the store refuses is not told as done, and works later', async () => {
    let isDown = true
    const { adapter } = tapped(MemoryAdapter(), method => {
      if (method === 'deleteSession' && isDown) throw new Error('the store is away')
    })
    const { op, open, log } = makeApp({ adapter })
    const visit = open()
    await roundTrip(visit, op)
    expect(leadsTo(await visit.signOut())).toBe(`${origin}/auth/error?error=Configuration`)
    expect(log.types()).toEqual(['SignOutError'])
    expect(await visit.session()).not.toBeNull()
    isDown = false
    await visit.signOut()
    expect(await visit.session()).toBeNull()
  })

  test('twice at once succeeds twice, and is told once', async () => {
    let told = 0
    const signOut = () => {
      told += 1
    }
    const { op, open } = makeApp({ adapter: MemoryAdapter(), events: { signOut } })
    const visit = open()
    await roundTrip(visit, op)
    const answers = await Promise.all([visit.signOut(), visit.tab().signOut()])
    expect(answers.map(leadsTo)).toEqual([origin, origin])
    expect(told).toBe(1)
  })
})

test('the page asks before it does anything', async () => {
  const { op, open } = makeApp()
  const visit = open()
  await roundTrip(visit, op)
  const page = await (await visit.get('/auth/signout')).text()
  expect(page).toContain('<form')
  expect(await visit.session()).not.toBeNull()
  const [, csrfToken = ''] = /name="csrfToken" value="([0-9a-f]{64})"/.exec(page) ?? []
  await visit.post('/auth/signout', { csrfToken })
  expect(await visit.session()).toBeNull()
})

test('a second tab whose page is older than the sign-in keeps working', async () => {
  const { op, open } = makeApp()
  const visit = open()
  const csrfToken = await visit.csrf()
  await roundTrip(visit.tab(), op)
  await visit.post('/auth/signout', { csrfToken })
  expect(await visit.session()).toBeNull()
})
