import { describe, expect, test } from 'vitest'
import { sessionCookie } from '../support/app.js'
import {
  countAllowed,
  createThrottledApp,
  expectSignIn,
  stopClock,
  submitPassword,
} from '../throttling/throttled-app.js'

const victim = 'ada@example.com'

describe('guessing passwords', () => {
  test('of many accounts from one address: 100 guesses in 15 minutes', async () => {
    const { open, authorized } = createThrottledApp()
    for (let count = 0; count < 130; count++)
      await submitPassword(open({ address: '192.0.2.66' }), `user-${count}@example.com`)
    expect(authorized).toHaveLength(100)
  })

  test('of one account from many addresses: ten guesses, then fewer than 50 in a day', async () => {
    const advance = stopClock()
    const { open, authorized } = createThrottledApp()
    for (let seconds = 0; seconds < 86_400; ) {
      const { headers } = await submitPassword(open({ address: `192.0.2.${seconds % 200}` }), victim)
      const delay = Number(headers.get('retry-after'))
      advance(delay)
      seconds += delay
    }
    expect(authorized.length).toBeLessThan(50)
  })

  test('from many addresses of one IPv6 network: they count as one client', async () => {
    const { open, authorized } = createThrottledApp({ throttling: { source: { limit: 10 } } })
    for (let count = 1; count < 30; count++)
      await submitPassword(
        open({ address: `2001:db8:1:2:${count.toString(16)}::1` }),
        `user-${count}@example.com`,
      )
    expect(authorized).toHaveLength(10)
  })

  test('with extra fields, other spellings and other field orders: they are one account', async () => {
    const { open, authorized } = createThrottledApp()
    for (let count = 0; count < 30; count++) {
      const visit = open()
      const csrfToken = await visit.getCsrfToken()
      const email = count % 2 ? victim : ` ${victim.toUpperCase()} `
      const noise = { [`field${count}`]: String(count), callbackUrl: `/${count}` }
      const fields = { ...noise, password: String(count), email, csrfToken }
      await visit.post('/auth/callback/credentials', fields, { json: count % 3 === 0 })
    }
    expect(authorized).toHaveLength(10)
  })

  test('while a right password of another account is submitted in between: the count of the victim stays', async () => {
    const { open, authorized } = createThrottledApp()
    const attacker = open({ address: '192.0.2.66' })
    for (let count = 0; count < 20; count++) {
      await submitPassword(attacker, victim)
      await submitPassword(attacker, 'eve@example.com', 'correct horse')
    }
    expect(authorized.filter(email => email === victim)).toHaveLength(10)
  })

  test('does not show whether an account exists: responses and headers are alike', async () => {
    stopClock()
    const { open } = createThrottledApp()
    const describeResponse = async (email: string) => {
      const response = await submitPassword(open(), email)
      const names = ['retry-after', 'ratelimit', 'ratelimit-policy', 'location']
      return [response.status, ...names.map(name => response.headers.get(name)), await response.text()]
    }
    for (let count = 0; count < 13; count++)
      expect(await describeResponse('nobody@example.com')).toEqual(await describeResponse(victim))
  })
})

describe('locking a victim out', () => {
  test('fails in a browser in which the victim signed in before, however long the attack is', async () => {
    const advance = stopClock()
    const { open } = createThrottledApp()
    const owner = open()
    await expectSignIn(owner, victim)
    for (let minute = 0; minute < 120; minute++) {
      await submitPassword(open({ address: `192.0.2.${minute}` }), victim)
      advance(60)
    }
    await owner.signOut()
    await expectSignIn(owner, victim)
  })

  test('does not end the session of the victim', async () => {
    const { open } = createThrottledApp()
    const owner = open()
    await expectSignIn(owner, victim)
    const token = owner.jar.get(sessionCookie)?.value
    for (let count = 0; count < 20; count++) await submitPassword(open(), victim)
    expect(await owner.getSession()).toMatchObject({ user: { email: victim } })
    expect(owner.jar.get(sessionCookie)?.value).toBe(token)
  })

  test('ends at the latest an hour after the attack, in any browser', async () => {
    const advance = stopClock()
    const { open } = createThrottledApp()
    for (let attempt = 0; attempt < 400; attempt++) {
      await submitPassword(open(), victim)
      advance(60)
    }
    advance(3600)
    await expectSignIn(open(), victim)
  })
})

describe('hiding the address behind X-Forwarded-For', () => {
  const spoof = (count: number) => `203.0.113.${count}, 198.51.100.${count}`

  test.each([
    ['one proxy', 1, (count: number) => `${spoof(count)}, 192.0.2.66`],
    ['two proxies', 2, (count: number) => `${spoof(count)}, 192.0.2.66, 10.0.0.9`],
    ['no proxy', 0, spoof],
  ] as const)(
    'with %s that the app knows: the attacker stays one client',
    async (_, trustedProxies, forward) => {
      const { open, authorized } = createThrottledApp({
        trustedProxies,
        throttling: { source: { limit: 10 } },
      })
      const statuses = []
      for (let count = 0; count < 30; count++) {
        const visit = open({ address: '192.0.2.66', headers: { 'x-forwarded-for': forward(count) } })
        statuses.push((await submitPassword(visit, `user-${count}@example.com`)).status)
      }
      expect(countAllowed(statuses)).toBe(10)
      expect(authorized).toHaveLength(10)
    },
  )

  test('with a proxy that the app does not know: the limit of each account holds', async () => {
    const { open, authorized } = createThrottledApp()
    for (let count = 0; count < 30; count++) {
      const visit = open({ address: '192.0.2.66', headers: { 'x-forwarded-for': spoof(count) } })
      await submitPassword(visit, victim)
    }
    expect(authorized).toHaveLength(10)
  })

  test('with the address of a victim: the victim can still sign in', async () => {
    const { open } = createThrottledApp({ trustedProxies: 1, throttling: { source: { limit: 5 } } })
    for (let count = 0; count < 20; count++) {
      const headers = { 'x-forwarded-for': '192.0.2.1, 192.0.2.66' }
      await submitPassword(open({ headers }), `user-${count}@example.com`)
    }
    await expectSignIn(open({ headers: { 'x-forwarded-for': '192.0.2.1' } }), victim)
  })
})
