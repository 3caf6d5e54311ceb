import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  createPasswordsApp,
  email,
  getToken,
  getUserEmail,
  newPassword,
  type PasswordsApp,
  password,
  serverHead,
  signIn,
  signUp,
  strategies,
  submit,
} from './passwords-app.js'

const required = {
  status: 403,
  body: { error: 'password-change-required', url: expect.stringContaining('/auth/passwords/sent') },
}

async function requireChange(app: PasswordsApp): Promise<unknown> {
  const user = await app.store.getUserByEmail?.(email)
  return (await app.api.requirePasswordChange(serverHead, user?.id ?? '')).data
}

/** Answers as the range check, and knows one password. */
function createBreaches() {
  const state = { isBreached: false, requests: 0 }
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const fetch = async (url: unknown) => {
    state.requests += 1
    const isRange = String(url).endsWith(hash.slice(0, 5))
    return new Response(state.isBreached && isRange ? `${hash.slice(5)}:7\r\n` : '')
  }
  return { state, fetch: fetch as typeof globalThis.fetch }
}

describe.each(strategies)('a password that must change, with %s sessions', strategy => {
  const session = { strategy }
  const createApp = (options = {}) => createPasswordsApp({ session, revocation: { maxStale: 0 }, options })

  test('ends all sessions, and the right password gets a link instead of a session', async () => {
    const app = createApp()
    const owner = await signUp(app)
    expect(await requireChange(app)).toBe(true)
    expect(await getUserEmail(owner)).toBeNull()
    const visit = app.open()
    const sent = app.sent.length
    expect(await signIn(visit, { password: 'a wrong password' })).toMatchObject({
      body: { error: 'wrong-credentials' },
    })
    expect(app.sent).toHaveLength(sent)
    expect(await signIn(visit)).toEqual(required)
    expect(await getUserEmail(visit)).toBeNull()
    expect(app.sent.at(-1)).toMatchObject({ to: email, subject: 'Choose a new password for app.example' })
    expect((await submit(visit, 'reset', { token: getToken(app), password: newPassword })).status).toBe(200)
    expect((await signIn(visit, { password: newPassword })).status).toBe(200)
    expect(await getUserEmail(visit)).toBe(email)
  })

  test('is required once, and of a user who has one', async () => {
    const app = createApp()
    await signUp(app)
    expect(await requireChange(app)).toBe(true)
    expect(await requireChange(app)).toBe(true)
    await app.store.createUser({ id: 'grace', email: 'grace@example.com', emailVerified: new Date() })
    expect((await app.api.requirePasswordChange(serverHead, 'grace')).data).toBe(false)
  })

  test('gives no session to a sign-in that is under way', async () => {
    let during: (() => Promise<unknown>) | null = null
    const custom = {
      hash: (text: string) => `test$${text}`,
      needsRehash: () => false,
      async verify(text: string, stored: string) {
        const run = during
        during = null
        await run?.()
        return `test$${text}` === stored
      },
    }
    const app = createApp({ hashing: { custom } })
    await signUp(app)
    during = () => requireChange(app)
    const visit = app.open()
    expect(await signIn(visit)).toMatchObject({ body: { error: 'wrong-credentials' } })
    expect(await getUserEmail(visit)).toBeNull()
    expect(await signIn(visit)).toEqual(required)
  })

  test('does not sign in with the link that confirms the email address', async () => {
    const app = createApp({ verification: 'after' })
    await submit(app.open(), 'sign-up', { email, password })
    const token = getToken(app)
    const user = await app.store.getUserByEmail?.(email)
    // The links end with the sessions, so this one is sent after it.
    const visit = app.open()
    await signIn(visit)
    await requireChange(app)
    expect(await submit(visit, 'confirm-email', { token, password })).toMatchObject({
      body: { error: 'expired-link' },
    })
    expect(await signIn(app.open())).toEqual(required)
    await submit(app.open(), 'reset', { token: getToken(app), password: newPassword })
    expect((await app.store.getUser?.(user?.id ?? ''))?.emailVerified).toBeInstanceOf(Date)
  })

  test('with `atSignIn`, a password that is found in a breach must change', async () => {
    const { state, fetch } = createBreaches()
    const app = createApp({ checkBreaches: { fetch, atSignIn: true } })
    await signUp(app)
    expect((await signIn(app.open())).status).toBe(200)
    state.isBreached = true
    const { requests } = state
    await signIn(app.open(), { password: 'a wrong password' })
    expect(state.requests).toBe(requests)
    expect(await signIn(app.open())).toEqual(required)
    state.isBreached = false
    expect(await signIn(app.open())).toEqual(required)
    await submit(app.open(), 'reset', { token: getToken(app), password: newPassword })
    expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
  })

  test('without `atSignIn`, the passwords of sign-ins are not looked up', async () => {
    const { state, fetch } = createBreaches()
    const app = createApp({ checkBreaches: { fetch } })
    await signUp(app)
    state.isBreached = true
    const { requests } = state
    expect((await signIn(app.open())).status).toBe(200)
    expect(state.requests).toBe(requests)
  })
})

test('the emails of required changes are limited', async () => {
  const app = createPasswordsApp({ throttling: {} })
  await signUp(app)
  await requireChange(app)
  const answers = []
  for (let count = 0; count < 4; count++) answers.push((await signIn(app.open())).status)
  expect(answers.at(0)).toBe(403)
  expect(answers.at(-1)).toBe(429)
})

test('a browser is redirected to the page that says why, and to open the email', async () => {
  const app = createPasswordsApp()
  await signUp(app)
  await requireChange(app)
  const visit = app.open()
  const csrfToken = await visit.getCsrfToken()
  const response = await visit.post('/auth/passwords/sign-in', { csrfToken, email, password })
  const location = response.headers.get('location') ?? ''
  expect(location).toContain('/auth/passwords/sent')
  expect(await (await visit.get(location)).text()).toMatch(
    /<h1[^>]*>Your password at \S*app\.example\S* must be changed<\/h1>/,
  )
})
