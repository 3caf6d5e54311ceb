import { StepUpRequired } from 'latchkey/errors'
import { originChecked } from 'latchkey/server'
import { describe, expect, test, vi } from 'vitest'
import {
  createPasswordsApp,
  email,
  getToken,
  getUserEmail,
  json,
  newPassword,
  password,
  signIn,
  signUp,
  strategies,
  submit,
  toHead,
} from './passwords-app.js'

describe.each(strategies)('sign-in with %s sessions', strategy => {
  const session = { strategy }

  test('accepts the email address in another spelling, and the password in another normalization', async () => {
    const app = createPasswordsApp({ session })
    const accented = 'Schlüssel zum Garten'.normalize('NFD')
    await signUp(app, { password: accented })
    const visit = app.open()
    expect(await signIn(visit, { email: 'ADA@example.com', password: accented.normalize('NFC') })).toEqual({
      status: 200,
      body: { url: 'https://app.example' },
    })
    expect(await getUserEmail(visit)).toBe(email)
  })

  test('an account that does not exist, one without a password and a wrong password have the same answer and calls', async () => {
    const app = createPasswordsApp({ session })
    await signUp(app)
    await app.store.createUser({ id: 'grace', email: 'grace@example.com', emailVerified: new Date() })
    await app.store.createUser({ id: 'alan', email: 'alan@example.com', emailVerified: null })
    const fields = [
      { email: 'nobody@example.com', password },
      { email: 'grace@example.com', password },
      { email: 'alan@example.com', password },
      { email, password: 'a wrong password of Ada' },
    ]
    const results = []
    for (const each of fields) {
      const visit = app.open()
      const csrfToken = await visit.getCsrfToken()
      const before = app.calls.length
      const response = await visit.post('/auth/passwords/sign-in', { csrfToken, ...each }, json)
      const cookies = response.headers.getSetCookie().map(cookie => cookie.split('=')[0])
      results.push({
        status: response.status,
        body: await response.json(),
        cookies,
        calls: app.calls.slice(before),
      })
    }
    expect(results[0]).toMatchObject({ status: 400, body: { error: 'wrong-credentials' } })
    for (const result of results) expect(result).toEqual(results[0])
  })

  test('the attempts with an account are limited, also if it does not exist', async () => {
    for (const address of [email, 'nobody@example.com']) {
      const app = createPasswordsApp({ session, throttling: {} })
      await signUp(app)
      const answers = []
      for (let attempt = 0; attempt < 12; attempt++)
        answers.push((await signIn(app.open(), { email: address, password: 'a wrong password' })).status)
      expect(answers.slice(0, 10).every(status => status === 400)).toBe(true)
      expect(answers.at(-1)).toBe(429)
    }
  })

  test('a browser form that fails keeps the address, and marks the field', async () => {
    const app = createPasswordsApp({ session })
    const visit = app.open()
    const csrfToken = await visit.getCsrfToken()
    const response = await visit.post('/auth/passwords/sign-in', {
      csrfToken,
      email: 'ada@example.com',
      password: 'wrong',
    })
    expect(response.status).toBe(400)
    const page = await response.text()
    expect(page).toContain('The email address or the password is not correct.')
    expect(page).toContain('value="ada@example.com"')
    expect(page).not.toContain('value="wrong"')
    expect(page).toMatch(/<input type="password"[^>]*autocomplete="current-password"[^>]*aria-invalid="true"/)
  })

  test('the confirmation raises an old session', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = createPasswordsApp({ session })
    const visit = await signUp(app)
    const endOthers = () => app.sessions.endOthers(toHead(visit), { originCheck: originChecked })
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(await submit(visit, 'confirm', { password: 'a wrong password' })).toMatchObject({
      body: { error: 'wrong-password' },
    })
    await expect(endOthers()).rejects.toThrow(StepUpRequired)
    expect((await submit(visit, 'confirm', { password })).status).toBe(200)
    expect(await endOthers()).toMatchObject({ isEnded: true })
    vi.useRealTimers()
  })
})

test('the sign-in page links to the form, and the form to sign-up and reset', async () => {
  const app = createPasswordsApp()
  const visit = app.open()
  expect(await (await visit.get('/auth/signin')).text()).toContain('/auth/passwords/sign-up?callbackUrl=')
  const identified = { csrfToken: await visit.getCsrfToken(), identifier: email }
  const page = await (await visit.post('/auth/signin', identified, { follow: true })).text()
  expect(page).toContain('action="https://app.example/auth/passwords/sign-in"')
  expect(page).toContain('/auth/passwords/forgot?callbackUrl=')
  expect(page).toContain('/auth/passwords/sign-up?callbackUrl=')
  const form = await (await visit.get('/auth/passwords/sign-in')).text()
  expect(form).toContain('/auth/passwords/forgot?callbackUrl=')
  expect(form).toContain('/auth/passwords/sign-up?callbackUrl=')
  expect(form).toMatch(/<input type="email"[^>]*autocomplete="username"/)
})

describe.each(strategies)('a sign-in during a reset with %s sessions', strategy => {
  test('has no session of the old password', async () => {
    let duringVerification: (() => Promise<unknown>) | null = null
    const hash = (text: string) => `test$${text}`
    const custom = {
      hash,
      needsRehash: () => false,
      async verify(text: string, stored: string) {
        const run = duringVerification
        duringVerification = null
        await run?.()
        return hash(text) === stored
      },
    }
    const app = createPasswordsApp({
      session: { strategy },
      revocation: { maxStale: 0 },
      options: { hashing: { custom } },
    })
    await signUp(app)
    await submit(app.open(), 'forgot', { email })
    const token = getToken(app)
    duringVerification = () => submit(app.open(), 'reset', { token, password: newPassword })
    const thief = app.open()
    expect(await signIn(thief)).toMatchObject({ body: { error: 'wrong-credentials' } })
    expect(await getUserEmail(thief)).toBeNull()
    expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
  })
})
