import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { runRoundTrip } from '../../support/app.js'
import {
  createPasswordsApp,
  email,
  getLink,
  getToken,
  getUserEmail,
  json,
  newPassword,
  password,
  serverHead,
  signIn,
  signUp,
  strategies,
  submit,
} from './passwords-app.js'

describe.each(strategies)('sign-up with %s sessions', strategy => {
  const session = { strategy }

  test('creates the user when the address is confirmed, and signs in', async () => {
    const app = createPasswordsApp({ session })
    const visit = app.open()
    const started = await submit(visit, 'sign-up', { email: 'Ada@Example.com', password, name: 'Ada' })
    expect(started).toEqual({ status: 200, body: { url: expect.stringContaining('/auth/passwords/sent') } })
    expect(app.sent).toHaveLength(1)
    expect(app.sent[0]).toMatchObject({ to: email, subject: 'Confirm your email address for app.example' })
    expect(await app.store.getUserByEmail?.(email)).toBeNull()
    expect(await signIn(app.open())).toMatchObject({ status: 400, body: { error: 'wrong-credentials' } })
    const verified = await submit(visit, 'verify', { token: getToken(app) })
    expect(verified.status).toBe(200)
    expect(await getUserEmail(visit)).toBe(email)
    const user = await app.store.getUserByEmail?.(email)
    expect(user).toMatchObject({ name: 'Ada', email, emailVerified: expect.any(Date) })
    const other = app.open()
    expect((await signIn(other)).status).toBe(200)
    expect(await getUserEmail(other)).toBe(email)
  })

  test('a link in another browser needs the password of the sign-up', async () => {
    const app = createPasswordsApp({ session })
    await submit(app.open(), 'sign-up', { email, password })
    const token = getToken(app)
    const other = app.open()
    const shown = await other.get(`/auth/passwords/verify?token=${token}`, json)
    expect(await shown.json()).toEqual({ email, needsPassword: true })
    const refused = await submit(other, 'verify', { token })
    expect(refused).toEqual({ status: 400, body: { error: 'wrong-password' } })
    expect(await submit(other, 'verify', { token, password: 'another long password' })).toMatchObject({
      body: { error: 'wrong-password' },
    })
    expect(await app.store.getUserByEmail?.(email)).toBeNull()
    expect((await submit(other, 'verify', { token, password })).status).toBe(200)
    expect(await getUserEmail(other)).toBe(email)
  })

  test('GET changes nothing, and a link works once', async () => {
    const app = createPasswordsApp({ session })
    const visit = app.open()
    await submit(visit, 'sign-up', { email, password })
    const link = getLink(app)
    for (let count = 0; count < 3; count++) {
      const page = await visit.get(link, { follow: true })
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('Confirm your email address')
      await visit.head(link)
    }
    expect(await app.store.getUserByEmail?.(email)).toBeNull()
    const token = getToken(app)
    expect((await submit(visit, 'verify', { token })).status).toBe(200)
    expect(await submit(app.open(), 'verify', { token })).toEqual({
      status: 400,
      body: { error: 'expired-link' },
    })
    expect((await visit.get(link)).status).toBe(400)
  })

  test('a second sign-up replaces the first, whose link ends', async () => {
    const app = createPasswordsApp({ session })
    const thief = app.open()
    await submit(thief, 'sign-up', { email, password: 'the password of a thief' })
    const first = getToken(app)
    const owner = app.open()
    await submit(owner, 'sign-up', { email, password })
    expect(await submit(thief, 'verify', { token: first })).toMatchObject({ body: { error: 'expired-link' } })
    expect((await submit(owner, 'verify', { token: getToken(app) })).status).toBe(200)
    expect(await signIn(app.open(), { password: 'the password of a thief' })).toMatchObject({
      body: { error: 'wrong-credentials' },
    })
  })

  test('an address with an account gets another email, and the same answer', async () => {
    const app = createPasswordsApp({ session })
    await signUp(app)
    const other = createPasswordsApp({ session })
    // Both apps know that the record store is available.
    await signUp(other, { email: 'grace@example.com' })
    const [taken, free] = [app.open(), other.open()]
    const fields = { email, password: 'another long password', name: 'Eve' }
    const before = [app.calls.length, other.calls.length] as const
    const answers = [await submit(taken, 'sign-up', fields), await submit(free, 'sign-up', fields)]
    expect(answers[0]).toEqual(answers[1])
    expect(app.calls.slice(before[0])).toEqual(other.calls.slice(before[1]))
    expect(taken.jar.cookies().map(({ name }) => name)).toEqual(free.jar.cookies().map(({ name }) => name))
    expect(app.sent.at(-1)).toMatchObject({ subject: 'Your account at app.example', to: email })
    expect(getLink(app).pathname).toBe('/auth/passwords/sign-in')
    expect(app.sent.at(-1)?.text).toContain('choose a new one: https://app.example/auth/passwords/forgot ')
    expect(await signIn(app.open(), { password: fields.password })).toMatchObject({
      body: { error: 'wrong-credentials' },
    })
    expect((await signIn(app.open())).status).toBe(200)
  })

  test.each([null, new Date()])(
    'an address whose user did not sign up with a password, verified at %s, has the same answer and calls',
    async emailVerified => {
      const app = createPasswordsApp({ session })
      await app.store.createUser({ id: 'grace', email: 'grace@example.com', emailVerified })
      // The app then knows that the record store is available.
      await signUp(app)
      const results = []
      for (const address of ['grace@example.com', 'nobody@example.com']) {
        const visit = app.open()
        const csrfToken = await visit.getCsrfToken()
        const before = { calls: app.calls.length, sent: app.sent.length }
        const fields = { csrfToken, email: address, password }
        const response = await visit.post('/auth/passwords/sign-up', fields, json)
        results.push({
          status: response.status,
          body: await response.text(),
          cookies: response.headers.getSetCookie().map(cookie => cookie.split('=')[0]),
          calls: app.calls.slice(before.calls),
          emails: app.sent.length - before.sent,
        })
      }
      expect(results[0]).toMatchObject({ status: 200, emails: 1 })
      expect(results[1]).toEqual(results[0])
    },
  )

  test('the owner of an address that was signed up meanwhile with another method keeps the account alone', async () => {
    const app = createPasswordsApp({ session })
    const visit = app.open()
    await submit(visit, 'sign-up', { email, password })
    const token = getToken(app)
    await runRoundTrip(app.open(), app.op, { as: { sub: 'ada', email, email_verified: true } })
    expect(await submit(visit, 'verify', { token })).toMatchObject({
      status: 400,
      body: { error: 'account-exists', url: expect.stringContaining('/auth/passwords/sign-in') },
    })
    expect(await getUserEmail(visit)).toBeNull()
    expect(await signIn(app.open())).toMatchObject({ body: { error: 'wrong-credentials' } })
  })

  test('of several requests with one link, one user is created, and every one signs in or says that the link was used', async () => {
    const app = createPasswordsApp({ session })
    const visit = app.open()
    await submit(visit, 'sign-up', { email, password })
    const token = getToken(app)
    const csrfToken = await visit.getCsrfToken()
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const response = await visit
          .cloneWithCookies()
          .post('/auth/passwords/verify', { csrfToken, token }, json)
        return response.status
      }),
    )
    expect(answers).toContain(200)
    expect(app.calls.filter(name => name === 'createUser')).not.toHaveLength(0)
    expect(
      new Set((await app.store.records.listRecords({ kind: 'password' })).map(({ id }) => id)).size,
    ).toBe(1)
    expect(answers.every(status => status === 200 || status === 400)).toBe(true)
    expect((await signIn(app.open())).status).toBe(200)
  })

  test('a crash at any store call leaves the link valid, or the user with the password', async () => {
    for (let failing = 0; failing < 40; failing++) {
      let count = Number.POSITIVE_INFINITY
      const tap = () => {
        count -= 1
        if (count === -1) throw new Error('The store is down.')
      }
      const app = createPasswordsApp({ session, tap })
      const visit = app.open()
      await submit(visit, 'sign-up', { email, password })
      const token = getToken(app)
      const csrfToken = await visit.getCsrfToken()
      count = failing
      await visit.post('/auth/passwords/verify', { csrfToken, token }, json)
      const isReached = count < 0
      count = Number.POSITIVE_INFINITY
      await visit.openTab().post('/auth/passwords/verify', { csrfToken, token }, json)
      expect({ failing, ...(await signIn(app.open())) }).toMatchObject({ failing, status: 200 })
      if (!isReached) return
    }
    throw new Error('The sign-up makes more than 40 store calls.')
  })
})

test('a new password must be long enough', async () => {
  const app = createPasswordsApp()
  const refuse = async (fields: Record<string, string>) =>
    (await submit(app.open(), 'sign-up', { email, ...fields })).body['error']
  expect(await refuse({ password: 'short' })).toBe('too-short')
  expect(await refuse({ password: '' })).toBe('blank')
  expect(await refuse({ password: '🔑'.repeat(14) })).toBe('too-short')
  expect(await refuse({ password: 'long '.repeat(60) })).toBe('too-long')
  expect(await refuse({ password, email: 'nobody' })).toBe('invalid-email')
  expect(app.sent).toEqual([])
})

test('a new password must not be common, personal or known from a breach', async () => {
  const hash = createHash('sha1').update(newPassword).digest('hex').toUpperCase()
  const fetch = async () => new Response(`${hash.slice(5)}:12\r\n`)
  const app = createPasswordsApp({ options: { minLength: 8, checkBreaches: { fetch } } })
  const refuse = async (fields: Record<string, string>) =>
    (await submit(app.open(), 'sign-up', { email, ...fields })).body['error']
  expect(await refuse({ password: 'password123' })).toBe('common')
  expect(await refuse({ password: 'Ada@Example.com' })).toBe('personal')
  expect(await refuse({ password: 'adalovelace', name: 'Ada Lovelace' })).toBe('personal')
  expect(await refuse({ password: 'app.example' })).toBe('personal')
  expect(await refuse({ password: newPassword })).toBe('breached')
  expect(app.sent).toEqual([])
  const visit = await signUp(app)
  for (const [chosen, error] of [
    ['password123', 'common'],
    [newPassword, 'breached'],
  ] as const)
    expect(await submit(visit, 'change', { currentPassword: password, password: chosen })).toMatchObject({
      body: { error },
    })
})

test('a link works for a day, also if a confirmation of it was interrupted', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let isDown = false
  const app = createPasswordsApp({
    tap(method) {
      if (isDown && method === 'createUser') throw new Error('The store is down.')
    },
  })
  const visit = app.open()
  await submit(visit, 'sign-up', { email, password })
  const token = getToken(app)
  const csrfToken = await visit.getCsrfToken()
  isDown = true
  for (let hour = 0; hour < 23; hour++) {
    vi.setSystemTime(Date.now() + 3_600_000)
    expect((await visit.get(`/auth/passwords/verify?token=${token}`, json)).status).toBe(200)
    await visit.post('/auth/passwords/verify', { csrfToken, token }, json)
  }
  isDown = false
  vi.setSystemTime(Date.now() + 3_700_000)
  expect(await submit(visit, 'verify', { token })).toMatchObject({ body: { error: 'expired-link' } })
  vi.useRealTimers()
})

test('the owner of an account that another method created is told about the password of a sign-up', async () => {
  let isDown = false
  const app = createPasswordsApp({
    tap(method) {
      if (isDown && method === 'createUser') throw new Error('The store is down.')
    },
  })
  const visit = app.open()
  await submit(visit, 'sign-up', { email, password })
  const token = getToken(app)
  const csrfToken = await visit.getCsrfToken()
  isDown = true
  await visit.post('/auth/passwords/verify', { csrfToken, token }, json)
  isDown = false
  const other = app.open()
  await other.signIn('mail', { email })
  await other.get(app.links.getLatestEmail().url)
  expect((await submit(visit, 'verify', { token })).status).toBe(200)
  expect(app.sent.at(-1)?.subject).toBe('Your account at app.example has a new password')
})

test('an app without sign-up has no page and sends nothing', async () => {
  const app = createPasswordsApp({ options: { signUp: false } })
  expect((await app.open().get('/auth/passwords/sign-up', json)).status).toBe(404)
  expect(await submit(app.open(), 'sign-up', { email, password })).toEqual({
    status: 404,
    body: { error: 'sign-up-disabled' },
  })
  expect(app.sent).toEqual([])
})

test('a link works for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const app = createPasswordsApp()
  const visit = app.open()
  await submit(visit, 'sign-up', { email, password })
  vi.setSystemTime(Date.now() + 86_500_000)
  expect(await submit(visit, 'verify', { token: getToken(app) })).toMatchObject({
    body: { error: 'expired-link' },
  })
  vi.useRealTimers()
})

test('server code signs a visitor up', async () => {
  const app = createPasswordsApp()
  const { data } = await app.api.signUp(serverHead, { email, password })
  expect(data).toEqual({ error: null, url: expect.stringContaining('/auth/passwords/sent') })
  const verified = await app.api.verify(serverHead, { token: getToken(app), password })
  expect(verified.data.error).toBeNull()
  expect(verified.cookies.map(({ name }) => name)).toContain('__Secure-authjs.session-token')
})
