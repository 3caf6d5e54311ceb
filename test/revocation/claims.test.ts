import { decode } from 'latchkey/jwt'
import type { Plugin } from 'latchkey/plugins'
import { describe, expect, test } from 'vitest'
import { secret, sessionCookie } from '../support/app.js'
import { createTestStore, toStoreOptions } from '../support/test-store.js'
import { stopClock } from '../throttling/throttled-app.js'
import { type Browser, checked, createRevocableApp, strategies } from './revocable-app.js'

/** Confirms the user of a session with a one-time password. */
const raise: Plugin = {
  id: 'raise',
  actions: { '': { POST: async ctx => ({ data: { isRaised: await ctx.raiseSession(['otp']) } }) } },
}

async function postRaise({ visit }: Pick<Browser, 'visit'>): Promise<Response> {
  const csrfToken = await visit.getCsrfToken()
  return visit.post('/auth/raise', { csrfToken }, { headers: { accept: 'application/json' } })
}

function readClaims(browser: Browser) {
  return decode({ token: browser.getCookie() ?? '', secret, salt: sessionCookie })
}

describe('the claims of a token', () => {
  const createApp = (callbacks = {}) =>
    createRevocableApp(toStoreOptions(createTestStore()), {
      session: { strategy: 'jwt' },
      callbacks,
      plugins: [raise],
    })

  test('have 128 random bits, and stay the same when the token is issued again', async () => {
    const browser = createApp().open()
    await browser.signIn()
    const first = await readClaims(browser)
    expect(first).toMatchObject({ session_id: expect.stringMatching(/^[\w-]{22}$/), session_epoch: 0 })
    await browser.isSignedIn()
    const second = await readClaims(browser)
    expect(second?.['jti']).not.toBe(first?.['jti'])
    expect(second).toMatchObject({ session_id: first?.['session_id'], session_epoch: 0 })
  })

  test('cannot be changed by the `jwt` callback or by the data of an update', async () => {
    const forged = { session_id: 'forged', session_epoch: 999, session_user: 'bob' }
    const browser = createApp({
      jwt: ({ token, session }: { token: object; session?: object }) => ({ ...token, ...session, ...forged }),
    }).open()
    await browser.signIn()
    const first = await readClaims(browser)
    expect(first?.['session_id']).not.toBe('forged')
    const csrfToken = await browser.visit.getCsrfToken()
    await browser.visit.post('/auth/session', { csrfToken, data: forged }, { json: true })
    const second = await readClaims(browser)
    expect(second).toMatchObject({ session_id: first?.['session_id'], session_epoch: 0 })
    expect(second?.['session_user']).toBeUndefined()
  })

  test('name the user, also if the `jwt` callback removes or changes `sub`', async () => {
    const { open, auth } = createApp({
      jwt: ({ token, user }: { token: object; user?: { id: string } }) =>
        user ? { ...token, own: user.id, sub: 'somebody-else' } : token,
    })
    const browser = open()
    await browser.signIn()
    const claims = await readClaims(browser)
    expect(claims).toMatchObject({ sub: 'somebody-else', session_user: claims?.['own'] })
    expect(await auth.sessions.list(browser.toHead())).toMatchObject([{ isCurrent: true }])
    await auth.sessions.endAllOfUser(String(claims?.['own']))
    expect(await browser.isSignedIn()).toBe(false)
  })

  test('are new after another user signs in, and the session of the first user ends', async () => {
    const { records } = createTestStore()
    const { open, config, openOn } = createRevocableApp({ records })
    const browser = open()
    await browser.signIn()
    const copy = browser.visit.cloneWithCookies()
    const other = openOn(config, { visit: browser.visit, sub: crypto.randomUUID() })
    await other.signIn()
    expect(await other.isSignedIn()).toBe(true)
    expect(await copy.getSession()).toBeNull()
  })
})

describe.each(strategies)('a session that is raised, strategy %s', strategy => {
  async function openRaised() {
    const app = createRevocableApp(toStoreOptions(createTestStore()), {
      session: { strategy },
      plugins: [raise],
    })
    const browser = app.open()
    await browser.signIn()
    const [before] = await app.auth.sessions.list(browser.toHead())
    const old = browser.visit.cloneWithCookies()
    expect(await (await postRaise(browser)).json()).toEqual({ isRaised: true })
    return { ...app, browser, old, before }
  }

  test('is one session with a new id, whose start and method stay', async () => {
    const { auth, browser, before } = await openRaised()
    const sessions = await auth.sessions.list(browser.toHead())
    expect(sessions).toHaveLength(1)
    expect(sessions[0]?.id).not.toBe(before?.id)
    expect(sessions[0]).toMatchObject({ isCurrent: true, method: 'op', createdAt: before?.createdAt })
  })

  test('can be read with the old cookie for 30 seconds, which is not extended and not cleared', async () => {
    const advance = stopClock()
    const { old, browser } = await openRaised()
    advance(29)
    const response = await old.get('/auth/session')
    expect(await response.json()).not.toBeNull()
    expect(response.headers.getSetCookie().join()).not.toContain(sessionCookie)
    advance(2)
    expect(await old.getSession()).toBeNull()
    expect(await browser.isSignedIn()).toBe(true)
  })

  test('ends with all others of its user', async () => {
    const { auth, browser, old, getUserId } = await openRaised()
    await auth.sessions.endAllOfUser(await getUserId(browser))
    expect([await browser.isSignedIn(), await old.getSession()]).toEqual([false, null])
  })

  test('continues after the others were signed out, and is raised again', async () => {
    const { auth, browser } = await openRaised()
    await auth.sessions.endOthers(browser.toHead(), checked)
    await postRaise(browser)
    for (let reads = 0; reads < 3; reads++) expect(await browser.isSignedIn()).toBe(true)
    await auth.sessions.endOthers(browser.toHead(), checked)
    expect(await browser.isSignedIn()).toBe(true)
  })

  test('is not revived if it ends while it signs out the others', async () => {
    let isFirst = true
    const store = createTestStore()
    const app = createRevocableApp(
      toStoreOptions({
        ...store,
        records: {
          ...store.records,
          async putRecord(record, condition) {
            // Another process ends all sessions between the read and the write of the epoch.
            if (isFirst && record.kind === 'session-epoch') {
              isFirst = false
              await app.auth.sessions.endAllOfUser(userId)
            }
            return await store.records.putRecord(record, condition)
          },
        },
      }),
      { session: { strategy } },
    )
    const browser = app.open()
    await browser.signIn()
    const userId: string = await app.getUserId(browser)
    await app.auth.sessions.endOthers(browser.toHead(), checked)
    expect(isFirst).toBe(false)
    expect(await browser.isSignedIn()).toBe(false)
  })

  test('is not revived if it ends while it is raised', async () => {
    for (let round = 0; round < 8; round++) {
      const app = createRevocableApp(toStoreOptions(createTestStore()), {
        session: { strategy },
        plugins: [raise],
      })
      const browser = app.open()
      await browser.signIn()
      const userId = await app.getUserId(browser)
      const ended = (async () => {
        for (let turns = 0; turns < round * 6; turns++) await Promise.resolve()
        await app.auth.sessions.endAllOfUser(userId)
      })()
      await Promise.all([postRaise(browser), ended])
      expect(await browser.isSignedIn()).toBe(false)
    }
  })
})
