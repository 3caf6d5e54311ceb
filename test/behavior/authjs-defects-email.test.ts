import { Auth } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { EmailConfig } from 'latchkey/providers'
import { describe, expect, test } from 'vitest'
import {
  type AppSetup,
  leadsTo,
  makeApp,
  origin,
  plainAdapter,
  secret,
  sessionCookie,
  tapped,
} from '../support/app.js'
import { postOffice } from '../support/post-office.js'
import { visitor } from '../support/visitor.js'

const address = 'ada@example.com'

function mailApp(mail: Partial<EmailConfig> = {}, setup: AppSetup = {}) {
  const store = MemoryAdapter()
  const office = postOffice(mail)
  const tap = tapped(setup.adapter ?? store)
  const app = makeApp({ providers: [office.provider], ...setup, adapter: tap.adapter })
  return { ...app, ...office, store, calls: tap.calls }
}

describe('Behaviour section 21: what the reference gets wrong, by mail', () => {
  test.each([
    ['the same user', address],
    ['somebody else, who is new', 'bob@example.com'],
  ])('D10: a link leaves no session of before behind, of %s', async (_, second) => {
    const { open, store, letter } = mailApp({}, { session: { strategy: 'database' } })
    const visit = open()
    const held: string[] = []
    for (const email of [address, second]) {
      await visit.signIn('mail', { email })
      await visit.get(letter().url)
      held.push(visit.jar.get(sessionCookie)?.value ?? '')
    }
    const [before = '', now = ''] = held
    expect(await store.getSessionAndUser(before)).toBeNull()
    expect(await store.getSessionAndUser(now)).toMatchObject({ user: { email: second } })
  })

  test('D14: a link that was mailed before the secret was rotated still works', async () => {
    const { config, open, letter } = mailApp()
    const visit = open()
    await visit.signIn('mail', { email: address })
    const rotated = { ...config, secret: [`a newer ${secret}`, secret] }
    const after = visitor(request => Auth(request, rotated), origin, { jar: visit.jar })
    expect(leadsTo(await after.get(letter().url))).toBe(origin)
    expect(await after.session()).toMatchObject({ user: { email: address } })
  })

  test('D14: so does a code', async () => {
    const { config, open, letter } = mailApp({ code: true })
    const visit = open()
    await visit.signIn('mail', { email: address })
    const rotated = { ...config, secret: [`a newer ${secret}`, secret] }
    const after = visitor(request => Auth(request, rotated), origin, { jar: visit.jar })
    const csrfToken = await after.csrf()
    const typed = await after.post('/auth/callback/mail', { csrfToken, token: letter().token })
    expect(leadsTo(typed)).toBe(origin)
  })

  test('D15: a scanner that opens a link first leaves it to its reader', async () => {
    const { open, letter } = mailApp()
    const visit = open()
    await visit.signIn('mail', { email: address })
    await open().get(letter().url)
    expect(leadsTo(await visit.get(letter().url))).toBe(origin)
  })

  test.each([
    ['that can look without using', false],
    ['that cannot', true],
  ])('D15: who may not come in yet keeps their link, with an adapter %s', async (_, isPlain) => {
    let isOpen = true
    const adapter = isPlain ? plainAdapter() : MemoryAdapter()
    const { open, letter } = mailApp({}, { adapter, callbacks: { signIn: () => isOpen } })
    const visit = open()
    await visit.signIn('mail', { email: address })
    isOpen = false
    expect(leadsTo(await visit.get(letter().url))).toBe(`${origin}/auth/error?error=AccessDenied`)
    isOpen = true
    expect(leadsTo(await visit.get(letter().url))).toBe(origin)
  })

  test.each([
    'ada\r\nbcc: eve@evil.example@example.com',
    'ada@example.com\r\nBcc: eve@evil.example',
    'ada@example.com,evil.example',
    'a da@example.com',
    '<ada@example.com>',
    'ada\u0007@example.com',
  ])('D22: %j is no address', async email => {
    const { open, letters } = mailApp()
    expect(leadsTo(await open().signIn('mail', { email }))).toBe(`${origin}/auth/signin?error=EmailSignin`)
    expect(letters).toEqual([])
  })

  test('D22: what was an address stays the same one', async () => {
    const { open, letter } = mailApp()
    await open().signIn('mail', { email: ' Ada.Lovelace+news@Example.COM ' })
    expect(letter().identifier).toBe('ada.lovelace+news@example.com')
  })

  test('D31: a mail that cannot be sent is told as such, on a page where one can try again', async () => {
    const { open, log } = mailApp({ sendVerificationRequest: () => Promise.reject(new Error('no route')) })
    const visit = open()
    const answer = await visit.signIn('mail', { email: address })
    expect(leadsTo(answer)).toBe(`${origin}/auth/signin?error=EmailSignin`)
    const markup = await (await visit.follow(answer)).text()
    expect(markup).toContain('role="alert"')
    expect(markup).toContain('action="https://app.example/auth/signin/mail"')
    expect(log.types()).toEqual(['EmailSignInError'])
  })

  test('D38: beside mail, too, an adapter is asked for what stored sessions call', async () => {
    const { createSession: _, ...adapter } = MemoryAdapter()
    const { provider } = postOffice()
    const { open, log } = makeApp({ providers: [provider], adapter, session: { strategy: 'database' } })
    expect((await open().get('/auth/csrf')).status).toBe(500)
    expect(log.types()).toEqual(['MissingAdapterMethods'])
    expect(log.errors[0]?.message).toContain('createSession')
  })

  test('D54: whether an address is known is not to be read from the answer', async () => {
    const { open, store, calls } = mailApp()
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
