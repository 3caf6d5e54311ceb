import { describe, expect, test } from 'vitest'
import {
  createPasswordsApp,
  email,
  getToken,
  getUserEmail,
  json,
  newPassword,
  type PasswordsApp,
  type PasswordsSetup,
  password,
  serverHead,
  signIn,
  signUp,
  strategies,
  submit,
} from './passwords-app.js'

const resetPassword = 'the password of the reset'

/** An app in which the store call with a number does something else, counted from `start`. */
function createTappedApp(setup: PasswordsSetup = {}) {
  let remaining = Number.POSITIVE_INFINITY
  let interrupt: () => unknown = () => {}
  const app = createPasswordsApp({
    revocation: { maxStale: 0 },
    ...setup,
    async tap() {
      remaining -= 1
      if (remaining === -1) await interrupt()
    },
  })
  return {
    app,
    start(call: number, run: () => unknown) {
      remaining = call
      interrupt = run
    },
    /** Returns whether the call was made. */
    stop() {
      const isReached = remaining < 0
      remaining = Number.POSITIVE_INFINITY
      return isReached
    },
  }
}

function crash(): never {
  throw new Error('The store is down.')
}

/** Runs a test for each store call of an operation. */
async function forEachCall(run: (call: number) => Promise<boolean>): Promise<void> {
  for (let call = 0; call < 100; call++) if (!(await run(call))) return
  throw new Error('The operation makes more than 100 store calls.')
}

/** Returns which of the passwords sign in. */
async function listWorkingPasswords(app: PasswordsApp, passwords: readonly string[]) {
  const working = []
  for (const each of passwords)
    if ((await signIn(app.open(), { password: each })).status === 200) working.push(each)
  return working
}

describe.each(strategies)('with %s sessions', strategy => {
  const session = { strategy }

  test('a crash at any store call of a change leaves one password, and none of the sessions of the old one', async () => {
    await forEachCall(async call => {
      const { app, start, stop } = createTappedApp({ session })
      const visit = await signUp(app)
      const other = app.open()
      await signIn(other)
      const csrfToken = await visit.getCsrfToken()
      const fields = { csrfToken, currentPassword: password, password: newPassword }
      start(call, crash)
      await visit.post('/auth/passwords/change', fields, json)
      const isReached = stop()
      const working = await listWorkingPasswords(app, [password, newPassword])
      expect({ call, working: working.length }).toEqual({ call, working: 1 })
      if (working[0] === newPassword)
        expect({ call, other: await getUserEmail(other) }).toEqual({ call, other: null })
      return isReached
    })
  })

  test('a crash at any store call of `setPassword` leaves one password, and none of the sessions of the old one', async () => {
    await forEachCall(async call => {
      const { app, start, stop } = createTappedApp({ session })
      const visit = await signUp(app)
      const user = await app.store.getUserByEmail?.(email)
      start(call, crash)
      await app.api.setPassword(serverHead, user?.id ?? '', newPassword).catch(() => null)
      const isReached = stop()
      const working = await listWorkingPasswords(app, [password, newPassword])
      expect({ call, working: working.length }).toEqual({ call, working: 1 })
      if (working[0] === newPassword)
        expect({ call, own: await getUserEmail(visit) }).toEqual({ call, own: null })
      return isReached
    })
  })

  test('a crash at any store call of the first proof of an address does not verify it for the person who came before', async () => {
    await forEachCall(async call => {
      const { app, start, stop } = createTappedApp({ session, options: { verification: 'after' } })
      const thief = app.open()
      await submit(thief, 'sign-up', { email, password })
      const owner = app.open()
      await owner.signIn('mail', { email })
      const { url } = app.links.getLatestEmail()
      start(call, crash)
      await owner.get(url)
      const isReached = stop()
      const user = await app.store.getUserByEmail?.(email)
      if (user?.emailVerified) {
        expect({ call, working: await listWorkingPasswords(app, [password]) }).toEqual({ call, working: [] })
        expect({ call, thief: await getUserEmail(thief) }).toEqual({ call, thief: null })
      }
      const again = app.open()
      await again.signIn('mail', { email })
      await again.get(app.links.getLatestEmail().url)
      expect({ call, email: await getUserEmail(again) }).toEqual({ call, email })
      expect({ call, working: await listWorkingPasswords(app, [password]) }).toEqual({ call, working: [] })
      expect({ call, thief: await getUserEmail(thief) }).toEqual({ call, thief: null })
      return isReached
    })
  })

  test('of a change and a reset at the same time, one sets the password, and the other says so', async () => {
    await forEachCall(async call => {
      const { app, start, stop } = createTappedApp({ session })
      const visit = await signUp(app)
      await submit(app.open(), 'forgot', { email })
      const token = getToken(app)
      let reset = 0
      const csrfToken = await visit.getCsrfToken()
      const fields = { csrfToken, currentPassword: password, password: newPassword }
      start(call, async () => {
        reset = (await submit(app.open(), 'reset', { token, password: resetPassword })).status
      })
      const changed = await visit.post('/auth/passwords/change', fields, json)
      const isReached = stop()
      const [working, ...others] = await listWorkingPasswords(app, [password, newPassword, resetPassword])
      expect({ call, others }).toEqual({ call, others: [] })
      if (reset === 200) expect({ call, working }).toEqual({ call, working: resetPassword })
      else {
        expect({ call, working }).toEqual({ call, working: newPassword })
        // The reset ends the sessions of the old password, also that of the change.
        expect([200, 401]).toContain(changed.status)
        expect(app.sent.at(-1)?.subject).toBe('Your account at app.example has a new password')
      }
      return isReached
    })
  })

  test('a change that loses against another one does not say that the password is wrong', async () => {
    let during: (() => Promise<unknown>) | null = null
    const custom = {
      async hash(text: string) {
        const run = text === newPassword ? during : null
        if (run) during = null
        await run?.()
        return `test$${text}`
      },
      needsRehash: () => false,
      verify: (text: string, stored: string) => `test$${text}` === stored,
    }
    const app = createPasswordsApp({ session, options: { hashing: { custom } } })
    const visit = await signUp(app)
    const user = await app.store.getUserByEmail?.(email)
    during = () => app.api.setPassword(serverHead, user?.id ?? '', resetPassword)
    expect(await submit(visit, 'change', { currentPassword: password, password: newPassword })).toEqual({
      status: 400,
      body: { error: 'changed-meanwhile' },
    })
    expect(await listWorkingPasswords(app, [password, newPassword, resetPassword])).toEqual([resetPassword])
  })
})
