import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { Plugin, PolicySession } from 'latchkey/plugins'
import { describe, expect, test } from 'vitest'
import { stopClock } from '../throttling/throttled-app.js'
import { createRevocableApp, type Strategy, strategies } from './revocable-app.js'

/** Creates an app whose sessions a policy decides about, with a user who is signed in. */
async function createPolicyApp(
  strategy: Strategy,
  decide: (session: PolicySession) => unknown,
  { revocation = undefined as { maxStale: number } | undefined, updateAge = 0 } = {},
) {
  const sessions: PolicySession[] = []
  const plugin: Plugin = {
    id: 'gate',
    sessionPolicies: [
      async (ctx, session) => {
        await ctx.getSession()
        sessions.push(session)
        return decide(session) as 'allow'
      },
    ],
  }
  const app = createRevocableApp(
    { adapter: MemoryAdapter() },
    { revocation, session: { strategy, updateAge }, plugins: [plugin] },
  )
  const browser = app.open()
  await browser.signIn()
  return { ...app, browser, sessions }
}

describe.each(strategies)('a session policy, strategy %s', strategy => {
  test('ends a session: the response clears its cookie, and other cookies of it end too', async () => {
    let isBanned = false
    const { browser, auth } = await createPolicyApp(strategy, () => (isBanned ? 'end' : 'allow'))
    expect(await browser.isSignedIn()).toBe(true)
    const copy = browser.visit.cloneWithCookies()
    isBanned = true
    expect(await auth.getSession(browser.toHead())).toBeNull()
    expect(await browser.isSignedIn()).toBe(false)
    expect(browser.getCookie()).toBeUndefined()
    expect(await copy.getSession()).toBeNull()
  })

  test('receives the user and the time of the last extension, for an idle limit', async () => {
    const advance = stopClock()
    const idle = (session: PolicySession) =>
      Date.now() / 1000 - (session.extendedAt ?? 0) > 3600 ? 'end' : 'allow'
    const { browser, sessions } = await createPolicyApp(strategy, idle)
    advance(3500)
    expect(await browser.isSignedIn()).toBe(true)
    advance(3500)
    expect(await browser.isSignedIn()).toBe(true)
    advance(3700)
    expect(await browser.isSignedIn()).toBe(false)
    expect(sessions[0]?.userId).toBeTruthy()
    expect(sessions[0]?.user === null).toBe(strategy === 'jwt')
    expect(sessions[0]?.id).toBeUndefined()
  })

  test('receives the id of the session with `revocation`', async () => {
    const { browser, auth, sessions } = await createPolicyApp(strategy, () => 'allow', {
      revocation: { maxStale: 0 },
    })
    const [listed] = await auth.sessions.list(browser.toHead())
    expect(sessions.at(-1)?.id).toBe(listed?.id)
  })

  test.each([
    ['throws', () => Promise.reject(new Error('the list of bans is away'))],
    ['returns something else', () => true],
  ])('that %s makes the session unavailable, and signs nobody out', async (_, decide) => {
    let fails = false
    const { browser, log } = await createPolicyApp(strategy, () => (fails ? decide() : 'allow'))
    fails = true
    const cookie = browser.getCookie()
    expect((await browser.visit.get('/auth/session')).status).toBe(503)
    expect(browser.getCookie()).toBe(cookie)
    expect(log.types()).toContain('SessionUnavailable')
    fails = false
    expect(await browser.isSignedIn()).toBe(true)
  })
})
