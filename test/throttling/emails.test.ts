import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTappedAdapter, getLocation, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createThrottledApp, stopClock } from './throttled-app.js'

function createEmailApp() {
  const mailbox = captureEmails({})
  const tap = createTappedAdapter(MemoryAdapter())
  const app = createThrottledApp({ adapter: tap.adapter, providers: [mailbox.provider] })
  return { ...app, ...mailbox, calls: tap.calls }
}

describe('requests for sign-in emails', () => {
  test('three in an hour for one address, from any client; the next is possible after the hour', async () => {
    const advance = stopClock()
    const { open, emails } = createEmailApp()
    for (let count = 0; count < 6; count++) {
      const visit = open({ address: `192.0.2.${count}` })
      const response = await visit.signIn('mail', { email: 'ada@example.com' })
      expect(response.status).toBe(count < 3 ? 302 : 429)
    }
    expect(emails).toHaveLength(3)
    await advance(3600)
    expect((await open().signIn('mail', { email: 'ada@example.com' })).status).toBe(302)
    expect(emails).toHaveLength(4)
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
    expect((await visit.signIn('mail', { email: 'ada@example.com' })).status).toBe(429)
    expect(calls).toEqual([])
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
