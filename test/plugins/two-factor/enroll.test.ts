import { describe, expect, test } from 'vitest'
import { resealRecords } from '../../../src/adapters/reseal-records.js'
import { ada, getLocation, origin, sessionCookie } from '../../support/app.js'
import { createTestStore } from '../../support/test-store.js'
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
} from './two-factor-app.js'

async function openSignedIn(app: TwoFactorApp) {
  await createAda(app)
  const visit = app.open()
  await signIn(visit)
  return visit
}

describe.each(strategies)('with the %s strategy', strategy => {
  const session = { strategy }

  test('the secret has 160 random bits, as base32 without padding', async () => {
    const secrets = new Set()
    for (let count = 0; count < 3; count++) {
      const visit = await openSignedIn(createTwoFactorApp({ session }))
      const { secret } = await readJson(await visit.get('/auth/two-factor/enroll', json))
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      secrets.add(secret)
    }
    expect(secrets.size).toBe(3)
  })

  test('the secret is stored sealed', async () => {
    const app = createTwoFactorApp({ session })
    const { secret } = await enroll(app)
    const stored = JSON.stringify(await app.store.records.getRecord('two-factor-totp', 'ada-1'))
    expect(stored).not.toContain(secret)
    expect(stored).toContain('"secret":"lk1.')
  })

  test('the URI has the issuer, the account and the parameters that all apps support', async () => {
    const visit = await openSignedIn(createTwoFactorApp({ session, issuer: 'Acme: Co' }))
    const { secret, uri } = await readJson(await visit.get('/auth/two-factor/enroll', json))
    expect(uri).toBe(
      `otpauth://totp/Acme%20Co:ada%40example.com?secret=${secret}&issuer=Acme%20Co&algorithm=SHA1&digits=6&period=30`,
    )
  })

  test.each(['text/html', 'application/json'])(
    'the response with the secret as %s is not cached',
    async accept => {
      const visit = await openSignedIn(createTwoFactorApp({ session }))
      const response = await visit.get('/auth/two-factor/enroll', { headers: { accept } })
      expect(response.headers.get('cache-control')).toContain('no-store')
      const text = await response.text()
      if (accept === 'text/html') expect(text).toContain('<svg xmlns="http://www.w3.org/2000/svg" role="img"')
      expect(text).not.toMatch(/<img[^>]+otpauth|https?:\/\/(?!www\.w3\.org|app\.example)/)
    },
  )

  test('a new app is pending beside the old one until its code came, and then replaces it', async () => {
    stopClock()
    const app = createTwoFactorApp({ session })
    const { visit, secret } = await enroll(app)
    const { secret: newSecret } = await readJson(await visit.get('/auth/two-factor/enroll', json))
    expect(newSecret).not.toBe(secret)
    const old = await startSignIn(app)
    expect(
      (await submit(old.visit, 'verify', { pending: old.pending, code: computeCode(secret) })).body,
    ).toHaveProperty('url')
    const early = await startSignIn(app)
    const code = computeCode(String(newSecret))
    expect((await submit(early.visit, 'verify', { pending: early.pending, code })).body).toEqual({
      error: 'wrong-code',
    })

    expect((await submit(visit, 'enroll', { code })).body).toHaveProperty('recoveryCodes')
    const late = await startSignIn(app)
    const oldCode = computeCode(secret, 1)
    expect((await submit(late.visit, 'verify', { pending: late.pending, code: oldCode })).body).toEqual({
      error: 'wrong-code',
    })
    const newCode = computeCode(String(newSecret), 1)
    expect(
      (await submit(late.visit, 'verify', { pending: late.pending, code: newCode })).body,
    ).toHaveProperty('url')
  })

  test('a new app that is not confirmed in ten minutes is dropped', async () => {
    const advance = stopClock()
    const visit = await openSignedIn(createTwoFactorApp({ session }))
    const { secret } = await readJson(await visit.get('/auth/two-factor/enroll', json))
    advance(601)
    const { body } = await submit(visit, 'enroll', { code: computeCode(String(secret)) })
    expect(body).toEqual({ error: 'enrollment-expired' })
    const again = await readJson(await visit.get('/auth/two-factor/enroll', json))
    expect(again['secret']).not.toBe(secret)
  })

  test('a page that is loaded again shows the same secret', async () => {
    const visit = await openSignedIn(createTwoFactorApp({ session }))
    const first = await readJson(await visit.get('/auth/two-factor/enroll', json))
    expect(await readJson(await visit.get('/auth/two-factor/enroll', json))).toEqual(first)
  })

  test('ten recovery codes of 65 bits are returned once and stored as salted hashes', async () => {
    const app = createTwoFactorApp({ session })
    const { recoveryCodes } = await enroll(app)
    expect(recoveryCodes).toHaveLength(10)
    for (const code of recoveryCodes)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{4}$/)
    const record = await app.store.records.getRecord('two-factor-totp', 'ada-1')
    const { recovery } = Object(record?.value) as { readonly recovery: { readonly hashes: string[] } }
    const { hashes } = recovery
    expect(new Set(hashes.map(hash => hash.split('$')[3])).size).toBe(10)
    for (const hash of hashes) expect(hash).toMatch(/^\$pbkdf2-sha256\$/)
  })

  test('a new set of recovery codes ends the old one', async () => {
    const app = createTwoFactorApp({ session })
    const { visit, recoveryCodes } = await enroll(app)
    const { body } = await submit(visit, 'manage', { change: 'recovery-codes' })
    const [newCode = ''] = body['recoveryCodes'] as string[]
    const { visit: other, pending } = await startSignIn(app)
    const use = (code: string) => submit(other, 'verify', { pending, method: 'recovery-code', code })
    expect((await use(recoveryCodes[0] ?? '')).body).toEqual({ error: 'wrong-code' })
    expect((await use(newCode)).body).toHaveProperty('url')
    expect(app.notices.map(({ type }) => type)).toEqual([
      'enabled',
      'recovery-codes-created',
      'recovery-code-used',
    ])
  })

  test.each([
    ['setting up an app', 'enabled', async () => {}],
    [
      'new recovery codes',
      'recovery-codes-created',
      async (_: TwoFactorApp, visit: Awaited<ReturnType<typeof openSignedIn>>) =>
        void (await submit(visit, 'manage', { change: 'recovery-codes' })),
    ],
    [
      'removing the app',
      'removed',
      async (_: TwoFactorApp, visit: Awaited<ReturnType<typeof openSignedIn>>) =>
        void (await submit(visit, 'manage', { change: 'remove' })),
    ],
    [
      'ending remembered browsers',
      'devices-forgotten',
      async (_: TwoFactorApp, visit: Awaited<ReturnType<typeof openSignedIn>>) =>
        void (await submit(visit, 'manage', { change: 'forget-devices' })),
    ],
  ])('%s notifies the user and gives the session a new id', async (_, type, change) => {
    const app = createTwoFactorApp({ session })
    const visit = await openSignedIn(app)
    let before = visit.jar.get(sessionCookie)
    const { secret } = await readJson(await visit.get('/auth/two-factor/enroll', json))
    await submit(visit, 'enroll', { code: computeCode(String(secret)) })
    if (type !== 'enabled') before = visit.jar.get(sessionCookie)
    await change(app, visit)
    expect(visit.jar.get(sessionCookie)).not.toBe(before)
    expect(await visit.getSession()).not.toBeNull()
    expect(app.notices.at(-1)).toMatchObject({
      type,
      subject: expect.stringContaining('app.example'),
      text: expect.stringContaining(
        `If this was not you, check your account now: ${origin}/auth/two-factor/manage`,
      ),
    })
  })

  test('a session without the second factor cannot change it', async () => {
    const app = createTwoFactorApp({ session })
    const visit = await openSignedIn(app)
    await app.api.importSecret(serverHead, 'ada-1', { secret: importedSecret })
    for (const change of ['recovery-codes', 'remove', 'forget-devices'])
      expect(await submit(visit, 'manage', { change })).toMatchObject({
        status: 403,
        body: { error: 'second-factor-required' },
      })
    expect((await visit.get('/auth/two-factor/enroll', json)).status).toBe(403)
    expect((await submit(visit, 'enroll', { code: '000000' })).status).toBe(403)
    expect((await app.api.startEnrollment(serverHead)).data).toEqual({ error: 'signed-out' })

    await submit(visit, 'verify', { code: computeCode(importedSecret) })
    expect((await submit(visit, 'manage', { change: 'remove' })).status).toBe(200)
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({
      isEnabled: false,
      recoveryCodes: 0,
    })
  })

  test('a session whose last method is older than 15 minutes confirms the second factor before a change', async () => {
    const advance = stopClock()
    const app = createTwoFactorApp({ session })
    const { visit, secret } = await enroll(app)
    advance(901)
    expect((await submit(visit, 'manage', { change: 'remove' })).status).toBe(403)
    const { body } = await submit(visit, 'verify', {
      code: computeCode(secret),
      callbackUrl: '/auth/two-factor/manage',
    })
    expect(body).toEqual({ url: `${origin}/auth/two-factor/manage` })
    expect((await submit(visit, 'manage', { change: 'remove' })).status).toBe(200)
  })

  test('a newer sign-in with the password does not stand for the second factor', async () => {
    const advance = stopClock()
    const app = createTwoFactorApp({ session })
    const { visit } = await enroll(app)
    advance(901)
    await visit.signInWithCredentials(ada)
    expect(await submit(visit, 'manage', { change: 'remove' })).toMatchObject({
      status: 403,
      body: { error: 'second-factor-required' },
    })
  })

  test('a magic link alone does not remove the second factor', async () => {
    const app = createTwoFactorApp({ session })
    await enroll(app)
    const visit = app.open()
    await visit.signIn('mail', { email: 'ada@example.com' })
    const target = getLocation(await visit.get(app.emails.at(-1)?.url ?? '')) ?? ''
    expect(target).toContain('/auth/two-factor/verify')
    const pending = new URL(target).searchParams.get('pending') ?? ''
    expect((await submit(visit, 'manage', { change: 'remove', pending })).status).toBe(401)
    expect((await submit(visit, 'enroll', { code: '000000', pending })).status).toBe(403)
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({ isEnabled: true })
  })

  test('a user who needs a second factor cannot remove it', async () => {
    const app = createTwoFactorApp({ session, required: () => true })
    await createAda(app)
    const visit = app.open()
    const url = visit.getLocation(await signIn(visit))
    const pending = url.searchParams.get('pending') ?? ''
    const { secret } = await readJson(await visit.get(url, json))
    await submit(visit, 'enroll', { pending, code: computeCode(String(secret)) })
    expect((await submit(visit, 'manage', { change: 'remove' })).body).toEqual({ error: 'required' })
  })
})

describe('key rotation', () => {
  test('after a reseal, codes of the secret are still valid, with the new key alone', async () => {
    const store = createTestStore()
    const [older, newer] = [
      'an older secret of thirty-two characters',
      'a newer secret of thirty-two characters',
    ]
    const app = createTwoFactorApp({ store, encryptionKeys: older })
    const { visit, secret } = await enroll(app)
    await readJson(await visit.get('/auth/two-factor/enroll', json))
    const result = await resealRecords(store.records, { encryptionKeys: [newer, older] })
    expect(result).toEqual({ sealed: 1, resealed: 1 })
    const rotated = createTwoFactorApp({ store, encryptionKeys: newer })
    const { visit: other, pending } = await startSignIn(rotated)
    expect((await submit(other, 'verify', { pending, code: computeCode(secret) })).body).toHaveProperty('url')
  })
})

describe('import', () => {
  test('a secret of another system with its own parameters signs in', async () => {
    const app = createTwoFactorApp()
    await createAda(app)
    const imported = { secret: importedSecret, algorithm: 'SHA1', digits: 6, period: 30 } as const
    expect((await app.api.importSecret(serverHead, 'ada-1', imported)).data).toBe(true)
    expect((await app.api.importSecret(serverHead, 'ada-1', imported)).data).toBe(false)
    const { visit, pending } = await startSignIn(app)
    expect(
      (await submit(visit, 'verify', { pending, code: computeCode(importedSecret) })).body,
    ).toHaveProperty('url')
  })

  test.each([
    ['a secret that is not base32', { secret: '0189' }],
    ['a secret of less than 80 bits', { secret: 'GEZDGNBV' }],
    ['an unknown algorithm', { secret: importedSecret, algorithm: 'MD5' }],
    ['five digits', { secret: importedSecret, digits: 5 }],
    ['a period of an hour', { secret: importedSecret, period: 3600 }],
  ])('%s is rejected', async (_, imported) => {
    const app = createTwoFactorApp()
    await expect(app.api.importSecret(serverHead, 'ada-1', imported as never)).rejects.toThrow(/`\w+` must/)
  })
})
