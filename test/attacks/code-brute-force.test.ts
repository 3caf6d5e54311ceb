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
  const mailbox = captureEmails({ code: true, generateVerificationToken: () => codes.shift() ?? '87654321' })
  const app = createTestApp({ adapter: tap.adapter, providers: [mailbox.provider] })
  const victim = app.open()
  await victim.signIn('mail', { email: 'ada@example.com' })
  return { ...app, ...mailbox, victim, looked }
}

async function submitCode(visit: Visitor, token: string, more = {}): Promise<string | null> {
  const csrfToken = await visit.getCsrfToken()
  return getLocation(await visit.post('/auth/callback/mail', { csrfToken, token, ...more }))
}

describe("somebody's code", () => {
  test('is of no use in another browser, not even to who read it in the mail', async () => {
    const { open, victim } = await startVictimSignIn()
    const attacker = open()
    expect(await submitCode(attacker, '12345678', { email: 'ada@example.com' })).toBe(failed)
    expect(await attacker.getSession()).toBeNull()
    expect(await submitCode(victim, '12345678')).toBe(origin)
  })

  test('is of no use to who waits for a code of their own, for the same address or another', async () => {
    for (const email of ['ada@example.com', 'eve@evil.example']) {
      const { open, victim } = await startVictimSignIn()
      const attacker = open()
      await attacker.signIn('mail', { email })
      expect(await submitCode(attacker, '12345678', { email: 'ada@example.com' })).toBe(again)
      expect(await attacker.getSession()).toBeNull()
      expect(await submitCode(victim, '12345678')).toBe(origin)
    }
  })

  test('is not used up, and no guess of theirs, by an attacker who guesses for the same address', async () => {
    const { open, victim } = await startVictimSignIn()
    for (let browser = 0; browser < 4; browser++) {
      const attacker = open()
      await attacker.signIn('mail', { email: 'ada@example.com' })
      for (let guess = 0; guess < 6; guess++) await submitCode(attacker, '00000000')
    }
    for (let guess = 0; guess < 4; guess++) expect(await submitCode(victim, '00000000')).toBe(again)
    expect(await submitCode(victim, '12345678')).toBe(origin)
  })

  test('is not let in by one’s own code, for all that the form says', async () => {
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
    ['one after the other', 1, 40],
    ['forty at the same moment', 40, 1],
    ['ten times eight at the same moment', 8, 10],
  ])('%s, five are looked at', async (_, width, rounds) => {
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

  test('a new code makes new guesses, of which the old code is none', async () => {
    const { victim } = await startVictimSignIn()
    for (let guess = 0; guess < 5; guess++) await submitCode(victim, '00000000')
    await victim.signIn('mail', { email: 'ada@example.com' })
    expect(await submitCode(victim, '12345678')).toBe(again)
    expect(await submitCode(victim, '87654321')).toBe(origin)
  })
})

describe('the cookie of who waits for a code', () => {
  test('says nothing that could be read or changed', async () => {
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
