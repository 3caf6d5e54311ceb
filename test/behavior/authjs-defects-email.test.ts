import { Auth } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { EmailConfig } from 'latchkey/providers'
import { describe, expect, test } from 'vitest'
import {
  type AppSetup,
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
  secret,
  sessionCookie,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createVisitor } from '../support/visitor.js'

const address = 'ada@example.com'

function createEmailApp(mail: Partial<EmailConfig> = {}, setup: AppSetup = {}) {
  const store = MemoryAdapter()
  const mailbox = captureEmails(mail)
  const tap = createTappedAdapter(setup.adapter ?? store)
  const app = createTestApp({ providers: [mailbox.provider], ...setup, adapter: tap.adapter })
  return { ...app, ...mailbox, store, calls: tap.calls }
}

describe('differences from Auth.js: email', () => {
  test.each([
    ['the same user', address],
    ['a new user', 'bob@example.com'],
  ])('following a magic link deletes the previous session when signing in as %s', async (_, second) => {
    const { open, store, getLatestEmail } = createEmailApp({}, { session: { strategy: 'database' } })
    const visit = open()
    const held: string[] = []
    for (const email of [address, second]) {
      await visit.signIn('mail', { email })
      await visit.get(getLatestEmail().url)
      held.push(visit.jar.get(sessionCookie)?.value ?? '')
    }
    const [before = '', now = ''] = held
    expect(await store.getSessionAndUser(before)).toBeNull()
    expect(await store.getSessionAndUser(now)).toMatchObject({ user: { email: second } })
  })

  test('a magic link that was sent before a secret rotation still works', async () => {
    const { config, open, getLatestEmail } = createEmailApp()
    const visit = open()
    await visit.signIn('mail', { email: address })
    const rotated = { ...config, secret: [`a newer ${secret}`, secret] }
    const after = createVisitor(request => Auth(request, rotated), origin, { jar: visit.jar })
    expect(getLocation(await after.get(getLatestEmail().url))).toBe(origin)
    expect(await after.getSession()).toMatchObject({ user: { email: address } })
  })

  test('a one-time code that was sent before a secret rotation still works', async () => {
    const { config, open, getLatestEmail } = createEmailApp({ oneTimeCode: true })
    const visit = open()
    await visit.signIn('mail', { email: address })
    const rotated = { ...config, secret: [`a newer ${secret}`, secret] }
    const after = createVisitor(request => Auth(request, rotated), origin, { jar: visit.jar })
    const csrfToken = await after.getCsrfToken()
    const typed = await after.post('/auth/callback/mail', { csrfToken, token: getLatestEmail().token })
    expect(getLocation(typed)).toBe(origin)
  })

  test('a magic link still works after a link scanner opened it', async () => {
    const { open, getLatestEmail } = createEmailApp()
    const visit = open()
    await visit.signIn('mail', { email: address })
    await open().get(getLatestEmail().url)
    expect(getLocation(await visit.get(getLatestEmail().url))).toBe(origin)
  })

  test.each([
    ['that can read a token without consuming it', false],
    ['that cannot', true],
  ])(
    'a sign-in that the `signIn` callback denies leaves the magic link valid, with an adapter %s',
    async (_, isPlain) => {
      let isOpen = true
      const adapter = isPlain ? createPlainAdapter() : MemoryAdapter()
      const { open, getLatestEmail } = createEmailApp({}, { adapter, callbacks: { signIn: () => isOpen } })
      const visit = open()
      await visit.signIn('mail', { email: address })
      isOpen = false
      expect(getLocation(await visit.get(getLatestEmail().url))).toBe(
        `${origin}/auth/error?error=AccessDenied`,
      )
      isOpen = true
      expect(getLocation(await visit.get(getLatestEmail().url))).toBe(origin)
    },
  )

  test.each([
    'ada\r\nbcc: eve@evil.example@example.com',
    'ada@example.com\r\nBcc: eve@evil.example',
    'ada@example.com,evil.example',
    'a da@example.com',
    '<ada@example.com>',
    'ada\u0007@example.com',
  ])('%j is rejected as an email address', async email => {
    const { open, emails } = createEmailApp()
    expect(getLocation(await open().signIn('mail', { email }))).toBe(
      `${origin}/auth/signin?error=EmailSignin`,
    )
    expect(emails).toEqual([])
  })

  test('a valid email address is normalized to lower case without surrounding blanks', async () => {
    const { open, getLatestEmail } = createEmailApp()
    await open().signIn('mail', { email: ' Ada.Lovelace+news@Example.COM ' })
    expect(getLatestEmail().identifier).toBe('ada.lovelace+news@example.com')
  })

  test('if the email cannot be sent, the sign-in page shows an error and the form', async () => {
    const { open, log } = createEmailApp({
      sendVerificationRequest: () => Promise.reject(new Error('no route')),
    })
    const visit = open()
    const answer = await visit.signIn('mail', { email: address })
    expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=EmailSignin`)
    const markup = await (await visit.follow(answer)).text()
    expect(markup).toContain('role="alert"')
    expect(markup).toContain('action="https://app.example/auth/signin/mail"')
    expect(log.types()).toEqual(['EmailSignInError'])
  })

  test('an email provider with database sessions requires the session methods of the adapter', async () => {
    const { createSession: _, ...adapter } = MemoryAdapter()
    const { provider } = captureEmails()
    const { open, log } = createTestApp({ providers: [provider], adapter, session: { strategy: 'database' } })
    expect((await open().get('/auth/csrf')).status).toBe(500)
    expect(log.types()).toEqual(['MissingAdapterMethods'])
    expect(log.errors[0]?.message).toContain('createSession')
  })

  test('the response does not reveal whether an email belongs to a user', async () => {
    const { open, store, calls } = createEmailApp()
    await store.createUser({ id: 'ada', email: address, emailVerified: new Date() })
    const seen = []
    for (const email of [address, 'eve@example.com']) {
      calls.length = 0
      const { status, headers } = await open().signIn('mail', { email })
      seen.push({ status, location: headers.get('location'), calls: [...calls] })
    }
    expect(seen[0]).toEqual(seen[1])
  })
})
