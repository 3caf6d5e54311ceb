import { createAuth } from 'latchkey/server'
import { describe, expect, test, vi } from 'vitest'
import { advanceTestStore } from '../../support/test-store.js'
import {
  createPasswordsApp,
  email,
  getToken,
  getUserEmail,
  json,
  type PasswordsSetup,
  password,
  serverHead,
  signIn,
  signUp,
  strategies,
  submit,
} from './passwords-app.js'

const username = 'ada.lovelace'

function createApp({ options, ...setup }: PasswordsSetup = {}) {
  return createPasswordsApp({ ...setup, options: { username: true, ...options } })
}

describe.each(strategies)('user names with %s sessions', strategy => {
  const session = { strategy }

  test.each(['before', 'after'] as const)(
    'sign in beside the email address, in any case and width (verification %s the sign-up)',
    async verification => {
      const app = createApp({ session, options: { verification } })
      await signUp(app, { username: 'Ada.Lovelace' })
      for (const login of [username, 'ADA.LOVELACE', ' ａｄａ.lovelace ', email]) {
        const visit = app.open()
        expect({ login, ...(await signIn(visit, { email: login })) }).toMatchObject({ login, status: 200 })
        expect(await getUserEmail(visit)).toBe(email)
      }
      const user = await app.store.getUserByEmail?.(email)
      expect((await app.api.getUsername(serverHead, user?.id ?? '')).data).toBe(username)
    },
  )

  test('an unknown name, and a wrong password, have the same answer and calls', async () => {
    const app = createApp({ session })
    await signUp(app, { username })
    const results = []
    for (const login of [username, 'grace.hopper']) {
      const visit = app.open()
      const csrfToken = await visit.getCsrfToken()
      const before = app.calls.length
      const fields = { csrfToken, email: login, password: 'a wrong password of Ada' }
      const response = await visit.post('/auth/passwords/sign-in', fields, json)
      const cookies = response.headers.getSetCookie().map(cookie => cookie.split('=')[0])
      results.push({
        status: response.status,
        body: await response.json(),
        cookies,
        calls: app.calls.slice(before),
      })
    }
    expect(results[0]).toMatchObject({ status: 400, body: { error: 'wrong-credentials' } })
    expect(results[1]).toEqual(results[0])
  })

  test('a name belongs to one user, in every spelling, also while the sign-up waits', async () => {
    const app = createApp({ session })
    const visit = app.open()
    await submit(visit, 'sign-up', { email, password, username })
    const token = getToken(app)
    const refuse = async (name: string) =>
      submit(app.open(), 'sign-up', { email: 'grace@example.com', password, username: name })
    for (const name of [username, 'ADA.lovelace', 'ａｄａ.lovelace'])
      expect(await refuse(name)).toEqual({ status: 400, body: { error: 'username-taken' } })
    await submit(visit, 'verify', { token })
    expect(await refuse(username)).toMatchObject({ body: { error: 'username-taken' } })
    expect(app.sent.map(({ to }) => to)).toEqual([email])
  })

  test('a visitor can repeat the sign-up with the same name, or choose another', async () => {
    const app = createApp({ session })
    await submit(app.open(), 'sign-up', { email, password, username })
    await signUp(app, { username })
    await expectName(app, username)
    const grace = app.open()
    await submit(grace, 'sign-up', { email: 'grace@example.com', password, username: 'first-choice' })
    await submit(grace, 'sign-up', { email: 'grace@example.com', password, username: 'grace' })
    await submit(grace, 'verify', { token: getToken(app) })
    expect((await signIn(app.open(), { email: 'grace' })).status).toBe(200)
  })

  test('of several visitors who choose a name at the same time, one gets it', async () => {
    const app = createApp({ session })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        submit(app.open(), 'sign-up', { email: `visitor-${index}@example.com`, password, username }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['error'] === 'username-taken')).toHaveLength(5)
  })

  test('a name is free again after its user is deleted', async () => {
    const app = createApp({ session })
    await signUp(app, { username })
    const user = await app.store.getUserByEmail?.(email)
    const { users } = createAuth(app.config)
    expect(await users.exportData(serverHead, user?.id ?? '')).toMatchObject({
      plugins: { passwords: { username } },
    })
    await users.delete(serverHead, user?.id ?? '')
    await signUp(app, { username })
    await expectName(app, username)
  })

  test('the attempts with the name and the address of a user have one limit', async () => {
    const app = createApp({ session, throttling: {} })
    await signUp(app, { username })
    const answers = []
    for (let attempt = 0; attempt < 12; attempt++) {
      const login = attempt % 2 === 0 ? username : email
      answers.push((await signIn(app.open(), { email: login, password: 'a wrong password' })).status)
    }
    expect(answers.filter(status => status === 400)).toHaveLength(10)
    expect(answers.at(-1)).toBe(429)
  })

  async function expectName(app: ReturnType<typeof createApp>, name: string) {
    const user = await app.store.getUserByEmail?.(email)
    expect((await app.api.getUsername(serverHead, user?.id ?? '')).data).toBe(name)
  }
})

test.each([
  ['invalid-username', ''],
  ['invalid-username', 'ab'],
  ['invalid-username', 'a'.repeat(31)],
  ['invalid-username', 'ada lovelace'],
  ['invalid-username', 'ada@example.com'],
  ['invalid-username', '.ada'],
  // Cyrillic.
  ['invalid-username', 'аda.lovelace'],
  ['username-taken', 'Admin'],
  ['username-taken', 'ａｄｍｉｎ'],
  ['username-taken', 'acme'],
  ['personal', 'correct-horse-battery'],
])('the failure %s refuses the name "%s"', async (error, name) => {
  const app = createApp({ options: { username: { reserved: ['Acme'] } } })
  const chosen = error === 'personal' ? name : password
  const answer = await submit(app.open(), 'sign-up', { email, password: chosen, username: name })
  expect(answer).toEqual({ status: 400, body: { error } })
  expect(app.sent).toEqual([])
})

test('with `signInWith: "username"`, the email address does not sign in', async () => {
  const app = createApp({ options: { username: { signInWith: 'username' } } })
  await signUp(app, { username })
  expect(await signIn(app.open())).toMatchObject({ body: { error: 'wrong-credentials' } })
  expect((await signIn(app.open(), { email: username })).status).toBe(200)
})

test('a reserved name is free when the link of the sign-up has expired', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const app = createApp()
  await submit(app.open(), 'sign-up', { email: 'grace@example.com', password, username })
  vi.setSystemTime(Date.now() + 86_500_000)
  await advanceTestStore(86_500)
  await signUp(app, { username })
  expect((await signIn(app.open(), { email: username })).status).toBe(200)
  vi.useRealTimers()
})

test('the forms have a field for the name, which password managers read', async () => {
  const app = createApp()
  const visit = app.open()
  const form = await (await visit.get('/auth/passwords/sign-up')).text()
  expect(form).toMatch(/<input type="email"[^>]*autocomplete="email"/)
  expect(form).toMatch(/<input type="text"[^>]*name="username"[^>]*autocomplete="username"/)
  const csrfToken = await visit.getCsrfToken()
  const fields = { csrfToken, email, password, username: 'ab' }
  const refused = await (await visit.post('/auth/passwords/sign-up', fields)).text()
  expect(refused).toMatch(/name="username"[^>]*value="ab"[^>]*aria-invalid="true"/)
  expect(await (await visit.get('/auth/passwords/sign-in')).text()).toContain('Email address or user name')
  const wrong = await visit.post('/auth/passwords/sign-in', { csrfToken, email: 'ada', password })
  expect(await wrong.text()).toContain('The user name, the email address or the password is not correct.')
})

test('an app without the option ignores a user name', async () => {
  const app = createPasswordsApp()
  await signUp(app, { username })
  expect(await app.store.records.listRecords({ kind: 'username' })).toEqual([])
  expect(await signIn(app.open(), { email: username })).toMatchObject({ body: { error: 'invalid-email' } })
})

test('a signed-in user changes the name, and the old one is free', async () => {
  const app = createApp()
  const visit = await signUp(app, { username })
  expect((await submit(visit, 'username', { username: 'Ada-L' })).status).toBe(200)
  expect((await signIn(app.open(), { email: 'ada-l' })).status).toBe(200)
  expect((await signIn(app.open(), { email: username })).status).toBe(400)
  const page = await (await visit.get('/auth/passwords/username')).text()
  expect(page).toMatch(/name="username"[^>]*value="ada-l"/)
})

test('a name that is taken, reserved or not a name is refused, and the old one stays', async () => {
  const app = createApp()
  const visit = await signUp(app, { username })
  const other = app.open()
  await submit(other, 'sign-up', { email: 'grace@example.com', password, username: 'grace' })
  await submit(other, 'verify', { token: getToken(app) })
  for (const [name, error] of [
    ['grace', 'username-taken'],
    ['admin', 'username-taken'],
    ['a', 'invalid-username'],
    ['', 'invalid-username'],
  ] as const)
    expect(await submit(visit, 'username', { username: name })).toMatchObject({
      status: 400,
      body: { error },
    })
  expect((await signIn(app.open(), { email: username })).status).toBe(200)
})

test('a change of the name needs a sign-in in the last 15 minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const app = createApp()
  const visit = await signUp(app, { username })
  vi.setSystemTime(Date.now() + 16 * 60_000)
  expect(await submit(visit, 'username', { username: 'ada-l' })).toMatchObject({
    status: 403,
    body: { error: 'recent-sign-in-required' },
  })
  vi.useRealTimers()
})
