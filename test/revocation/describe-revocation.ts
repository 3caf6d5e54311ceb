import { originUnchecked } from 'latchkey/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stopClock } from '../throttling/throttled-app.js'
import { checked, createRevocableApp, type RevocationStore, strategies } from './revocable-app.js'

const timeout = 60_000

/** Tests of sessions that are listed and ended, for one store and both strategies. */
export function describeRevocation(
  name: string,
  open: () => Promise<RevocationStore & { close?: () => Promise<unknown> }>,
): void {
  describe.each(strategies)(`sessions that can be ended, on ${name}, strategy %s`, strategy => {
    let store: Awaited<ReturnType<typeof open>>

    beforeAll(async () => {
      store = await open()
    })

    afterAll(() => store?.close?.())

    const createApp = (setup: Parameters<typeof createRevocableApp>[1] = {}) =>
      createRevocableApp(store, { ...setup, session: { strategy, ...setup.session } })

    /** Signs one user in with two browsers. */
    async function openTwo(setup: Parameters<typeof createRevocableApp>[1] = {}) {
      const app = createApp(setup)
      const [phone, laptop] = [app.open(), app.open()]
      await phone.signIn()
      await laptop.signIn()
      return { ...app, phone, laptop }
    }

    test('the list names the browser, the system, the network, the hour and the method, and no token', {
      timeout,
    }, async () => {
      const { phone, laptop, auth } = await openTwo()
      const sessions = await auth.sessions.list(laptop.toHead())
      expect(sessions).toHaveLength(2)
      expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
      for (const session of sessions)
        expect(session).toMatchObject({ device: 'Firefox on Linux', ipPrefix: '192.0.2.0/24', method: 'op' })
      const [current] = sessions
      expect(Math.abs((current?.createdAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
      expect((current?.lastSeenAt?.getTime() ?? 1) % 3_600_000).toBe(0)
      const text = JSON.stringify(sessions)
      for (const browser of [phone, laptop]) expect(text).not.toContain(browser.getCookie())
    })

    test('the list of a visitor is empty, and a visitor ends nothing', { timeout }, async () => {
      const { open, auth } = createApp()
      const head = open().toHead()
      expect(await auth.sessions.list(head)).toEqual([])
      expect(await auth.sessions.endAll(head, checked)).toEqual({ isEnded: false, cookies: [] })
      expect(await auth.sessions.end(head, { ...checked, id: 'x' })).toEqual({
        isEnded: false,
        cookies: [],
      })
    })

    test('one session ends, and the others continue', { timeout }, async () => {
      const { phone, laptop, auth } = await openTwo()
      const { id } = (await auth.sessions.list(phone.toHead()))[0] ?? { id: '' }
      expect(await auth.sessions.end(laptop.toHead(), { ...checked, id })).toMatchObject({ isEnded: true })
      expect([await phone.isSignedIn(), await laptop.isSignedIn()]).toEqual([false, true])
      expect(await auth.sessions.list(laptop.toHead())).toHaveLength(1)
      expect(await auth.sessions.end(laptop.toHead(), { ...checked, id })).toMatchObject({ isEnded: false })
    })

    test('all other sessions end, and that of the request continues, also when it is extended', {
      timeout,
    }, async () => {
      const { phone, laptop, auth } = await openTwo()
      expect(await auth.sessions.endOthers(laptop.toHead(), checked)).toEqual({
        isEnded: true,
        cookies: [],
      })
      for (let reads = 0; reads < 3; reads++) expect(await laptop.isSignedIn()).toBe(true)
      expect(await phone.isSignedIn()).toBe(false)
      expect(await auth.sessions.list(laptop.toHead())).toMatchObject([{ isCurrent: true }])
      await phone.signIn()
      expect([await phone.isSignedIn(), await laptop.isSignedIn()]).toEqual([true, true])
      await auth.sessions.endOthers(phone.toHead(), checked)
      expect([await phone.isSignedIn(), await laptop.isSignedIn()]).toEqual([true, false])
    })

    test('all sessions end, the cookie is cleared, and the user can sign in again', { timeout }, async () => {
      const { phone, laptop, auth } = await openTwo()
      const { isEnded, cookies } = await auth.sessions.endAll(laptop.toHead(), checked)
      expect(isEnded).toBe(true)
      expect(cookies).toContainEqual(expect.objectContaining({ value: '' }))
      expect([await phone.isSignedIn(), await laptop.isSignedIn()]).toEqual([false, false])
      await phone.signIn()
      expect(await phone.isSignedIn()).toBe(true)
      expect(await auth.sessions.list(phone.toHead())).toHaveLength(1)
    })

    test('an administrator lists and ends the sessions of a user, and no other user is affected', {
      timeout,
    }, async () => {
      const { phone, laptop, auth, getUserId } = await openTwo()
      const other = createApp()
      const stranger = other.open()
      await stranger.signIn()
      const userId = await getUserId(phone)
      const sessions = await auth.sessions.listOfUser(userId)
      expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, false])
      const [first] = sessions
      expect(await auth.sessions.endOfUser(await other.getUserId(stranger), first?.id ?? '')).toBe(false)
      expect(await auth.sessions.endOfUser(userId, first?.id ?? '')).toBe(true)
      expect([await phone.isSignedIn(), await laptop.isSignedIn()].sort()).toEqual([false, true])
      await auth.sessions.endAllOfUser(userId)
      expect([await phone.isSignedIn(), await laptop.isSignedIn()]).toEqual([false, false])
      expect(await auth.sessions.listOfUser(userId)).toEqual([])
      expect(await stranger.isSignedIn()).toBe(true)
    })

    test('no user ends the session of another user', { timeout }, async () => {
      const { phone, auth } = await openTwo()
      const stranger = createApp().open()
      await stranger.signIn()
      const [session] = await auth.sessions.list(phone.toHead())
      const attempt = await auth.sessions.end(stranger.toHead(), { ...checked, id: session?.id ?? '' })
      expect(attempt.isEnded).toBe(false)
      expect(await phone.isSignedIn()).toBe(true)
    })

    test('ending other sessions needs a sign-in within 15 minutes, and reading and ending the own one do not', {
      timeout,
    }, async () => {
      const advance = stopClock()
      const { phone, laptop, auth } = await openTwo()
      const [own, other] = await auth.sessions.list(laptop.toHead())
      advance(901)
      await laptop.isSignedIn()
      const head = laptop.toHead()
      const stepUp = expect.objectContaining({ type: 'StepUpRequired' })
      await expect(auth.sessions.endOthers(head, checked)).rejects.toEqual(stepUp)
      await expect(auth.sessions.endAll(head, checked)).rejects.toEqual(stepUp)
      await expect(auth.sessions.end(head, { ...checked, id: other?.id ?? '' })).rejects.toEqual(stepUp)
      expect(await phone.isSignedIn()).toBe(true)
      expect(await auth.sessions.list(head)).toHaveLength(2)
      expect(await auth.sessions.end(head, { ...checked, id: own?.id ?? '' })).toMatchObject({
        isEnded: true,
      })
      expect(await laptop.isSignedIn()).toBe(false)
      await laptop.visit.signOut()
      await laptop.signIn()
      expect(await auth.sessions.endOthers(laptop.toHead(), checked)).toMatchObject({ isEnded: true })
      expect([await phone.isSignedIn(), await laptop.isSignedIn()]).toEqual([false, true])
    })

    test('a page of another site ends nothing', { timeout }, async () => {
      const { phone, laptop, auth } = await openTwo()
      const head = laptop.toHead({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })
      await expect(auth.sessions.endAll(head, { originCheck: originUnchecked })).rejects.toMatchObject({
        type: 'MissingCSRF',
      })
      expect(await phone.isSignedIn()).toBe(true)
    })

    test('a sign-out ends the copies of the cookie', { timeout }, async () => {
      const { phone, laptop, auth } = await openTwo()
      const copy = phone.visit.cloneWithCookies()
      await phone.visit.signOut()
      expect(await copy.getSession()).toBeNull()
      expect(await laptop.isSignedIn()).toBe(true)
      expect(await auth.sessions.list(laptop.toHead())).toHaveLength(1)
    })

    test('a session from before the option ends with all others of its user', { timeout }, async () => {
      const app = createApp()
      const { revocation: _, ...withoutOption } = app.config
      const old = app.openOn(withoutOption)
      await old.signIn()
      const current = app.openOn(app.config, old)
      expect(await current.isSignedIn()).toBe(true)
      expect(await app.auth.sessions.list(current.toHead())).toMatchObject([{ isCurrent: true }])
      const other = app.openOn(withoutOption)
      await other.signIn()
      const otherNow = app.openOn(app.config, other)
      await app.auth.sessions.endOthers(current.toHead(), checked)
      expect(await otherNow.isSignedIn()).toBe(false)
      for (let reads = 0; reads < 3; reads++) expect(await current.isSignedIn()).toBe(true)
      await app.auth.sessions.endAllOfUser(await app.getUserId(current))
      expect(await current.isSignedIn()).toBe(false)
    })

    test('of 16 requests that extend a session while it ends, none revives it', { timeout }, async () => {
      const { phone, laptop, auth } = await openTwo()
      const { id } = (await auth.sessions.list(phone.toHead()))[0] ?? { id: '' }
      const tabs = Array.from({ length: 16 }, () => phone.visit.openTab())
      await Promise.all(
        tabs.map(async (tab, index) => {
          if (index === 7) await auth.sessions.end(laptop.toHead(), { ...checked, id })
          await tab.getSession()
        }),
      )
      expect(await phone.isSignedIn()).toBe(false)
      expect(await laptop.isSignedIn()).toBe(true)
      expect(await auth.sessions.list(laptop.toHead())).toHaveLength(1)
    })

    test('of 16 requests that extend a session while all end, none revives it', { timeout }, async () => {
      const { phone, laptop, auth, getUserId } = await openTwo()
      const userId = await getUserId(phone)
      const copies = Array.from({ length: 16 }, () => phone.visit.cloneWithCookies())
      await Promise.all(
        copies.map(async (copy, index) => {
          if (index === 7) await auth.sessions.endAllOfUser(userId)
          await copy.getSession()
        }),
      )
      for (const copy of copies) expect(await copy.getSession()).toBeNull()
      expect([await phone.isSignedIn(), await laptop.isSignedIn()]).toEqual([false, false])
      expect(await auth.sessions.listOfUser(userId)).toEqual([])
    })
  })
}
