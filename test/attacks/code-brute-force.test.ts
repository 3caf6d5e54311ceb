import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createTappedAdapter, createTestApp, getLocation, origin } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import type { Visitor } from '../support/visitor.js'

const failed = `${origin}/auth/error?error=Verification`
const again = `${origin}/auth/verify-request?provider=mail&type=email&error=Verification`
const pendingCookie = '__Secure-authjs.state-code'

async function startVictimSignIn(code = '12345678') {
  const store = MemoryAdapter()
  const looked: unknown[] = []
  const tap = createTappedAdapter(store, (method, [key]) => {
    if (method === 'getVerificationToken') looked.push(key)
  })
  const codes = [code]
  const mailbox = captureEmails({
    oneTimeCode: true,
    generateVerificationToken: () => codes.shift() ?? '87654321',
  })
  const app = createTestApp({ adapter: tap.adapter, providers: [mailbox.provider] })
  const victim = app.open()
  await victim.signIn('mail', { email: 'ada@example.com' })
  return { ...app, ...mailbox, victim, looked }
}

async function submitCode(visit: Visitor, token: string, more = {}): Promise<string | null> {
  const csrfToken = await visit.getCsrfToken()
  return getLocation(await visit.post('/auth/callback/mail', { csrfToken, token, ...more }))
}

describe('the code of a victim', () => {
  test('is rejected in another browser, even if the email was read', async () => {
    const { open, victim } = await startVictimSignIn()
    const attacker = open()
    expect(await submitCode(attacker, '12345678', { email: 'ada@example.com' })).toBe(failed)
    expect(await attacker.getSession()).toBeNull()
    expect(await submitCode(victim, '12345678')).toBe(origin)
  })

  test('is rejected in a browser with its own pending code, for the same email or another', async () => {
    for (const email of ['ada@example.com', 'eve@evil.example']) {
      const { open, victim } = await startVictimSignIn()
      const attacker = open()
      await attacker.signIn('mail', { email })
      expect(await submitCode(attacker, '12345678', { email: 'ada@example.com' })).toBe(again)
      expect(await attacker.getSession()).toBeNull()
      expect(await submitCode(victim, '12345678')).toBe(origin)
    }
  })

  test('stays valid with all its attempts if an attacker guesses codes for the same email', async () => {
    const { open, victim } = await startVictimSignIn()
    for (let browser = 0; browser < 4; browser++) {
      const attacker = open()
      await attacker.signIn('mail', { email: 'ada@example.com' })
      for (let guess = 0; guess < 6; guess++) await submitCode(attacker, '00000000')
    }
    for (let guess = 0; guess < 4; guess++) expect(await submitCode(victim, '00000000')).toBe(again)
    expect(await submitCode(victim, '12345678')).toBe(origin)
  })

  test('cannot be replaced by the code of the attacker through form fields', async () => {
    const { open, getLatestEmail } = await startVictimSignIn()
    const attacker = open()
    await attacker.signIn('mail', { email: 'eve@evil.example' })
    const { token } = getLatestEmail()
    await submitCode(attacker, token, { email: 'ada@example.com', identifier: 'ada@example.com' })
    expect(await attacker.getSession()).toMatchObject({ user: { email: 'eve@evil.example' } })
  })
})

describe('guessing with a copy of all cookies', () => {
  test.each([
    ['40 sequential attempts', 1, 40],
    ['40 concurrent attempts', 40, 1],
    ['10 rounds of 8 concurrent attempts', 8, 10],
  ])('%s: at most five are compared', async (_, width, rounds) => {
    const { victim, looked } = await startVictimSignIn()
    const thief = victim.cloneWithCookies()
    const csrfToken = await thief.getCsrfToken()
    let guess = 0
    for (let round = 0; round < rounds; round++)
      await Promise.all(
        Array.from({ length: width }, () => {
          const token = String(++guess).padStart(8, '0')
          return thief.post('/auth/callback/mail', { csrfToken, token })
        }),
      )
    expect(looked.length).toBeLessThanOrEqual(5)
    expect(looked.length).toBeGreaterThan(0)
    expect(await thief.getSession()).toBeNull()
  })

  test('a new code has new attempts, and the old code is invalid', async () => {
    const { victim } = await startVictimSignIn()
    for (let guess = 0; guess < 5; guess++) await submitCode(victim, '00000000')
    await victim.signIn('mail', { email: 'ada@example.com' })
    expect(await submitCode(victim, '12345678')).toBe(again)
    expect(await submitCode(victim, '87654321')).toBe(origin)
  })
})

describe('the cookie of a pending code', () => {
  test('is encrypted and authenticated', async () => {
    const { open, victim, getLatestEmail } = await startVictimSignIn()
    const sealed = victim.jar.get(pendingCookie)?.value ?? ''
    expect(sealed.length).toBeGreaterThan(100)
    expect(decodeURIComponent(sealed) + Buffer.from(sealed, 'base64')).not.toMatch(/ada|example|12345678/)
    const attacker = open()
    const changed = [
      `${sealed.slice(0, -4)}AAAA`,
      sealed.slice(0, 60),
      'x',
      `{"identifier":"ada@example.com"}`,
    ]
    for (const value of changed) {
      attacker.jar.set(origin, `${pendingCookie}=${encodeURIComponent(value)}; Secure; Path=/`)
      expect(await submitCode(attacker, getLatestEmail().token), value).toBe(failed)
    }
  })
})
