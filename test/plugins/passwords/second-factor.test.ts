import { createAuth } from 'latchkey/server'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import { describe, expect, test } from 'vitest'
import type { Visitor } from '../../support/visitor.js'
import { computeCode, importedSecret } from '../two-factor/two-factor-app.js'
import {
  createPasswordsApp,
  email,
  getToken,
  getUserEmail,
  newPassword,
  type PasswordsApp,
  serverHead,
  signIn,
  signUp,
  strategies,
  submit,
} from './passwords-app.js'

async function openApp(strategy: 'jwt' | 'database') {
  const plugin = twoFactor({ notify: skipNotifications })
  const app = createPasswordsApp({
    session: { strategy },
    revocation: { maxStale: 0 },
    plugins: [plugin],
  })
  await signUp(app)
  const user = await app.store.getUserByEmail?.(email)
  const { api } = createAuth({ ...app.config, plugins: [plugin] })
  await api.twoFactor.importSecret(serverHead, user?.id ?? '', { secret: importedSecret })
  return app
}

/** Enters the code of the authenticator app, and remembers the browser. */
async function enterCode(visit: Visitor, url: unknown, steps: number): Promise<void> {
  const pending = new URL(String(url)).searchParams.get('pending') ?? ''
  const csrfToken = await visit.getCsrfToken()
  const code = computeCode(importedSecret, steps)
  await visit.post('/auth/two-factor/verify', { csrfToken, pending, code, rememberDevice: 'true' })
}

async function reset(app: PasswordsApp): Promise<void> {
  await submit(app.open(), 'forgot', { email })
  const { status } = await submit(app.open(), 'reset', { token: getToken(app), password: newPassword })
  expect(status).toBe(200)
}

describe.each(strategies)('with a second factor and %s sessions', strategy => {
  test('a password alone does not sign in, also after a reset', async () => {
    const app = await openApp(strategy)
    await reset(app)
    const visit = app.open()
    const { body } = await signIn(visit, { password: newPassword })
    expect(new URL(String(body['url'])).pathname).toBe('/auth/two-factor/verify')
    expect(await getUserEmail(visit)).toBeNull()
    await enterCode(visit, body['url'], 0)
    expect(await getUserEmail(visit)).toBe(email)
  })

  test('a reset ends remembered browsers, and sign-ins that wait for the second factor', async () => {
    const app = await openApp(strategy)
    const visit = app.open()
    await enterCode(visit, (await signIn(visit)).body['url'], 0)
    expect((await signIn(visit)).body['url']).toBe('https://app.example')
    const waiting = app.open()
    const { body } = await signIn(waiting)
    await reset(app)
    await enterCode(waiting, body['url'], 1)
    expect(await getUserEmail(waiting)).toBeNull()
    const again = await signIn(visit, { password: newPassword })
    expect(new URL(String(again.body['url'])).pathname).toBe('/auth/two-factor/verify')
  })
})
