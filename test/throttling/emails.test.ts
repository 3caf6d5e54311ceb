import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTappedAdapter, getLocation, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createThrottledApp, stopClock } from './throttled-app.js'

function createEmailApp(options: Parameters<typeof captureEmails>[0] = {}) {
  const mailbox = captureEmails(options)
  const tap = createTappedAdapter(MemoryAdapter())
  const app = createThrottledApp({ adapter: tap.adapter, providers: [mailbox.provider] })
  return { ...app, ...mailbox, calls: tap.calls }
}

describe('requests for sign-in emails', () => {
  test('three at once to one address, then one in 20 minutes; the others are answered as if it was sent', async () => {
    const advance = stopClock()
    const { open, emails } = createEmailApp()
    const request = async () => {
      const response = await open().signIn('mail', { email: 'ada@example.com' })
      expect(getLocation(response)).toContain('/auth/verify-request')
      return emails.length
    }
    const counts = []
    for (let count = 0; count < 6; count++) counts.push(await request())
    expect(counts).toEqual([1, 2, 3, 3, 3, 3])
    await advance(1_201)
    expect([await request(), await request()]).toEqual([4, 4])
    await advance(3_601)
    expect(await request()).toBe(5)
  })

  test('a day of requests every minute leads to at most 150 emails', async () => {
    const advance = stopClock()
    const { open, emails } = createEmailApp()
    const visit = open()
    for (let minute = 0; minute < 1440; minute++) {
      await visit.signIn('mail', { email: 'ada@example.com' })
      await advance(60)
    }
    expect(emails.length).toBeLessThanOrEqual(150)
    expect(emails.length).toBeGreaterThan(70)
  })

  test.each([false, true])(
    'one-time code: %s: the owner gets an email in a new browser, however many others request',
    async oneTimeCode => {
      const advance = stopClock()
      const { open, emails } = createEmailApp({ oneTimeCode })
      let sent = 0
      for (let hour = 0; hour < 24; hour++) {
        for (let count = 0; count < 8; count++)
          await open({ address: '198.51.100.7' }).signIn('mail', { email: 'ada@example.com' })
        const before = emails.length
        const response = await open({ address: '203.0.113.9' }).signIn('mail', { email: 'ada@example.com' })
        expect(response.status).toBe(302)
        sent += emails.length - before
        await advance(3_601)
      }
      expect(sent).toBe(24)
    },
  )

  test('the owner gets a code also from the network of the attacker', async () => {
    const advance = stopClock()
    const { open, emails } = createEmailApp({ oneTimeCode: true })
    let sent = 0
    for (let minute = 0; minute < 1440 && sent === 0; minute++) {
      await open().signIn('mail', { email: 'ada@example.com' })
      const before = emails.length
      if (minute > 3 && minute % 10 === 9) await open().signIn('mail', { email: 'ada@example.com' })
      sent += emails.length - before
      await advance(60)
    }
    expect(sent).toBe(1)
  })

  test('the networks of an attacker share their reserve: at most 24 emails a day', async () => {
    const { open, emails } = createEmailApp()
    for (let count = 0; count < 60; count++)
      await open({ address: `192.0.2.${count}` }).signIn('mail', { email: 'ada@example.com' })
    expect(emails).toHaveLength(3 + 24)
  })

  test('a code above the limit is refused: only the browser that requested a code can use it', async () => {
    const { open, emails } = createEmailApp({ oneTimeCode: true })
    const visit = open()
    for (let count = 0; count < 3; count++) await visit.signIn('mail', { email: 'ada@example.com' })
    const response = await visit.signIn('mail', { email: 'ada@example.com' })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(1_200)
    expect(emails).toHaveLength(3)
  })

  test('so is a link that would have expired', async () => {
    const { open } = createEmailApp({ maxAge: 600 })
    const visit = open()
    for (let count = 0; count < 3; count++) await visit.signIn('mail', { email: 'ada@example.com' })
    expect((await visit.signIn('mail', { email: 'ada@example.com' })).status).toBe(429)
  })

  test('30 in an hour for one client, to any addresses', async () => {
    const { open, emails } = createEmailApp()
    for (let count = 0; count < 35; count++)
      await open({ address: '192.0.2.1' }).signIn('mail', { email: `user-${count}@example.com` })
    expect(emails).toHaveLength(30)
    await open({ address: '192.0.2.2' }).signIn('mail', { email: 'ada@example.com' })
    expect(emails).toHaveLength(31)
  })

  test('a request above the limit stores nothing, sends nothing, and does not end the link that was sent', async () => {
    const { open, calls, emails, getLatestEmail } = createEmailApp()
    const visit = open()
    for (let count = 0; count < 3; count++) await visit.signIn('mail', { email: 'ada@example.com' })
    calls.length = 0
    const { url } = getLatestEmail()
    expect((await visit.signIn('mail', { email: 'ada@example.com' })).status).toBe(302)
    expect(calls).toEqual(['getUserByEmail'])
    expect(emails).toHaveLength(3)
    expect(getLocation(await visit.get(url))).toBe(origin)
    expect(await visit.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
  })

  test('the limit is the same for users and for unknown addresses', async () => {
    const { open, config } = createEmailApp()
    await config.adapter?.createUser?.({ id: '1', email: 'ada@example.com', emailVerified: null })
    const statuses = []
    for (const email of ['ada@example.com', 'nobody@example.com'])
      for (let count = 0; count < 5; count++) statuses.push((await open().signIn('mail', { email })).status)
    expect(statuses.slice(0, 5)).toEqual(statuses.slice(5))
  })

  test('a user who signed in with this browser gets emails when others used up the limit', async () => {
    const { open, getLatestEmail, emails } = createEmailApp()
    const owner = open()
    await owner.signIn('mail', { email: 'ada@example.com' })
    await owner.get(getLatestEmail().url)
    for (let count = 0; count < 5; count++) await open().signIn('mail', { email: 'ada@example.com' })
    expect(emails).toHaveLength(3)
    expect((await owner.signIn('mail', { email: 'ada@example.com' })).status).toBe(302)
    expect(emails).toHaveLength(4)
  })
})
