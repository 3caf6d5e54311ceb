import { describe, expect, test, vi } from 'vitest'
import {
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

  test('the answer is the same for an address of another user, who is told (S8)', async () => {
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

  test('a verified address becomes the primary one; the old one stays, is told, and can undo it for 7 days (S8)', async () => {
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
    const stranger = app.open()
    const page = await stranger.get(`/auth/account/undo-email?token=${token}`)
    expect(await page.text()).toContain(email)
    expect((await readAccount(visit)).emails[0]).toMatchObject({ email: otherEmail })
    expect(await submit(stranger, 'undo-email', { token })).toMatchObject({ status: 200, body: { email } })
    expect(await visit.getSession()).toBeNull()
    const again = await signIn(app)
    expect((await readAccount(again)).emails).toMatchObject([{ email, isPrimary: true }])
    expect(await submit(stranger, 'undo-email', { token })).toMatchObject({ body: { error: 'expired-link' } })
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

  test('a removed address is told, can undo it, and signs in no more', async () => {
    const app = create()
    const visit = await signIn(app)
    await addEmail(app, visit)
    const id = await getEmailId(visit, otherEmail)
    expect((await submit(visit, 'emails', { change: 'remove', id })).status).toBe(200)
    expect((await readAccount(visit)).emails).toHaveLength(1)
    expect(await app.store.getUserByEmail(otherEmail)).toBeNull()
    expect(await submit(app.open(), 'undo-email', { token: getToken(app, otherEmail) })).toMatchObject({
      status: 200,
    })
    expect((await readAccount(await signIn(app))).emails).toHaveLength(2)
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
})
