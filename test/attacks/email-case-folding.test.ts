import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { normalizeEmail } from '../../src/email/address.js'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createPasskeyApp } from '../support/passkey-app.js'

/** The Basic Multilingual Plane. */
const allCharacters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code))
/** Its characters outside ASCII whose lower case has an ASCII letter. */
const foldingCharacters = allCharacters.filter(
  character => character > '\x7f' && /[a-z]/.test(character.toLowerCase()),
)

test('the characters that lower-case to ASCII letters are K and İ', () => {
  expect(foldingCharacters).toEqual(['\u0130', '\u212a'])
})

test('an email is rejected if and only if one of its letters outside ASCII lower-cases to an ASCII letter', () => {
  const isRefused = (email: string) => {
    const result = normalizeEmail(email)
    return typeof result !== 'string' && result.reason.includes('lower case')
  }
  for (const [start, end] of [
    ['ad', 'a@example.com'],
    ['ada@ex', 'mple.com'],
  ])
    expect(allCharacters.filter(character => isRefused(start + character + end))).toEqual(foldingCharacters)
})

const victimEmail = 'kai@kilo.example'
const lookalikes = ['\u212aai@kilo.example', 'kai@\u212ailo.example', 'ka\u0130@kilo.example']

async function withVictim() {
  const op = createMaliciousProvider()
  const store = MemoryAdapter()
  const mailbox = captureEmails()
  const lowerCase = captureEmails({ id: 'custom', normalizeIdentifier: email => email.toLowerCase() })
  const providers = [
    mailbox.provider,
    lowerCase.provider,
    op.provider({ allowDangerousEmailAccountLinking: true }),
  ]
  await store.createUser({ id: 'victim', email: victimEmail, emailVerified: new Date() })
  return { mailbox, lowerCase, ...createTestApp({ op, adapter: store, providers }) }
}

describe.each(lookalikes)('the lookalike %j of an ASCII email', email => {
  test.each(['mail', 'custom'])('receives no sign-in email from the provider %s', async provider => {
    const { open, mailbox, lowerCase, log } = await withVictim()
    const response = await open().signIn(provider, { email })
    expect(getLocation(response)).toBe(`${origin}/auth/signin?error=EmailSignin`)
    expect([...mailbox.emails, ...lowerCase.emails]).toEqual([])
    expect(log.types()).toEqual(['EmailSignInError'])
    expect(log.errors[0]?.message).toMatch(/U\+(212A|0130)/)
  })

  test('cannot start the registration of a passkey', async () => {
    const query = new URLSearchParams({ action: 'register', email })
    const response = await createPasskeyApp().open().get(`/auth/webauthn-options/passkey?${query}`)
    expect(response.status).toBe(400)
  })

  test('cannot sign in with a provider', async () => {
    const { open, op, log } = await withVictim()
    const visit = open()
    const response = await runRoundTrip(visit, op, { as: { sub: 'eve', email, email_verified: true } })
    expect(getLocation(response)).toBe(`${origin}/auth/error?error=Configuration`)
    expect(log.types()).toEqual(['OAuthProfileParseError'])
    expect(await visit.getSession()).toBeNull()
  })
})

test('a dotted capital I of two characters is rejected too', () => {
  expect(normalizeEmail('kaI\u0307@kilo.example')).toHaveProperty('reason')
})

test('a user whose stored email has such a letter is not found by the ASCII email', async () => {
  const store = MemoryAdapter()
  const user = await store.createUser({
    id: 'eve',
    email: '\u212aai@kilo.example',
    emailVerified: new Date(),
  })
  const mailbox = captureEmails()
  // Like a database collation that folds the Kelvin sign.
  const adapter = { ...store, getUserByEmail: async () => user }
  const visit = createTestApp({ adapter, providers: [mailbox.provider], session: { strategy: 'jwt' } }).open()
  await visit.signIn('mail', { email: victimEmail })
  await visit.get(mailbox.getLatestEmail().url)
  expect((await visit.getSession())?.['user']).toMatchObject({ email: victimEmail })
})
