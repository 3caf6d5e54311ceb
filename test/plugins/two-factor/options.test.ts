import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAuth } from 'latchkey/server'
import { skipNotifications, type TwoFactorOptions, twoFactor } from 'latchkey/two-factor'
import { describe, expect, test } from 'vitest'
import { ada, createPlainAdapter, createTestApp, getLocation, origin } from '../../support/app.js'
import { listTextsOfLanguages } from '../../support/plugin-texts.js'
import {
  computeCode,
  createAda,
  createTwoFactorApp,
  enroll,
  importedSecret,
  json,
  serverHead,
  signIn,
  startSignIn,
  submit,
  toHead,
} from './two-factor-app.js'

/** Returns the error of a configuration. */
async function readConfigError(options: unknown, setup: Parameters<typeof createTestApp>[0] = {}) {
  const { open, log } = createTestApp({ plugins: [twoFactor(options as TwoFactorOptions)], ...setup })
  const response = await open().get('/auth/session')
  expect(response.status).toBe(500)
  return log.errors[0]?.message
}

describe('a configuration', () => {
  test.each([
    ['no option', undefined, /Set `sendEmail`.*set `notify` to a function/],
    ['no `notify`', {}, /symbol `skipNotifications` of `latchkey\/two-factor`/],
    ['a mailer without `sendMail`', { notify: {} }, /`notify` must be/],
    ['an empty `issuer`', { notify: skipNotifications, issuer: ' ' }, /`issuer` must be text/],
    [
      'a `required` that is not a function',
      { notify: skipNotifications, required: true },
      /`required` must be/,
    ],
    [
      'a browser that is remembered for a year',
      { notify: skipNotifications, rememberDevice: { maxAge: 31_536_000 } },
      /`rememberDevice.maxAge` must be a number of seconds up to 2592000 \(30 days\); it is 31536000/,
    ],
  ])('with %s is rejected', async (_, options, message) => {
    expect(await readConfigError(options, { adapter: MemoryAdapter() })).toMatch(message)
  })

  test('without a record store is rejected', async () => {
    expect(await readConfigError({ notify: skipNotifications })).toMatch(/record store/)
    const adapter = { ...createPlainAdapter(), useChallenge: async () => true }
    expect(await readConfigError({ notify: skipNotifications }, { adapter })).toMatch(
      /second factors need a record store/,
    )
  })
})

describe('`notify`', () => {
  test('can be left out if the configuration has `sendEmail`', async () => {
    const emails: unknown[] = []
    const app = createTwoFactorApp({ sendEmail: email => void emails.push(email) })
    const plugin = twoFactor()
    await createAda(app)
    const { api } = createAuth({ ...app.config, plugins: [plugin] })
    await api.twoFactor.importSecret(serverHead, 'ada-1', { secret: importedSecret })
    await api.twoFactor.remove(serverHead, 'ada-1')
    expect(emails).toEqual([
      expect.objectContaining({ to: ada.email, subject: 'Your sign-in to app.example changed' }),
    ])
  })

  test('can be a mailer', async () => {
    const emails: unknown[] = []
    const plugin = twoFactor({ notify: { sendMail: message => void emails.push(message) } })
    const app = createTwoFactorApp()
    const config = { ...app.config, plugins: [plugin] }
    await createAda(app)
    const { api } = createAuth(config)
    await api.twoFactor.importSecret(serverHead, 'ada-1', { secret: importedSecret })
    await api.twoFactor.remove(serverHead, 'ada-1')
    expect(emails).toEqual([
      {
        to: ada.email,
        subject: 'Your sign-in to app.example changed',
        text: expect.stringContaining('The authenticator app of your account at app.example was removed.'),
      },
    ])
  })

  test('that fails is logged, and the change has happened', async () => {
    const app = createTwoFactorApp()
    await createAda(app)
    await app.api.importSecret(serverHead, 'ada-1', { secret: importedSecret })
    const plugin = twoFactor({
      notify: () => {
        throw new Error('mail server down')
      },
    })
    const { api } = createAuth({ ...app.config, plugins: [plugin] })
    expect((await api.twoFactor.remove(serverHead, 'ada-1')).data).toMatchObject({ error: null })
    expect(app.log.errors.map(({ message }) => message)).toContain('mail server down')
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({ isEnabled: false })
  })
})

describe('server functions', () => {
  test('set up an app for the user of the session, and raise the session', async () => {
    const app = createTwoFactorApp()
    await createAda(app)
    const visit = app.open()
    await signIn(visit)
    const { data: started } = await app.api.startEnrollment(toHead(visit))
    if (started.error !== null) throw new Error(started.error)
    const code = computeCode(started.secret)
    const { data, cookies } = await app.api.confirmEnrollment(toHead(visit), { code })
    expect(data).toMatchObject({ error: null, recoveryCodes: { length: 10 } })
    expect(cookies.map(({ name }) => name)).toContain('__Secure-authjs.session-token')
  })

  test('continue a pending sign-in', async () => {
    const app = createTwoFactorApp()
    await createAda(app)
    await app.api.importSecret(serverHead, 'ada-1', { secret: importedSecret })
    const { visit, pending } = await startSignIn(app)
    const wrong = await app.api.verify(toHead(visit), { pending, code: '000000' })
    expect(wrong).toEqual({ data: { error: 'wrong-code' }, cookies: [] })
    const { data, cookies } = await app.api.verify(toHead(visit), {
      pending,
      code: computeCode(importedSecret),
    })
    expect(data).toEqual({ error: null, url: origin })
    expect(cookies.map(({ name }) => name)).toContain('__Secure-authjs.session-token')
  })

  test('without a user return `signed-out`', async () => {
    const { api } = createTwoFactorApp()
    const code = '000000'
    for (const { data } of [
      await api.startEnrollment(serverHead),
      await api.confirmEnrollment(serverHead, { code }),
      await api.verify(serverHead, { code }),
      await api.createRecoveryCodes(serverHead),
      await api.remove(serverHead, 'nobody'),
      await api.forgetDevices(serverHead),
    ])
      expect(data).toEqual({ error: 'signed-out' })
    expect((await api.getStatus(serverHead)).data).toEqual({ error: 'signed-out' })
  })

  test('replace recovery codes of a user', async () => {
    const app = createTwoFactorApp()
    await enroll(app)
    const { data } = await app.api.createRecoveryCodes(serverHead, 'ada-1')
    expect(data).toMatchObject({ error: null, recoveryCodes: { length: 10 } })
  })
})

describe('requests', () => {
  test.each(['verify', 'enroll', 'manage'])('a POST to `%s` needs the CSRF token', async path => {
    const app = createTwoFactorApp()
    const { visit, secret } = await enroll(app)
    const fields = { code: computeCode(secret), change: 'remove' }
    expect(getLocation(await visit.post(`/auth/two-factor/${path}`, fields))).toContain('MissingCSRF')
    expect((await app.api.getStatus(serverHead, 'ada-1')).data).toMatchObject({ isEnabled: true })
  })

  test.each(['verify', 'enroll', 'manage'])(
    'of a visitor to `%s` redirect to the sign-in page',
    async path => {
      const { open } = createTwoFactorApp()
      const visit = open()
      expect(getLocation(await visit.get(`/auth/two-factor/${path}`))).toContain('/auth/signin')
      expect(await submit(visit, path)).toMatchObject({ status: 401, body: { error: 'signed-out' } })
    },
  )

  test('an unknown change is rejected', async () => {
    const { visit } = await enroll(createTwoFactorApp())
    expect(await submit(visit, 'manage', { change: 'toString' })).toMatchObject({ status: 400 })
  })

  test('a pending sign-in of another browser is not known', async () => {
    const app = createTwoFactorApp()
    const { secret } = await enroll(app)
    const { pending } = await startSignIn(app)
    const other = app.open()
    const { body } = await submit(other, 'verify', { pending, code: computeCode(secret) })
    expect(body).toMatchObject({ error: 'signed-out' })
    expect(await other.getSession()).toBeNull()
  })

  test('a request that names an ended sign-in is never about the session', async () => {
    const { visit, secret } = await enroll(createTwoFactorApp())
    const { body } = await submit(visit, 'verify', { pending: 'ended', code: computeCode(secret) })
    expect(body).toMatchObject({ error: 'signed-out' })
  })
})

describe('pages', () => {
  test.each([
    ['en', 'Set up an authenticator app'],
    ['de', 'Authenticator-App einrichten'],
    ['fr', 'Configurer une application'],
    ['es', 'Configure una aplicación'],
    ['pt', 'Configure uma aplicação'],
    ['ja', '認証アプリの設定'],
    ['zh', '设置身份验证器应用'],
    ['ar', 'إعداد تطبيق مصادقة'],
  ])('are in the language %s', async (language, title) => {
    const app = createTwoFactorApp()
    await createAda(app)
    const visit = app.open()
    await signIn(visit)
    const page = await visit.get('/auth/two-factor/enroll', { headers: { 'accept-language': language } })
    expect(await page.text()).toContain(title)
  })

  test('of each language have all texts, with the placeholders of the English ones', async () => {
    const [english = [], ...others] = await listTextsOfLanguages(twoFactor({ notify: skipNotifications }))
    expect(others).toHaveLength(7)
    for (const texts of others) expect(texts).toEqual(english)
  })

  test('show an error with status 400 in the page of the form', async () => {
    const app = createTwoFactorApp()
    await enroll(app)
    const { visit, pending } = await startSignIn(app)
    const csrfToken = await visit.getCsrfToken()
    const response = await visit.post('/auth/two-factor/verify', { csrfToken, pending, code: '1' })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('aria-invalid="true" aria-describedby="error"')
  })

  test('list the methods as JSON', async () => {
    const app = createTwoFactorApp()
    await enroll(app)
    const { visit, pending } = await startSignIn(app)
    const response = await visit.get(`/auth/two-factor/verify?pending=${pending}`, json)
    expect(await response.json()).toEqual({ methods: ['totp', 'recovery-code'], rememberDevice: 2_592_000 })
  })
})

test('the step-up page offers the authenticator app', async () => {
  const { plugin, ...app } = createTwoFactorApp()
  await enroll(app)
  const config = { ...app.config, plugins: [{ ...plugin, api: { list: plugin.listStepUpMethods } }] }
  const { api } = createAuth(config)
  expect((await api.twoFactor.list(serverHead, { id: 'ada-1' })).data).toEqual([
    { amr: 'otp', label: 'Use your authenticator app', url: `${origin}/auth/two-factor/verify` },
  ])
  expect((await api.twoFactor.list(serverHead, { id: 'grace-1' })).data).toEqual([
    {
      amr: 'otp',
      label: 'Set up an authenticator app',
      url: `${origin}/auth/two-factor/enroll`,
      needsSetup: true,
    },
  ])
})
