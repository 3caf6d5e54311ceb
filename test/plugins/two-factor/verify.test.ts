import { createAuth } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { ada, getLocation, origin, sessionCookie } from '../../support/app.js'
import { register, requestOptions } from '../../support/passkey-app.js'
import { SoftAuthenticator } from '../../support/soft-authenticator.js'
import { createTestStore } from '../../support/test-store.js'
import type { Visitor } from '../../support/visitor.js'
import { stopClock } from '../../throttling/throttled-app.js'
import {
  computeCode,
  createAda,
  createTwoFactorApp,
  enroll,
  importedSecret,
  json,
  readJson,
  serverHead,
  signIn,
  startSignIn,
  strategies,
  submit,
  type TwoFactorApp,
  toHead,
} from './two-factor-app.js'

/** Creates an app whose user has an authenticator app with a known secret. */
async function createEnrolledApp(setup: Parameters<typeof createTwoFactorApp>[0] = {}) {
  const app = createTwoFactorApp(setup)
  await createAda(app)
  await app.api.importSecret(serverHead, 'ada-1', { secret: importedSecret })
  return app
}

describe.each(strategies)('with the %s strategy', strategy => {
  const session = { strategy }

  test('a code of the current step, the one before and the one after signs in, and no other', async () => {
    stopClock()
    for (const [steps, isValid] of [
      [-2, false],
      [-1, true],
      [0, true],
      [1, true],
      [2, false],
    ] as const) {
      const app = await createEnrolledApp({ session })
      const { visit, pending } = await startSignIn(app)
      const { body } = await submit(visit, 'verify', { pending, code: computeCode(importedSecret, steps) })
      expect('url' in body).toBe(isValid)
    }
  })

  test('blanks in a code are ignored, and other characters are not', async () => {
    const app = await createEnrolledApp({ session })
    const { visit, pending } = await startSignIn(app)
    const code = computeCode(importedSecret)
    for (const wrong of [`${code}0`, code.slice(1), `${code}\u0661`, ''])
      expect((await submit(visit, 'verify', { pending, code: wrong })).body).toEqual({ error: 'wrong-code' })
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`
    expect((await submit(visit, 'verify', { pending, code: typed })).body).toEqual({ url: origin })
  })

  test('a step counts once, and the steps before it no longer', async () => {
    stopClock()
    const app = await createEnrolledApp({ session })
    const first = await startSignIn(app)
    const code = computeCode(importedSecret)
    expect((await submit(first.visit, 'verify', { pending: first.pending, code })).body).toHaveProperty('url')
    const second = await startSignIn(app)
    for (const steps of [0, -1]) {
      const earlier = computeCode(importedSecret, steps)
      const { body } = await submit(second.visit, 'verify', { pending: second.pending, code: earlier })
      expect(body).toEqual({ error: 'wrong-code' })
    }
    const later = computeCode(importedSecret, 1)
    expect(
      (await submit(second.visit, 'verify', { pending: second.pending, code: later })).body,
    ).toHaveProperty('url')
  })

  test('of 16 concurrent sign-ins with one code, one gets a session', async () => {
    const app = await createEnrolledApp({ session })
    const signIns = []
    for (let count = 0; count < 16; count++) signIns.push(await startSignIn(app))
    const code = computeCode(importedSecret)
    await Promise.all(signIns.map(({ visit, pending }) => submit(visit, 'verify', { pending, code })))
    const sessions = await Promise.all(signIns.map(({ visit }) => visit.getSession()))
    expect(sessions.filter(found => found !== null)).toHaveLength(1)
  })

  test('of 16 concurrent sign-ins with one recovery code, one gets a session, and the others are told that it is wrong', async () => {
    const app = createTwoFactorApp({ session })
    const { recoveryCodes } = await enroll(app)
    const signIns = []
    for (let count = 0; count < 16; count++) signIns.push(await startSignIn(app))
    const fields = { method: 'recovery-code', code: recoveryCodes[3] ?? '' }
    const results = await Promise.all(
      signIns.map(({ visit, pending }) => submit(visit, 'verify', { pending, ...fields })),
    )
    expect(results.filter(({ body }) => body['error'] === 'wrong-code')).toHaveLength(15)
    const sessions = await Promise.all(signIns.map(({ visit }) => visit.getSession()))
    expect(sessions.filter(found => found !== null)).toHaveLength(1)
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({ recoveryCodes: 9 })
  })

  test('the session has the method `otp` and the level `aal2`', async () => {
    const app = await createEnrolledApp({ session })
    const { visit, pending } = await startSignIn(app)
    await submit(visit, 'verify', { pending, code: computeCode(importedSecret) })
    expect(await readAssurance(app, visit)).toMatchObject({
      acr: 'aal2',
      methods: [{ amr: 'otp', provider: 'two-factor' }, { amr: 'pwd' }],
    })
  })

  test('a passkey is a second factor after a password, and not after itself', async () => {
    const { app, device } = await createAppWithPasskey(strategy)
    const { visit, pending } = await startSignIn(app)
    const fields = { pending, method: 'passkey' }
    expect((await submit(visit, 'verify', { ...fields, data: '{}' })).body).toEqual({
      error: 'wrong-passkey',
    })
    const { options } = await requestOptions(visit, { action: 'authenticate', email: ada.email })
    const data = device.authenticate(options, { verifiesUser: false })
    expect((await submit(visit, 'verify', { ...fields, data })).body).toEqual({ url: origin })
    expect(await visit.getSession()).not.toBeNull()

    const other = app.open()
    const first = await requestOptions(other, { action: 'authenticate' })
    const response = await other.post('/auth/callback/passkey', {
      action: 'authenticate',
      data: device.authenticate(first.options, { verifiesUser: false }),
    })
    const url = other.getLocation(response)
    const again = await requestOptions(other, { action: 'authenticate' })
    const { body } = await submit(other, 'verify', {
      pending: url.searchParams.get('pending') ?? '',
      method: 'passkey',
      data: device.authenticate(again.options, { verifiesUser: false }),
    })
    expect(String(body['url'])).toContain('/auth/two-factor/verify')
    expect(await other.getSession()).toBeNull()
  })

  test('a passkey is verified by a server function', async () => {
    const { app, device } = await createAppWithPasskey(strategy)
    const { visit, pending } = await startSignIn(app)
    const { options } = await requestOptions(visit, { action: 'authenticate', email: ada.email })
    const code = device.authenticate(options, { verifiesUser: false })
    const { data, cookies } = await app.api.verify(toHead(visit), { pending, method: 'passkey', code })
    expect(data).toEqual({ error: null, url: origin })
    expect(cookies.map(({ name }) => name)).toContain(sessionCookie)
  })

  test('a passkey of another user is rejected', async () => {
    const app = await createEnrolledApp({ session })
    const mallory = new SoftAuthenticator(origin)
    await register(app.open(), 'mallory@example.com', mallory)
    const { visit, pending } = await startSignIn(app)
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    const data = mallory.authenticate(options)
    const { body } = await submit(visit, 'verify', { pending, method: 'passkey', data })
    expect(body).toEqual({ error: 'wrong-passkey' })
    expect(await visit.getSession()).toBeNull()
  })

  test('a passkey with user verification is two factors, and is not interrupted', async () => {
    const { app, device } = await createAppWithPasskey(strategy)
    const visit = app.open()
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    const data = device.authenticate(options)
    const response = await visit.post('/auth/callback/passkey', { action: 'authenticate', data })
    expect(getLocation(response)).toBe(origin)
    expect(await visit.getSession()).not.toBeNull()
  })
})

/** Creates an app whose user has a passkey and an authenticator app. */
async function createAppWithPasskey(strategy: 'jwt' | 'database') {
  const app = createTwoFactorApp({ session: { strategy } })
  await createAda(app)
  const owner = app.open()
  await signIn(owner)
  const { device } = await register(owner, ada.email)
  await app.api.importSecret(serverHead, 'ada-1', { secret: importedSecret })
  return { app, device }
}

/** Reads what server code learns about the session. */
function readAssurance({ config }: TwoFactorApp, visit: Visitor) {
  return createAuth(config).getSession(toHead(visit))
}

describe('failures', () => {
  test('five wrong codes end the attempts of a sign-in, but not those with a recovery code', async () => {
    const app = createTwoFactorApp()
    const { secret, recoveryCodes } = await enroll(app)
    const { visit, pending } = await startSignIn(app)
    for (let count = 0; count < 5; count++)
      expect((await submit(visit, 'verify', { pending, code: '000000' })).body).toEqual({
        error: 'wrong-code',
      })
    const blocked = await submit(visit, 'verify', { pending, code: computeCode(secret) })
    expect(blocked).toMatchObject({ status: 429, body: { error: 'too-many-attempts', retryAfter: 600 } })
    const code = recoveryCodes[0] ?? ''
    expect((await submit(visit, 'verify', { pending, method: 'recovery-code', code })).body).toHaveProperty(
      'url',
    )
  })

  test('100 wrong codes in a row, in any number of sign-ins, turn the app off until it is set up again', async () => {
    const app = createTwoFactorApp()
    const { visit: owner, secret, recoveryCodes } = await enroll(app)
    for (let count = 0; count < 20; count++) {
      const { visit, pending } = await startSignIn(app)
      for (let attempt = 0; attempt < 5; attempt++) await submit(visit, 'verify', { pending, code: 'abcdef' })
    }
    const { visit, pending } = await startSignIn(app)
    const { body } = await submit(visit, 'verify', { pending, code: computeCode(secret) })
    expect(body).toEqual({ error: 'method-disabled' })
    const recovery = { pending, method: 'recovery-code', code: recoveryCodes[0] ?? '' }
    expect((await submit(visit, 'verify', recovery)).body).toHaveProperty('url')
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({
      isEnabled: true,
      isDisabled: true,
    })

    const { secret: newSecret } = await readJson(await owner.get('/auth/two-factor/enroll', json))
    expect((await submit(owner, 'enroll', { code: computeCode(String(newSecret)) })).body).toHaveProperty(
      'url',
    )
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({ isDisabled: false })
  })

  test('wrong codes in a session count too', async () => {
    const app = createTwoFactorApp()
    const { visit } = await enroll(app)
    for (let count = 0; count < 5; count++) await submit(visit, 'verify', { code: '000000' })
    expect((await submit(visit, 'verify', { code: '000000' })).body).toMatchObject({
      error: 'too-many-attempts',
    })
  })

  test('a right code resets the failures in a row', async () => {
    const app = await createEnrolledApp()
    stopClock()
    const first = await startSignIn(app)
    await submit(first.visit, 'verify', { pending: first.pending, code: 'abcdef' })
    const readFailures = async () => {
      const { value } = (await app.store.records.getRecord('two-factor-totp', 'ada-1')) ?? {}
      return Object(value) as unknown
    }
    expect(await readFailures()).toMatchObject({ failures: 1 })
    await submit(first.visit, 'verify', { pending: first.pending, code: computeCode(importedSecret) })
    expect(await readFailures()).toMatchObject({ failures: 0 })
  })

  test('with throttling, wrong codes are limited by account, and a recovery code is not', async () => {
    const app = createTwoFactorApp({ throttling: {}, secret: crypto.randomUUID() })
    const { recoveryCodes } = await enroll(app)
    const others = [app.open(), app.open(), app.open()]
    let last = await startSignIn(app, others[0])
    for (const visit of others) {
      last = await startSignIn(app, visit)
      for (let count = 0; count < 5; count++)
        await submit(visit, 'verify', { pending: last.pending, code: '000000' })
    }
    const fresh = await startSignIn(app)
    const blocked = await submit(fresh.visit, 'verify', { pending: fresh.pending, code: '000000' })
    expect(blocked).toMatchObject({ status: 429, body: { error: 'too-many-attempts' } })
    const method = 'recovery-code'
    for (const visit of others) {
      const { pending } = await startSignIn(app, visit)
      for (let count = 0; count < 5; count++)
        await submit(visit, 'verify', { pending, method, code: 'AAAA-BBBBB-CCCC' })
    }
    const fields = { pending: fresh.pending, method, code: recoveryCodes[0] ?? '' }
    expect((await submit(fresh.visit, 'verify', fields)).body).toHaveProperty('url')
  })

  test.each(['getRecord', 'incrementRecord', 'putRecord'] as const)(
    'if `%s` of the store fails, no session is issued',
    async method => {
      const store = createTestStore()
      const app = await createEnrolledApp({ store })
      const visit = app.open()
      const original = store.records[method]
      Object.assign(store.records, {
        [method]: () => {
          throw new Error('connection refused')
        },
      })
      const response = await signIn(visit)
      expect(getLocation(response)).toContain('/auth/')
      expect(visit.jar.get(sessionCookie)).toBeUndefined()
      Object.assign(store.records, { [method]: original })
    },
  )

  test.each(['getRecords', 'incrementRecords', 'putRecord', 'deleteRecord'] as const)(
    'if `%s` of the store fails when the code is verified, no session is issued',
    async method => {
      const store = createTestStore()
      const app = await createEnrolledApp({ store })
      const { visit, pending } = await startSignIn(app)
      const original = store.records[method]
      Object.assign(store.records, {
        [method]: () => {
          throw new Error('connection refused')
        },
      })
      const code = computeCode(importedSecret, 1)
      expect((await submit(visit, 'verify', { pending, code })).body).not.toHaveProperty('url')
      expect(visit.jar.get(sessionCookie)).toBeUndefined()
      Object.assign(store.records, { [method]: original })
    },
  )

  test('codes are verified, and limited, by a record store without optional methods', async () => {
    const store = createTestStore()
    for (const method of ['getRecords', 'incrementRecords']) Reflect.deleteProperty(store.records, method)
    const app = await createEnrolledApp({ store })
    const { visit, pending } = await startSignIn(app)
    for (let count = 0; count < 5; count++) await submit(visit, 'verify', { pending, code: '000000' })
    const sixth = await submit(visit, 'verify', { pending, code: computeCode(importedSecret, 1) })
    expect(sixth).toMatchObject({ status: 429, body: { error: 'too-many-attempts' } })
    const other = await startSignIn(app)
    const code = computeCode(importedSecret, 1)
    await submit(other.visit, 'verify', { pending: other.pending, code })
    expect(await other.visit.getSession()).not.toBeNull()
  })

  test('the limit of one sign-in holds without `throttling`, for parallel codes too', async () => {
    const app = await createEnrolledApp({ throttling: undefined })
    const { visit, pending } = await startSignIn(app)
    const results = await Promise.all(
      Array.from({ length: 12 }, () => submit(visit, 'verify', { pending, code: '000000' })),
    )
    const wrong = results.filter(({ body }) => body.error === 'wrong-code')
    expect(wrong).toHaveLength(5)
    const late = await submit(visit, 'verify', { pending, code: computeCode(importedSecret, 1) })
    expect(late).toMatchObject({ status: 429, body: { error: 'too-many-attempts' } })
  })

  test.each([
    ['is not readable', { active: 'yes' }],
    ['is empty', null],
    ['has no app', { active: null, lastStep: 0, failures: 0, recovery: { hashes: [], failures: 0 } }],
  ])('a record that %s does not count as no second factor', async (_, value) => {
    const app = await createEnrolledApp()
    await app.store.records.putRecord({
      kind: 'two-factor-totp',
      id: 'ada-1',
      userId: 'ada-1',
      value,
      expires: null,
    })
    const visit = app.open()
    expect(getLocation(await signIn(visit))).toContain('error=Configuration')
    expect(await visit.getSession()).toBeNull()
  })

  test('a record store whose table is missing does not count as no second factor', async () => {
    const app = createTwoFactorApp()
    await createAda(app)
    Object.assign(app.store.records, { isAvailable: () => false })
    const visit = app.open()
    expect(getLocation(await signIn(visit))).toContain('error=Configuration')
    expect(await visit.getSession()).toBeNull()
  })
})

test('a page that needs a user or a pending sign-in says in the debug log why it was rejected', async () => {
  const { open, log } = createTwoFactorApp()
  const headers = { accept: 'application/json' }
  const response = await open().get('/auth/two-factor/verify', { headers })
  expect([response.status, await response.json()]).toMatchObject([401, { error: 'signed-out' }])
  const reason = 'No user is signed in, and the request names no pending sign-in.'
  expect(log.debugged).toContainEqual([
    'request of a plugin rejected',
    { plugin: `${origin}/auth/two-factor`, reason },
  ])
})
