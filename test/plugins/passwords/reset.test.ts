import { account } from 'latchkey/account'
import { describe, expect, test, vi } from 'vitest'
import {
  createPasswordsApp,
  email,
  getLink,
  getToken,
  getUserEmail,
  json,
  newPassword,
  type PasswordsApp,
  password,
  signIn,
  signUp,
  strategies,
  submit,
} from './passwords-app.js'

async function requestReset(app: PasswordsApp): Promise<string> {
  await submit(app.open(), 'forgot', { email })
  return getToken(app)
}

describe.each(strategies)('reset with %s sessions', strategy => {
  const session = { strategy }

  test('sets the new password, ends all sessions, tells the user and does not sign in', async () => {
    const app = createPasswordsApp({ session, revocation: { maxStale: 0 } })
    const owner = await signUp(app)
    const other = app.open()
    await signIn(other)
    const token = await requestReset(app)
    const visit = app.open()
    const shown = await visit.get(getLink(app), json)
    expect(await shown.json()).toEqual({ email })
    expect(await submit(visit, 'reset', { token, password: newPassword })).toEqual({
      status: 200,
      body: { url: expect.stringContaining('/auth/passwords/sign-in') },
    })
    expect(await getUserEmail(visit)).toBeNull()
    expect(await getUserEmail(owner)).toBeNull()
    expect(await getUserEmail(other)).toBeNull()
    expect(app.sent.at(-1)).toMatchObject({
      to: email,
      subject: 'Your account at app.example has a new password',
    })
    expect(await signIn(app.open())).toMatchObject({ body: { error: 'wrong-credentials' } })
    expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
  })

  test('a link works once, GET changes nothing, and a change of the password ends all links', async () => {
    const app = createPasswordsApp({ session })
    await signUp(app)
    const first = await requestReset(app)
    const second = await requestReset(app)
    const link = getLink(app)
    for (let count = 0; count < 3; count++)
      expect((await app.open().get(link, { follow: true })).status).toBe(200)
    expect((await submit(app.open(), 'reset', { token: first, password: newPassword })).status).toBe(200)
    for (const token of [first, second])
      expect(await submit(app.open(), 'reset', { token, password: 'yet another password' })).toEqual({
        status: 400,
        body: { error: 'expired-link' },
      })
    expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
  })

  test('a link ends when the address of the user changes', async () => {
    const app = createPasswordsApp({ session })
    await signUp(app)
    const token = await requestReset(app)
    const user = await app.store.getUserByEmail?.(email)
    await app.store.updateUser?.({ id: user?.id ?? '', email: 'grace@example.com', emailVerified: null })
    expect(await submit(app.open(), 'reset', { token, password: newPassword })).toMatchObject({
      body: { error: 'expired-link' },
    })
    expect((await app.store.getUserByEmail?.('grace@example.com'))?.emailVerified).toBeNull()
  })

  test('a refused password leaves the link valid', async () => {
    const app = createPasswordsApp({ session })
    await signUp(app)
    const token = await requestReset(app)
    expect(await submit(app.open(), 'reset', { token, password: 'short' })).toMatchObject({
      body: { error: 'too-short' },
    })
    expect((await submit(app.open(), 'reset', { token, password: newPassword })).status).toBe(200)
  })

  test('of several requests with one link, one sets the password', async () => {
    const app = createPasswordsApp({ session })
    await signUp(app)
    const token = await requestReset(app)
    const chosen = Array.from({ length: 5 }, (_, index) => `${newPassword} ${index}`)
    const answers = await Promise.all(
      chosen.map(each => submit(app.open(), 'reset', { token, password: each })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = chosen[answers.findIndex(({ status }) => status === 200)] ?? ''
    expect((await signIn(app.open(), { password: winner })).status).toBe(200)
  })

  test('a crash at any store call leaves the old password with the link, or the new password', async () => {
    for (let failing = 0; failing < 40; failing++) {
      let count = Number.POSITIVE_INFINITY
      const tap = () => {
        count -= 1
        if (count === -1) throw new Error('The store is down.')
      }
      const app = createPasswordsApp({ session, tap, revocation: { maxStale: 0 } })
      const thief = await signUp(app)
      const token = await requestReset(app)
      const visit = app.open()
      const csrfToken = await visit.getCsrfToken()
      count = failing
      await visit.post('/auth/passwords/reset', { csrfToken, token, password: newPassword }, json)
      const isReached = count < 0
      count = Number.POSITIVE_INFINITY
      const again = await submit(app.open(), 'reset', { token, password: newPassword })
      const signedIn = await signIn(app.open(), { password: newPassword })
      expect({ failing, again: again.status, signedIn: signedIn.status }).toMatchObject({
        failing,
        signedIn: 200,
      })
      expect({ failing, email: await getUserEmail(thief) }).toEqual({ failing, email: null })
      if (!isReached) return
    }
    throw new Error('The reset makes more than 40 store calls.')
  })

  test('a verification link resets no password, and a reset link verifies no address', async () => {
    const app = createPasswordsApp({ session })
    await signUp(app)
    const reset = await requestReset(app)
    await submit(app.open(), 'sign-up', { email: 'grace@example.com', password })
    const verification = getToken(app)
    expect(await submit(app.open(), 'reset', { token: verification, password: newPassword })).toMatchObject({
      body: { error: 'expired-link' },
    })
    expect(await submit(app.open(), 'verify', { token: reset, password })).toMatchObject({
      body: { error: 'expired-link' },
    })
  })
})

test('addresses with an account, without a password, unverified and without an account have the same answer, calls and number of emails', async () => {
  const app = createPasswordsApp()
  await signUp(app)
  await createUserWithAccount(app, { id: 'grace', emailVerified: new Date() })
  await createUserWithAccount(app, { id: 'alan', emailVerified: null })
  await app.store.createUser({ id: 'joan', email: 'joan@example.com', emailVerified: null })
  const results = []
  for (const id of ['ada', 'grace', 'alan', 'joan', 'nobody']) {
    const address = `${id}@example.com`
    const visit = app.open()
    const csrfToken = await visit.getCsrfToken()
    const before = { calls: app.calls.length, sent: app.sent.length }
    const response = await visit.post('/auth/passwords/forgot', { csrfToken, email: address }, json)
    const cookies = response.headers.getSetCookie().map(cookie => cookie.split('=')[0])
    const emails = app.sent.slice(before.sent)
    expect(emails[0]?.to).toBe(address)
    results.push({
      status: response.status,
      body: await response.text(),
      cookies,
      calls: app.calls.slice(before.calls),
      emails: emails.length,
    })
  }
  expect(results[0]).toMatchObject({ status: 200, emails: 1 })
  for (const result of results) expect(result).toEqual(results[0])
  expect(app.sent.slice(-4).map(({ subject }) => subject)).toEqual([
    'Your account at app.example',
    'Your account at app.example',
    canListAccounts(app) ? 'Choose a new password for app.example' : 'Your account at app.example',
    'No account at app.example',
  ])
})

async function createUserWithAccount(
  { store }: PasswordsApp,
  { id, emailVerified }: { id: string; emailVerified: Date | null },
): Promise<void> {
  await store.createUser({ id, email: `${id}@example.com`, emailVerified })
  await store.linkAccount?.({ userId: id, type: 'oidc', provider: 'op', providerAccountId: id })
}

function canListAccounts({ config }: PasswordsApp): boolean {
  return config.adapter?.listAccountsByUserId !== undefined
}

describe.each(strategies)('a first password by reset, with %s sessions', strategy => {
  test('is for a user who has the mailbox alone: it verifies the address, and ends when another way to sign in exists', async () => {
    const app = createPasswordsApp({ session: { strategy } })
    if (!canListAccounts(app)) return
    await app.store.createUser({ id: 'ada', email, emailVerified: null })
    const token = await requestReset(app)
    const other = await requestReset(app)
    await app.store.linkAccount?.({
      userId: 'ada',
      type: 'oidc',
      provider: 'op',
      providerAccountId: 'ada',
    })
    const reset = (each: string) => submit(app.open(), 'reset', { token: each, password: newPassword })
    expect(await reset(token)).toMatchObject({ body: { error: 'expired-link' } })
    await app.store.unlinkAccount?.({ provider: 'op', providerAccountId: 'ada' })
    expect((await reset(token)).status).toBe(200)
    expect(await reset(other)).toMatchObject({ body: { error: 'expired-link' } })
    expect((await app.store.getUserByEmail?.(email))?.emailVerified).toBeInstanceOf(Date)
    expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
  })
})

test('a link works for 30 minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const app = createPasswordsApp()
  await signUp(app)
  const token = await requestReset(app)
  vi.setSystemTime(Date.now() + 1_801_000)
  expect(await submit(app.open(), 'reset', { token, password: newPassword })).toMatchObject({
    body: { error: 'expired-link' },
  })
  vi.useRealTimers()
})

test('the emails to an address are limited', async () => {
  const app = createPasswordsApp({ throttling: {} })
  const answers = []
  for (let count = 0; count < 5; count++) answers.push((await submit(app.open(), 'forgot', { email })).status)
  expect(answers.slice(0, 3)).toEqual([200, 200, 200])
  expect(answers.at(-1)).toBe(429)
  expect(app.sent.length).toBeLessThan(5)
})

test('another verified address of the user resets the password too', async () => {
  const app = createPasswordsApp({ plugins: [account()] })
  await signUp(app)
  const user = await app.store.getUserByEmail(email)
  const address = 'ada@work.example'
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address))
  const id = Buffer.from(digest).toString('hex')
  const value = { email: address, verifiedAt: Date.now() }
  await app.store.records.putRecord({
    kind: 'account.email',
    id,
    userId: user?.id ?? '',
    value,
    expires: null,
  })
  await submit(app.open(), 'forgot', { email: address })
  expect((await submit(app.open(), 'reset', { token: getToken(app), password: newPassword })).status).toBe(
    200,
  )
  expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
  expect((await signIn(app.open(), { email: address, password: newPassword })).status).toBe(200)
})
