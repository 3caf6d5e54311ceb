import { describe, expect, test, vi } from 'vitest'
import { createAccountApp, email, json, readJson, signIn, strategies, submit } from './account-app.js'

const revocation = { maxStale: 0 }

interface SessionData {
  readonly id: string
  readonly isCurrent: boolean
  readonly createdAt: string | null
  readonly lastSeenAt: string | null
  readonly device: string | null
}

describe.each(strategies)('sessions of the account page with %s sessions', strategy => {
  const create = (setup = {}) => createAccountApp({ session: { strategy }, revocation, ...setup })
  const list = async (visit: Awaited<ReturnType<typeof signIn>>) =>
    (await readJson(await visit.get('/auth/account/sessions', json)))['sessions'] as SessionData[]

  test('lists the current one first, without tokens (S4)', async () => {
    const app = create()
    const visit = await signIn(app)
    await signIn(app)
    const sessions = await list(visit)
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    expect(Object.keys(sessions[0] ?? {}).sort()).toEqual(
      ['createdAt', 'device', 'id', 'ipPrefix', 'isCurrent', 'lastSeenAt', 'method'].sort(),
    )
    const text = JSON.stringify(sessions)
    for (const { value } of visit.jar.cookies()) if (value.length > 20) expect(text).not.toContain(value)
  })

  test('ends one, the others and all (S4)', async () => {
    const app = create()
    const [visit, second, third] = [await signIn(app), await signIn(app), await signIn(app)]
    const other = (await list(second)).find(({ isCurrent }) => isCurrent)
    expect((await submit(visit, 'sessions', { change: 'end', id: other?.id ?? '' })).status).toBe(200)
    expect(await second.getSession()).toBeNull()
    expect(await third.getSession()).not.toBeNull()
    expect((await submit(visit, 'sessions', { change: 'end-others' })).status).toBe(200)
    expect(await third.getSession()).toBeNull()
    expect(await visit.getSession()).not.toBeNull()
    expect((await submit(visit, 'sessions', { change: 'end-all' })).status).toBe(200)
    expect(await visit.getSession()).toBeNull()
  })

  test('ending others needs a fresh sign-in, reading and ending the own one do not (S4)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = create()
    const visit = await signIn(app)
    const other = await signIn(app)
    vi.setSystemTime(Date.now() + 16 * 60_000)
    const sessions = await list(visit)
    const id = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    for (const fields of [{ change: 'end', id }, { change: 'end-others' }, { change: 'end-all' }])
      expect(await submit(visit, 'sessions', fields as Record<string, string>)).toMatchObject({
        status: 403,
        body: { error: 'recent-sign-in-required' },
      })
    expect(await other.getSession()).not.toBeNull()
    const own = sessions.find(({ isCurrent }) => isCurrent)?.id ?? ''
    expect((await submit(visit, 'sessions', { change: 'end', id: own })).status).toBe(200)
    expect(await visit.getSession()).toBeNull()
    vi.useRealTimers()
  })

  test("another user's session is not found", async () => {
    const app = create()
    const ada = await signIn(app)
    const grace = await signIn(app, 'grace', 'grace@example.com')
    const id = (await list(ada))[0]?.id ?? ''
    expect(await submit(grace, 'sessions', { change: 'end', id })).toMatchObject({ status: 404 })
    expect(await ada.getSession()).not.toBeNull()
  })

  test('a browser that calls itself markup is escaped (S5)', async () => {
    const app = create()
    const visit = app.open()
    const userAgent = '<script>alert(1)</script> Firefox/1 "><img src=x>'
    const away = await visit.signIn('op')
    const url = app.op.authorize(visit.getLocation(away), { as: { sub: 'ada', email } })
    await visit.get(url, { from: app.op.issuer, headers: { 'user-agent': userAgent } })
    const page = await (await visit.get('/auth/account')).text()
    expect(page).toContain('<bdi>Firefox</bdi>')
    expect(page).not.toContain('<script>alert')
    expect(page).not.toContain('<img src=x>')
  })
})
