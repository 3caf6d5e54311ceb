import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTestApp, credentials, origin, runRoundTrip } from '../support/app.js'
import { CookieJar } from '../support/cookie-jar.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { countAllowed, createThrottledApp, expectSignIn, guess, submitPassword } from './throttled-app.js'

const email = 'ada@example.com'
const deviceCookie = '__Secure-authjs.state-device'

/** Copies one cookie to a new browser. */
function copyCookie(from: CookieJar, name: string, value = from.get(name)?.value ?? ''): CookieJar {
  const jar = new CookieJar()
  jar.set(origin, `${name}=${value}; Path=/; Secure`)
  return jar
}

describe('the owner of an account that others attack', () => {
  test('signs in with a browser that signed in before', async () => {
    const { open } = createThrottledApp()
    const owner = open()
    await expectSignIn(owner, email)
    await owner.signOut()
    expect(countAllowed(await guess(open(), email, 30))).toBe(10)
    await expectSignIn(owner, email)
  })

  test('has a limit too: a stolen cookie of the browser gives ten attempts', async () => {
    const { open, authorized } = createThrottledApp()
    const owner = open()
    await expectSignIn(owner, email)
    const thief = open({ jar: copyCookie(owner.jar, deviceCookie) })
    authorized.length = 0
    await guess(thief, email, 20)
    expect(authorized).toHaveLength(10)
  })

  test('more sign-ins with new browsers give an attacker no more attempts', async () => {
    const { open, authorized } = createThrottledApp()
    const browsers = [open(), open(), open()]
    for (const browser of browsers) await expectSignIn(browser, email)
    authorized.length = 0
    for (const browser of browsers) await guess(browser, email, 12)
    expect(authorized).toHaveLength(10)
  })

  test('a browser that signed in to another account is not known for this one', async () => {
    const { open } = createThrottledApp()
    const other = open()
    await expectSignIn(other, 'bob@example.com')
    await guess(open(), email, 12)
    expect((await submitPassword(other, email, 'correct horse')).status).toBe(429)
  })

  test('a modified cookie, and one of another app, are ignored', async () => {
    const { open } = createThrottledApp()
    const owner = open()
    await expectSignIn(owner, email)
    const foreign = createThrottledApp().open()
    await expectSignIn(foreign, email)
    await guess(open(), email, 12)
    const value = owner.jar.get(deviceCookie)?.value ?? ''
    for (const jar of [
      copyCookie(owner.jar, deviceCookie, `${value.slice(0, -6)}AAAAAA`),
      copyCookie(foreign.jar, deviceCookie),
    ])
      expect((await submitPassword(open({ jar }), email, 'correct horse')).status).toBe(429)
  })

  test.each(['jwt', 'database'] as const)('%s sessions: a live session is enough', async strategy => {
    const adapter = MemoryAdapter()
    await adapter.createUser({ id: 'ada-1', email, emailVerified: null })
    const { open } = createThrottledApp({ adapter, session: { strategy } })
    const owner = open()
    await expectSignIn(owner, email)
    const jar = owner.jar.clone()
    jar.set(origin, `${deviceCookie}=; Path=/; Secure; Max-Age=0`)
    await guess(open(), email, 12)
    await expectSignIn(open({ jar }), email)
    expect((await submitPassword(open({ jar }), 'bob@example.com', 'wrong')).status).toBe(302)
  })

  test('the cookie stands for no session, and contains no name of an account', async () => {
    const { open } = createThrottledApp()
    const owner = open()
    await expectSignIn(owner, email)
    const visit = open({ jar: copyCookie(owner.jar, deviceCookie) })
    expect(await visit.getSession()).toBeNull()
    expect(owner.jar.get(deviceCookie)?.value).toMatch(/^ey(?!.*ada).*$/)
  })
})

describe('a sign-in with OpenID Connect', () => {
  const op = createMaliciousProvider()

  test.each([
    ['remembers the browser for the password of the same user', [credentials], true],
    ['remembers no browser if nothing counts attempts by account', [], false],
  ] as const)('%s', async (_, others, isRemembered) => {
    const { open } = createTestApp({ op, throttling: {}, providers: [op.provider(), ...others] })
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
    expect(visit.jar.get(deviceCookie) !== undefined).toBe(isRemembered)
  })
})
