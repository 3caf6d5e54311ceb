import { createClient } from 'latchkey/client'
import { createPasswordsClient, type PasswordsClient } from 'latchkey/passwords/client'
import { describe, expect, test } from 'vitest'
import {
  createPasswordsApp,
  email,
  getToken,
  json,
  newPassword,
  type PasswordsApp,
  password,
} from './passwords-app.js'

/** Opens a browser, whose client has the functions for passwords. */
function openPage(app: PasswordsApp, headers: Record<string, string> = {}) {
  const visit = app.open()
  const baseUrl = 'https://app.example'
  const client = createClient({
    baseUrl,
    fetch: async (input, init) => {
      const { pathname, search } = new URL(String(input))
      const sent = { ...Object.fromEntries(new Headers(init?.headers)), ...headers }
      return init?.method === 'POST'
        ? await visit.post(pathname, String(init.body), { headers: sent })
        : await visit.get(pathname + search, { headers: sent })
    },
  })
  return { client, passwords: createPasswordsClient(client) }
}

async function signUp(app: PasswordsApp, passwords: PasswordsClient): Promise<void> {
  await passwords.signUp({ email, password })
  await passwords.verifySignUp({ token: getToken(app) })
}

describe('the client of passwords', () => {
  test('signs up, signs in, changes and resets the password', async () => {
    const app = createPasswordsApp({ session: { strategy: 'database' } })
    const { client, passwords } = openPage(app)
    expect(await passwords.signUp({ email, password })).toMatchObject({
      error: null,
      url: expect.stringContaining('/auth/passwords/sent'),
    })
    expect(await passwords.verifySignUp({ token: getToken(app), callbackUrl: '/home' })).toMatchObject({
      error: null,
      url: 'https://app.example/home',
    })
    expect(await client.getSession()).toMatchObject({ user: { email } })
    expect(await passwords.confirmPassword({ password })).toMatchObject({ error: null })
    expect(await passwords.requestEmailConfirmation()).toMatchObject({ error: null })
    expect(
      await passwords.changePassword({ currentPassword: password, password: newPassword }),
    ).toMatchObject({
      error: null,
    })
    await client.signOut({ redirect: false })
    expect(await passwords.signIn({ email, password: newPassword, callbackUrl: '/home' })).toMatchObject({
      error: null,
      data: { url: 'https://app.example/home' },
    })
    await passwords.requestPasswordReset({ email })
    expect(await passwords.resetPassword({ token: getToken(app), password })).toMatchObject({ error: null })
    expect(await client.getSession()).toBeNull()
  })

  test('confirms the address of a user who signed up with `verification: after`', async () => {
    const app = createPasswordsApp({ options: { verification: 'after' } })
    const { passwords } = openPage(app)
    await passwords.signUp({ email, password })
    const user = await app.store.getUserByEmail?.(email)
    expect(user?.emailVerified).toBeNull()
    expect(await passwords.confirmEmail({ token: getToken(app) })).toMatchObject({ error: null })
    expect((await app.store.getUserByEmail?.(email))?.emailVerified).toBeInstanceOf(Date)
  })

  test('takes the fields of a form', async () => {
    const app = createPasswordsApp()
    const { client, passwords } = openPage(app)
    await signUp(app, passwords)
    await client.signOut({ redirect: false })
    const form = new FormData()
    for (const [name, value] of Object.entries({ email, password, callbackUrl: '/home' }))
      form.set(name, value)
    expect(await passwords.signIn(form)).toMatchObject({ url: 'https://app.example/home' })
    expect(await client.getSession()).toMatchObject({ user: { email } })
  })
})

describe('the message of a failure', () => {
  test('is in the language of the browser', async () => {
    const app = createPasswordsApp()
    const wrong = { email, password: 'a wrong password' }
    expect(await openPage(app).passwords.signIn(wrong)).toMatchObject({
      error: 'wrong-credentials',
      message: 'The email address or the password is not correct.',
    })
    const german = openPage(app, { 'accept-language': 'de' })
    expect((await german.passwords.signIn(wrong)).message).toBe(
      'Die E-Mail-Adresse oder das Passwort ist nicht richtig.',
    )
  })

  test('names the user name if users have one', async () => {
    const { passwords } = openPage(createPasswordsApp({ options: { username: true } }))
    expect((await passwords.signIn({ email: 'ada', password })).message).toBe(
      'The user name, the email address or the password is not correct.',
    )
  })

  test('is missing if the user continues on another page, and after a success', async () => {
    const app = createPasswordsApp()
    const { passwords } = openPage(app)
    const signedOut = await passwords.changePassword({ password })
    expect([signedOut.error, signedOut.message]).toEqual(['signed-out', undefined])
    expect(signedOut.url).toContain('/auth/signin')
    expect((await passwords.signUp({ email, password })).message).toBeUndefined()
  })

  test('is not on a page, which shows it', async () => {
    const visit = createPasswordsApp().open()
    const csrfToken = await visit.getCsrfToken()
    const fields = { csrfToken, email, password }
    const page = await visit.post('/auth/passwords/sign-in', fields)
    expect(page.headers.get('content-type')).toContain('text/html')
    const response = await visit.post('/auth/passwords/sign-in', fields, json)
    expect(Object.keys(Object(await response.json()))).toEqual(['error', 'message'])
  })
})
