import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { type AppSetup, createTappedAdapter } from '../support/app.js'
import { register, requestOptions, send, signIn } from '../support/passkey-app.js'
import type { Visitor } from '../support/visitor.js'
import { countAllowed, createThrottledApp } from './throttled-app.js'

const email = 'ada@example.com'

function createPasskeyApp(setup: AppSetup = {}) {
  const { adapter, calls } = createTappedAdapter(MemoryAdapter())
  return { ...createThrottledApp({ adapter, providers: [Passkey()], ...setup }), calls }
}

async function askForOptions(visit: Visitor, query: Record<string, string>): Promise<number> {
  return (await visit.get(`/auth/webauthn-options/passkey?${new URLSearchParams(query)}`)).status
}

describe('options of passkey ceremonies', () => {
  test.each([email, 'nobody@example.com'])('ten requests that name %s, then 429', async named => {
    const { open, calls } = createPasskeyApp()
    await register(open(), email)
    const statuses = []
    for (let count = 0; count < 13; count++)
      statuses.push(await askForOptions(open(), { action: 'authenticate', email: named }))
    calls.length = 0
    expect(await askForOptions(open(), { action: 'authenticate', email: named })).toBe(429)
    expect(calls).toEqual([])
    expect(countAllowed(statuses)).toBe(10)
  })

  test('100 requests of one client that name any accounts, then 429', async () => {
    const { open } = createPasskeyApp()
    const visit = open({ address: '192.0.2.1' })
    const statuses = []
    for (let count = 0; count < 104; count++)
      statuses.push(
        await askForOptions(visit, { action: 'authenticate', email: `user-${count}@example.com` }),
      )
    expect(countAllowed(statuses)).toBe(100)
    expect(await askForOptions(open({ address: '192.0.2.2' }), { email })).toBe(200)
  })

  test('requests that name no account do not count: the sign-in page sends one at each visit', async () => {
    const { open } = createPasskeyApp({ throttling: { source: { limit: 5 } } })
    const visit = open({ address: '192.0.2.1' })
    for (let count = 0; count < 20; count++)
      expect(await askForOptions(visit, { action: 'authenticate' })).toBe(200)
  })

  test('failed ceremonies of one client count', async () => {
    const { open } = createPasskeyApp({ throttling: { source: { limit: 5 } } })
    const visit = open({ address: '192.0.2.1' })
    const statuses = []
    for (let count = 0; count < 8; count++)
      statuses.push((await send(visit, { action: 'authenticate', data: '{}' })).status)
    expect(countAllowed(statuses)).toBe(5)
  })

  test('sign-ins with a named passkey do not count, for the client and for the account', async () => {
    const { open } = createPasskeyApp({ throttling: { source: { limit: 5 } } })
    const { device } = await register(open({ address: '192.0.2.9' }), email)
    for (let count = 0; count < 15; count++) {
      const visit = open({ address: '192.0.2.1' })
      const { options } = await requestOptions(visit, { action: 'authenticate', email })
      const response = await send(visit, { action: 'authenticate', data: device.authenticate(options) })
      expect(response.status).toBe(302)
      expect(await visit.getSession()).toMatchObject({ user: { email } })
    }
  })

  test('a passkey gets past the limit of its account', async () => {
    const { open } = createPasskeyApp()
    const { device } = await register(open(), email)
    for (let count = 0; count < 15; count++) await askForOptions(open(), { action: 'authenticate', email })
    const visit = open()
    expect((await signIn(visit, device)).status).toBe(302)
    expect(await visit.getSession()).toMatchObject({ user: { email } })
  })
})
