import { describe, expect, test, vi } from 'vitest'
import type { Visitor } from '../../support/visitor.js'
import {
  type AccountApp,
  addEmail,
  createAccountApp,
  email,
  getEmailId,
  getToken,
  json,
  otherEmail,
  readAccount,
  readJson,
  signIn,
  signInUnverified,
  strategies,
  submit,
} from './account-app.js'

const revocation = { maxStale: 0 }

describe.each(strategies)('email addresses with %s sessions', strategy => {
  const session = { strategy }
  const create = (setup = {}) => createAccountApp({ session, revocation, ...setup })

  test('a new address is pending until its user opens the link and sends the form (S8)', async () => {
    const app = create()
    const visit = await signIn(app)
    expect(await submit(visit, 'emails', { change: 'add', email: otherEmail })).toMatchObject({ status: 200 })
    expect((await readAccount(visit)).emails).toMatchObject([
      { email, isPrimary: true, isVerified: true },
      { email: otherEmail, isPrimary: false, isVerified: false },
    ])
    const token = getToken(app, otherEmail)
    await visit.get(`/auth/account/confirm-email?token=${token}`)
    expect((await readAccount(visit)).emails[1]).toMatchObject({ isVerified: false })
    expect((await submit(visit, 'confirm-email', { token })).status).toBe(200)
    expect((await readAccount(visit)).emails[1]).toMatchObject({ email: otherEmail, isVerified: true })
    expect(await submit(visit, 'confirm-email', { token })).toMatchObject({ body: { error: 'expired-link' } })
    expect(app.sent.filter(({ to }) => to === email).at(-1)?.text).toContain(otherEmail)
  })

  test('the user signs in with each verified address, as the same user', async () => {
    const app = create()
    const visit = await signIn(app)
    await addEmail(app, visit)
    const { profile } = await readAccount(visit)
    const other = app.open()
    await other.signIn('mail', { email: otherEmail })
    await other.get(app.links.getLatestEmail().url)
    await other.post(app.links.getLatestEmail().url, { csrfToken: await other.getCsrfToken() })
    expect((await readAccount(other)).profile).toMatchObject({ id: profile['id'], email })
  })

  test('the link of an address works for its user only, so that no one adds it to the account of another person', async () => {
    const app = create()
    const mallory = await signIn(app, 'mallory', 'mallory@example.com')
    const ada = await signIn(app)
    await submit(mallory, 'emails', { change: 'add', email: otherEmail })
    const token = getToken(app, otherEmail)
    expect(await submit(ada, 'confirm-email', { token })).toMatchObject({ body: { error: 'expired-link' } })
    const page = await ada.get(`/auth/account/confirm-email?token=${token}`, json)
    expect(await readJson(page)).toMatchObject({ error: 'expired-link' })
    expect(await submit(app.open(), 'confirm-email', { token })).toMatchObject({ status: 401 })
    expect((await submit(mallory, 'confirm-email', { token })).status).toBe(200)
  })

  test('the answer is the same for an address of another user, who is notified (S8)', async () => {
    const app = create()
    await signIn(app, 'grace', 'grace@example.com')
    const ada = await signIn(app)
    const taken = await submit(ada, 'emails', { change: 'add', email: 'grace@example.com' })
    const free = await submit(ada, 'emails', { change: 'add', email: 'free@example.com' })
    expect(taken).toEqual(free)
    const message = app.sent.find(({ to }) => to === 'grace@example.com')
    expect(message?.text).not.toContain('token=')
    expect((await readAccount(ada)).emails.map(({ email, isVerified }) => [email, isVerified])).toEqual([
      [email, true],
      ['free@example.com', false],
      ['grace@example.com', false],
    ])
  })

  test('an address that another user verified meanwhile is refused', async () => {
    const app = create()
    const ada = await signIn(app)
    const grace = await signIn(app, 'grace', 'grace@example.com')
    for (const visit of [ada, grace]) await submit(visit, 'emails', { change: 'add', email: otherEmail })
    const [first, second] = app.sent
      .filter(({ to }) => to === otherEmail)
      .map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')
    expect((await submit(ada, 'confirm-email', { token: first ?? '' })).status).toBe(200)
    expect(await submit(grace, 'confirm-email', { token: second ?? '' })).toMatchObject({
      status: 409,
      body: { error: 'email-taken' },
    })
  })

  test('of two users who confirm one address at once, one gets it', async () => {
    const app = create()
    const ada = await signIn(app)
    const grace = await signIn(app, 'grace', 'grace@example.com')
    for (const visit of [ada, grace]) await submit(visit, 'emails', { change: 'add', email: otherEmail })
    const tokens = app.sent
      .filter(({ to }) => to === otherEmail)
      .map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')
    const results = await Promise.all(
      [ada, grace].map((visit, index) => submit(visit, 'confirm-email', { token: tokens[index] ?? '' })),
    )
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a verified address becomes the primary one; the old one stays, is notified, and can undo it for 7 days (S8)', async () => {
    const app = create()
    const visit = await signIn(app)
    const other = await signIn(app)
    await addEmail(app, visit)
    const id = await getEmailId(visit, otherEmail)
    expect((await submit(visit, 'emails', { change: 'make-primary', id })).status).toBe(200)
    expect((await readAccount(visit)).emails).toMatchObject([
      { email: otherEmail, isPrimary: true },
      { email, isPrimary: false, isVerified: true },
    ])
    expect(await visit.getSession()).toMatchObject({ user: { email: otherEmail } })
    expect(await other.getSession()).toBeNull()

    const token = getToken(app, email)
    const anonymous = app.open()
    const page = await anonymous.get(`/auth/account/undo-email?token=${token}`)
    expect(await page.text()).toContain(email)
    expect((await readAccount(visit)).emails[0]).toMatchObject({ email: otherEmail })
    expect(await submit(anonymous, 'undo-email', { token })).toMatchObject({ status: 200, body: { email } })
    expect(await visit.getSession()).toBeNull()
    const again = await signIn(app)
    expect((await readAccount(again)).emails).toMatchObject([{ email, isPrimary: true }])
    expect(await submit(anonymous, 'undo-email', { token })).toMatchObject({
      body: { error: 'expired-link' },
    })
  })

  test('an undo link expires after 7 days', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = create()
    const visit = await signIn(app)
    await addEmail(app, visit)
    await submit(visit, 'emails', { change: 'make-primary', id: await getEmailId(visit, otherEmail) })
    const token = getToken(app, email)
    vi.setSystemTime(Date.now() + 7 * 86_400_000 + 1000)
    expect(await submit(app.open(), 'undo-email', { token })).toMatchObject({
      body: { error: 'expired-link' },
    })
    vi.useRealTimers()
  })

  test('links that were sent to the old address end (S8)', async () => {
    const app = create()
    const visit = await signIn(app)
    await addEmail(app, visit)
    await submit(visit, 'emails', { change: 'add', email: 'third@example.com' })
    const token = getToken(app, 'third@example.com')
    await submit(visit, 'emails', { change: 'make-primary', id: await getEmailId(visit, otherEmail) })
    expect(await submit(visit, 'confirm-email', { token })).toMatchObject({ body: { error: 'expired-link' } })
  })

  test('a removed address is notified, signs in no more, and cannot undo it: it is newer than the primary one', async () => {
    const app = create()
    const visit = await signIn(app)
    await addEmail(app, visit)
    const id = await getEmailId(visit, otherEmail)
    expect((await submit(visit, 'emails', { change: 'remove', id })).status).toBe(200)
    expect((await readAccount(visit)).emails).toHaveLength(1)
    expect(await app.store.getUserByEmail(otherEmail)).toBeNull()
    const notice = app.sent.filter(({ to }) => to === otherEmail).at(-1)
    expect(notice?.text).toContain('/auth/account/secure?')
    expect(notice?.text).not.toContain('undo-email')
  })

  test('the primary address is not removed, an unverified one not made primary, and ids of others are not found', async () => {
    const app = create()
    const ada = await signIn(app)
    const grace = await signIn(app, 'grace', 'grace@example.com')
    await addEmail(app, ada)
    await submit(ada, 'emails', { change: 'add', email: 'third@example.com' })
    const primary = await getEmailId(ada, email)
    const pending = await getEmailId(ada, 'third@example.com')
    const foreign = await getEmailId(ada, otherEmail)
    expect(await submit(ada, 'emails', { change: 'remove', id: primary })).toMatchObject({
      status: 409,
      body: { error: 'primary-email' },
    })
    expect(await submit(ada, 'emails', { change: 'make-primary', id: pending })).toMatchObject({
      body: { error: 'unverified-email' },
    })
    for (const change of ['remove', 'make-primary', 'resend'])
      for (const id of [foreign, primary, 'x', ''])
        expect(await submit(grace, 'emails', { change, id })).toMatchObject({
          status: 404,
          body: { error: 'not-found' },
        })
    expect((await readAccount(ada)).emails).toHaveLength(3)
  })

  test.each([
    ['', 'invalid-email'],
    ['no address', 'invalid-email'],
    ['á@example.com', 'invalid-email'],
    [email, 'already-added'],
    [email.toUpperCase(), 'already-added'],
  ])('%o is refused with %s', async (address, error) => {
    const visit = await signIn(create())
    expect(await submit(visit, 'emails', { change: 'add', email: address })).toMatchObject({
      status: 400,
      body: { error },
    })
  })

  test('the number of addresses has a limit', async () => {
    const app = create({ options: { maxEmails: 2 } })
    const visit = await signIn(app)
    await submit(visit, 'emails', { change: 'add', email: 'one@example.com' })
    expect(await submit(visit, 'emails', { change: 'add', email: 'two@example.com' })).toMatchObject({
      body: { error: 'too-many-emails' },
    })
    expect(
      (await submit(visit, 'emails', { change: 'resend', id: await getEmailId(visit, 'one@example.com') }))
        .status,
    ).toBe(200)
  })

  test('a user proves the primary address before another one is added', async () => {
    const app = create()
    const visit = await signInUnverified(app)
    expect(await submit(visit, 'emails', { change: 'add', email: otherEmail })).toMatchObject({
      status: 409,
      body: { error: 'unverified-email' },
    })
    const id = await getEmailId(visit, email)
    expect((await submit(visit, 'emails', { change: 'resend', id })).status).toBe(200)
    expect((await submit(visit, 'confirm-email', { token: getToken(app, email) })).status).toBe(200)
    expect((await readAccount(visit)).emails).toMatchObject([{ email, isVerified: true }])
    await addEmail(app, visit)
    expect((await readAccount(visit)).emails).toHaveLength(2)
  })

  describe('of a stolen session', () => {
    const makePrimary = async (visit: Visitor, address: string) =>
      await submit(visit, 'emails', { change: 'make-primary', id: await getEmailId(visit, address) })
    const listUndoLinks = (app: AccountApp, to: string) =>
      app.sent.filter(message => message.to === to && message.text.includes('/undo-email?'))

    test('an added address gets no link with which it wins against the older one', async () => {
      const app = create()
      const thief = await signIn(app)
      await addEmail(app, thief)
      await makePrimary(thief, otherEmail)
      await makePrimary(thief, email)
      expect(listUndoLinks(app, otherEmail)).toEqual([])
      const owner = await signIn(app)
      await submit(owner, 'emails', { change: 'remove', id: await getEmailId(owner, otherEmail) })
      expect(listUndoLinks(app, otherEmail)).toEqual([])
      expect(await thief.getSession()).toBeNull()
      expect(await app.store.getUserByEmail(email)).not.toBeNull()
      expect((await readAccount(owner)).emails).toMatchObject([{ email, isPrimary: true }])
    })

    test('the undo removes every address that was added, and is notified', async () => {
      const app = create()
      const thief = await signIn(app)
      await addEmail(app, thief, 'evil2@example.com')
      await addEmail(app, thief)
      await makePrimary(thief, otherEmail)
      const token = getToken(app, email)
      app.sent.length = 0
      expect((await submit(app.open(), 'undo-email', { token })).status).toBe(200)
      expect(app.sent.map(({ to }) => to)).toEqual([email])
      const owner = await signIn(app)
      expect((await readAccount(owner)).emails).toMatchObject([{ email, isPrimary: true }])
      expect((await readAccount(owner)).emails).toHaveLength(1)
    })

    test('an older address that it removed comes back', async () => {
      const app = create()
      const thief = await signIn(app)
      await addEmail(app, thief)
      await makePrimary(thief, otherEmail)
      await submit(thief, 'emails', { change: 'remove', id: await getEmailId(thief, email) })
      expect((await submit(app.open(), 'undo-email', { token: getToken(app, email) })).status).toBe(200)
      expect((await readAccount(await signIn(app))).emails).toMatchObject([{ email, isPrimary: true }])
    })
  })

  test.each(['add', 'resend', 'make-primary', 'remove'])(
    '%s needs a sign-in in the last 15 minutes',
    async change => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const app = create()
      const visit = await signIn(app)
      await addEmail(app, visit)
      const id = await getEmailId(visit, otherEmail)
      vi.setSystemTime(Date.now() + 16 * 60_000)
      expect(await submit(visit, 'emails', { change, id, email: 'third@example.com' })).toMatchObject({
        status: 403,
        body: { error: 'recent-sign-in-required' },
      })
      expect((await readAccount(visit)).emails).toMatchObject([
        { email },
        { email: otherEmail, isVerified: true },
      ])
      vi.useRealTimers()
    },
  )

  test('finds users beside an adapter that rejects ids it did not generate', async () => {
    const known = new Set<unknown>()
    const app = create({
      tap(name: string, [given]: readonly unknown[]) {
        if (name.startsWith('createUser')) known.add(Object(given).id)
        if (name === 'getUser' && !known.has(given)) throw new Error('invalid input syntax for type integer')
      },
    })
    const visit = await signIn(app)
    await addEmail(app, visit)
    const other = app.open()
    await other.signIn('mail', { email: 'unknown@example.com' })
    expect(app.log.types()).toEqual([])
    expect((await readAccount(visit)).emails).toHaveLength(2)
  })

  test('a sign-in with another address does not verify a primary one that the app changed', async () => {
    const app = create()
    const visit = await signIn(app)
    await addEmail(app, visit)
    const user = await app.store.getUserByEmail(email)
    await app.store.updateUser?.({ id: user?.id ?? '', email: 'new@example.com', emailVerified: null })
    const other = app.open()
    await other.signIn('mail', { email: otherEmail })
    const { url } = app.links.getLatestEmail()
    await other.get(url)
    await other.post(url, { csrfToken: await other.getCsrfToken() })
    expect((await readAccount(other)).profile).toMatchObject({ id: user?.id })
    expect(await app.store.getUserByEmail('new@example.com')).toMatchObject({ emailVerified: null })
  })

  test('two primary addresses that are chosen at once lose none', async () => {
    const app = create()
    const visit = await signIn(app)
    await addEmail(app, visit)
    await addEmail(app, visit, 'third@example.com')
    const ids = [await getEmailId(visit, otherEmail), await getEmailId(visit, 'third@example.com')]
    await Promise.all(
      ids.map(id => submit(visit.cloneWithCookies(), 'emails', { change: 'make-primary', id })),
    )
    const emails = (await readAccount(await signIn(app))).emails.map(own => own.email).sort()
    expect(emails).toEqual([email, 'third@example.com', otherEmail].sort())
  })

  test('the address of a deleted user is free, also if its record stayed', async () => {
    const app = create()
    const value = { email: otherEmail, verifiedAt: 1 }
    const id = await hashHex(otherEmail)
    await app.store.records.putRecord({ kind: 'account.email', id, userId: 'gone', value, expires: null })
    const visit = await signIn(app)
    await addEmail(app, visit)
    expect((await readAccount(visit)).emails).toHaveLength(2)
  })

  test('emails to one address have a limit', async () => {
    const app = create({ throttling: {} })
    const visit = await signIn(app)
    expect((await submit(visit, 'emails', { change: 'add', email: otherEmail })).status).toBe(200)
    const statuses: number[] = []
    for (let count = 0; count < 8; count++)
      statuses.push((await submit(visit, 'emails', { change: 'add', email: otherEmail })).status)
    expect(statuses).toContain(429)
  })
})

async function hashHex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('hex')
}
