import { describe, expect, test, vi } from 'vitest'
import {
  createPasswordsApp,
  email,
  getLink,
  getToken,
  getUserEmail,
  json,
  newPassword,
  type PasswordsSetup,
  password,
  signIn,
  strategies,
  submit,
} from './passwords-app.js'

const otherPassword = 'the password of another person'

function createApp(setup: PasswordsSetup = {}) {
  return createPasswordsApp({ revocation: { maxStale: 0 }, options: { verification: 'after' }, ...setup })
}

/** Fails the store call with a number, counted from `start`. */
function createFailingTap() {
  let remaining = Number.POSITIVE_INFINITY
  return {
    tap() {
      remaining -= 1
      if (remaining === -1) throw new Error('The store is down.')
    },
    start: (failing: number) => {
      remaining = failing
    },
    /** Returns whether the call was made. */
    stop() {
      const isReached = remaining < 0
      remaining = Number.POSITIVE_INFINITY
      return isReached
    },
  }
}

/** A promise that another step resolves. */
function createSignal() {
  let resolve = () => {}
  const promise = new Promise<void>(fulfill => {
    resolve = fulfill
  })
  return { promise, resolve: () => resolve() }
}

interface Interleaved {
  prove(): Promise<unknown>
  change(): Promise<unknown>
}

/**
 * An app in which a change of the password starts as soon as a proof of the address has deleted the password. The change pauses before a store call, until
 * the proof is complete.
 */
function createInterleavedApp(setup: PasswordsSetup, pausedCall: number) {
  let phase: 'idle' | 'proof' | 'deleted' | 'change' | 'paused' = 'idle'
  let call = 0
  let change: () => Promise<unknown> = async () => {}
  let changed: Promise<unknown> = Promise.resolve()
  const paused = createSignal()
  const proven = createSignal()
  const app = createApp({
    ...setup,
    async tap(method, [record]) {
      if (phase === 'change' && call++ === pausedCall) {
        phase = 'paused'
        paused.resolve()
        await proven.promise
      } else if (phase === 'deleted') {
        phase = 'change'
        changed = change()
        await Promise.race([changed, paused.promise])
        if (phase === 'change') phase = 'idle'
      } else if (phase === 'proof' && method === 'putRecord') {
        const { kind, value } = Object(record)
        if (kind === 'password' && Object(value).hash === null) phase = 'deleted'
      }
    },
  })
  return {
    app,
    async start(run: Interleaved) {
      phase = 'proof'
      change = run.change
      await run.prove()
      proven.resolve()
      await changed
    },
    wasPaused: () => phase === 'paused',
  }
}

describe.each(strategies)('verification after the sign-up with %s sessions', strategy => {
  const session = { strategy }

  test('creates the user and the session at once, and the link of the email verifies the address', async () => {
    const app = createApp({ session })
    const visit = app.open()
    expect(await submit(visit, 'sign-up', { email, password, name: 'Ada' })).toEqual({
      status: 200,
      body: { url: 'https://app.example' },
    })
    expect(await getUserEmail(visit)).toBe(email)
    expect(await app.store.getUserByEmail?.(email)).toMatchObject({ name: 'Ada', emailVerified: null })
    expect(app.sent).toHaveLength(1)
    expect(app.sent[0]).toMatchObject({ to: email, subject: 'Confirm your email address for app.example' })
    expect((await signIn(app.open())).status).toBe(200)
    const page = await visit.get(getLink(app), { follow: true })
    expect(await page.text()).toContain(`You confirm ${email} for your account at app.example.`)
    expect((await app.store.getUserByEmail?.(email))?.emailVerified).toBeNull()
    const token = getToken(app)
    expect((await submit(visit, 'confirm-email', { token })).status).toBe(200)
    expect((await app.store.getUserByEmail?.(email))?.emailVerified).toBeInstanceOf(Date)
    expect(await getUserEmail(visit)).toBe(email)
    expect((await signIn(app.open())).status).toBe(200)
    expect(await submit(visit, 'confirm-email', { token })).toMatchObject({ body: { error: 'expired-link' } })
  })

  test('a link in another browser needs the password, and signs in', async () => {
    const app = createApp({ session })
    await submit(app.open(), 'sign-up', { email, password })
    const token = getToken(app)
    const other = app.open()
    const shown = await other.get(`/auth/passwords/confirm-email?token=${token}`, json)
    expect(await shown.json()).toEqual({ email, needsPassword: true })
    for (const fields of [{}, { password: otherPassword }])
      expect(await submit(other, 'confirm-email', { token, ...fields })).toMatchObject({
        body: { error: 'wrong-password' },
      })
    expect((await app.store.getUserByEmail?.(email))?.emailVerified).toBeNull()
    expect((await submit(other, 'confirm-email', { token, password })).status).toBe(200)
    expect(await getUserEmail(other)).toBe(email)
    expect((await app.store.getUserByEmail?.(email))?.emailVerified).toBeInstanceOf(Date)
  })

  test('an address with an account gets no session, and keeps the name and the password', async () => {
    const app = createApp({ session })
    await submit(app.open(), 'sign-up', { email, password, name: 'Ada' })
    const visit = app.open()
    await submit(visit, 'confirm-email', { token: getToken(app), password })
    const other = app.open()
    const answer = await submit(other, 'sign-up', { email, password: otherPassword, name: 'Eve' })
    expect(answer).toEqual({ status: 200, body: { url: expect.stringContaining('/auth/passwords/sent') } })
    expect(await getUserEmail(other)).toBeNull()
    expect(app.sent.at(-1)?.subject).toBe('Your account at app.example')
    expect(await app.store.getUserByEmail?.(email)).toMatchObject({ name: 'Ada' })
    expect(await signIn(app.open(), { password: otherPassword })).toMatchObject({ status: 400 })
    expect((await signIn(app.open())).status).toBe(200)
  })

  test('a second sign-up with an unverified address gets a link and no session; the link ends the first one', async () => {
    const app = createApp({ session })
    const first = app.open()
    await submit(first, 'sign-up', { email, password: otherPassword })
    const firstToken = getToken(app)
    const owner = app.open()
    await submit(owner, 'sign-up', { email, password })
    expect(await getUserEmail(owner)).toBeNull()
    expect(await getUserEmail(first)).toBe(email)
    expect(getLink(app).pathname).toBe('/auth/passwords/verify')
    expect((await submit(owner, 'verify', { token: getToken(app) })).status).toBe(200)
    expect(await getUserEmail(owner)).toBe(email)
    expect(await getUserEmail(first)).toBeNull()
    expect(await signIn(app.open(), { password: otherPassword })).toMatchObject({ status: 400 })
    expect((await signIn(app.open())).status).toBe(200)
    expect(
      await submit(app.open(), 'confirm-email', { token: firstToken, password: otherPassword }),
    ).toMatchObject({ body: { error: 'expired-link' } })
  })

  test('the signed-in user requests another link, which ends with a change of the password', async () => {
    const app = createApp({ session })
    const visit = app.open()
    await submit(visit, 'sign-up', { email, password })
    expect(await (await visit.get('/auth/passwords/send-confirmation')).text()).toContain('Send a link')
    expect((await submit(visit, 'send-confirmation')).status).toBe(200)
    const token = getToken(app)
    await submit(visit, 'change', { currentPassword: password, password: newPassword })
    expect(await submit(visit, 'confirm-email', { token })).toMatchObject({ body: { error: 'expired-link' } })
    await submit(visit, 'send-confirmation')
    expect((await submit(visit, 'confirm-email', { token: getToken(app) })).status).toBe(200)
    expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
    const sent = app.sent.length
    expect((await submit(visit, 'send-confirmation')).body['url']).toBe('https://app.example')
    expect(app.sent).toHaveLength(sent)
    expect((await submit(app.open(), 'send-confirmation')).status).toBe(401)
  })

  test('a link ends when the address of the user changes', async () => {
    const app = createApp({ session })
    const visit = app.open()
    await submit(visit, 'sign-up', { email, password })
    const user = await app.store.getUserByEmail?.(email)
    await app.store.updateUser?.({ id: user?.id ?? '', email: 'grace@example.com' })
    expect(await submit(visit, 'confirm-email', { token: getToken(app) })).toMatchObject({
      body: { error: 'expired-link' },
    })
  })

  test('of several concurrent sign-ups with one address, one creates the user', async () => {
    const app = createApp({ session })
    const visits = Array.from({ length: 5 }, () => app.open())
    const answers = await Promise.all(
      visits.map((visit, index) =>
        submit(visit, 'sign-up', { email, password: `${otherPassword} ${index}` }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const emails = await Promise.all(visits.map(getUserEmail))
    expect(emails.filter(each => each === email)).toHaveLength(1)
    const winner = emails.indexOf(email)
    expect((await signIn(app.open(), { password: `${otherPassword} ${winner}` })).status).toBe(200)
    expect(await app.store.records.listRecords({ kind: 'password' })).toHaveLength(1)
  })

  test('a `signIn` callback that denies the sign-up leaves no user', async () => {
    const app = createApp({ session, callbacks: { signIn: () => false } })
    const visit = app.open()
    expect((await submit(visit, 'sign-up', { email, password })).status).toBe(403)
    expect(await app.store.getUserByEmail?.(email)).toBeNull()
    expect(await getUserEmail(visit)).toBeNull()
  })

  test('after a crash at any store call of a sign-up, another one signs in or sends a link that does', async () => {
    for (let failing = 0; failing < 100; failing++) {
      const { tap, start, stop } = createFailingTap()
      const app = createApp({ session, tap })
      const csrfToken = await app.open().getCsrfToken()
      start(failing)
      const visit = app.open()
      await visit.post('/auth/passwords/sign-up', { csrfToken, email, password }, json)
      const isReached = stop()
      const again = app.open()
      await submit(again, 'sign-up', { email, password })
      const token = getToken(app)
      if ((await getUserEmail(again)) === null && token) await submit(again, 'verify', { token })
      expect({ failing, ...(await signIn(app.open())) }).toMatchObject({ failing, status: 200 })
      if (!isReached) return
    }
    throw new Error('The sign-up makes more than 100 store calls.')
  })

  test('after a crash at any store call of a confirmation, the link works again and the password stays', async () => {
    for (let failing = 0; failing < 100; failing++) {
      const { tap, start, stop } = createFailingTap()
      const app = createApp({ session, tap })
      const visit = app.open()
      await submit(visit, 'sign-up', { email, password })
      const token = getToken(app)
      const csrfToken = await visit.getCsrfToken()
      start(failing)
      await visit.post('/auth/passwords/confirm-email', { csrfToken, token }, json)
      const isReached = stop()
      await submit(visit, 'confirm-email', { token })
      const user = await app.store.getUserByEmail?.(email)
      expect({ failing, verified: user?.emailVerified }).toEqual({ failing, verified: expect.any(Date) })
      expect({ failing, ...(await signIn(app.open())) }).toMatchObject({ failing, status: 200 })
      expect({ failing, email: await getUserEmail(visit) }).toEqual({ failing, email })
      if (!isReached) return
    }
    throw new Error('The confirmation makes more than 100 store calls.')
  })

  test('a change of the password that is under way while the owner proves the address changes nothing', async () => {
    for (let waiting = 0; waiting < 100; waiting++) {
      let run: (() => Promise<unknown>) | null = null
      let count = Number.POSITIVE_INFINITY
      const app = createApp({
        session,
        async tap() {
          count -= 1
          if (count !== -1) return
          const prove = run
          run = null
          await prove?.()
        },
      })
      const other = app.open()
      await submit(other, 'sign-up', { email, password: otherPassword })
      const owner = app.open()
      await owner.signIn('mail', { email })
      const { url } = app.links.getLatestEmail()
      run = () => owner.get(url)
      const csrfToken = await other.getCsrfToken()
      const fields = { csrfToken, currentPassword: otherPassword, password: newPassword }
      count = waiting
      await other.post('/auth/passwords/change', fields, json)
      const isReached = run === null
      count = Number.POSITIVE_INFINITY
      if (!isReached) await owner.get(url)
      const found = []
      for (const each of [otherPassword, newPassword])
        found.push((await signIn(app.open(), { password: each })).status)
      const thief = await getUserEmail(other)
      expect({ waiting, found, thief }).toEqual({ waiting, found: [400, 400], thief: null })
      if (!isReached) return
    }
    throw new Error('The change makes more than 100 store calls.')
  })

  test('a first password that is set between the deletion of the planted one and the end of the sessions does not stay', async () => {
    for (let pausedCall = 0; pausedCall < 100; pausedCall++) {
      const { app, start, wasPaused } = createInterleavedApp({ session }, pausedCall)
      const thief = app.open()
      await submit(thief, 'sign-up', { email, password: otherPassword })
      const owner = app.open()
      await owner.signIn('mail', { email })
      const { url } = app.links.getLatestEmail()
      const fields = { csrfToken: await thief.getCsrfToken(), password: newPassword }
      await start({
        prove: () => owner.get(url),
        change: () => thief.post('/auth/passwords/change', fields, json),
      })
      const found = []
      for (const each of [otherPassword, newPassword])
        found.push((await signIn(app.open(), { password: each })).status)
      const signedIn = await getUserEmail(thief)
      expect({ pausedCall, found, thief: signedIn }).toEqual({ pausedCall, found: [400, 400], thief: null })
      if (!wasPaused()) return
    }
    throw new Error('The change makes more than 100 store calls.')
  })
})

test('a link to confirm an address works for a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const app = createApp()
  const visit = app.open()
  await submit(visit, 'sign-up', { email, password })
  vi.setSystemTime(Date.now() + 86_500_000)
  expect(await submit(visit, 'confirm-email', { token: getToken(app) })).toMatchObject({
    body: { error: 'expired-link' },
  })
  vi.useRealTimers()
})

test('a visitor whose link cannot be sent has the account, and requests another one', async () => {
  let isDown = true
  const sent: string[] = []
  const app = createApp({
    sendEmail: ({ text }) => {
      if (isDown) throw new Error('The mail server is down.')
      sent.push(text)
    },
  })
  const visit = app.open()
  expect((await submit(visit, 'sign-up', { email, password })).status).toBe(200)
  expect(await getUserEmail(visit)).toBe(email)
  isDown = false
  expect((await submit(visit, 'send-confirmation')).status).toBe(200)
  expect(sent.at(-1)).toContain('/auth/passwords/confirm-email')
})
