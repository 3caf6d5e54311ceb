import { describe, expect, test } from 'vitest'
import { ada, completeRoundTrip, getLocation, origin, runRoundTrip } from '../../support/app.js'
import { requestOptions, send } from '../../support/passkey-app.js'
import { SoftAuthenticator } from '../../support/soft-authenticator.js'
import type { Visitor } from '../../support/visitor.js'
import { stopClock } from '../../throttling/throttled-app.js'
import {
  computeCode,
  createAda,
  createTwoFactorApp,
  enroll,
  json,
  readJson,
  signIn,
  startSignIn,
  strategies,
  submit,
  type TwoFactorApp,
  type TwoFactorSetup,
} from './two-factor-app.js'

const settingsPage = `${origin}/settings`
const identity = { sub: 'ada-at-op' }

describe.each(strategies)('with the %s strategy', strategy => {
  const session = { strategy }

  /** Signs in with a password and a code. */
  async function openWithApp(setup: TwoFactorSetup = {}) {
    const advance = stopClock()
    const app = createTwoFactorApp({ session, ...setup })
    const { secret } = await enroll(app)
    const { visit, pending } = await startSignIn(app)
    await submit(visit, 'verify', { pending, code: computeCode(secret), rememberDevice: 'true' })
    return { app, visit, secret, advance }
  }

  /** Signs in without an authenticator app. */
  async function openWithoutApp(setup: TwoFactorSetup = {}) {
    const advance = stopClock()
    const app = createTwoFactorApp({ session, ...setup })
    await createAda(app)
    const visit = app.open()
    await signIn(visit)
    return { app, visit, advance }
  }

  const startLinking = (visit: Visitor) => visit.signIn('op', { callbackUrl: settingsPage })

  const requestRegistration = (visit: Visitor) => visit.get('/auth/webauthn-options/passkey?action=register')

  async function registerPasskey(visit: Visitor): Promise<SoftAuthenticator> {
    const device = new SoftAuthenticator(origin)
    const { options } = await requestOptions(visit, { action: 'register' })
    await send(visit, { action: 'register', data: device.register(options, { verifiesUser: false }) })
    return device
  }

  const countPasskeys = async ({ store }: TwoFactorApp) =>
    (await store.listAuthenticatorsByUserId('ada-1')).length
  const findOwner = async ({ store }: TwoFactorApp) =>
    (await store.getUserByAccount({ provider: 'op', providerAccountId: identity.sub }))?.id ?? null

  /** Passes both factors on the step-up page, and returns where it then redirects to. */
  async function confirm(visit: Visitor, url: string, code: string) {
    await submit(visit, 'verify', { code })
    const page = await readJson(await visit.get(url, json))
    const fields = { csrfToken: await visit.getCsrfToken(), stepUp: String(page['stepUp'] ?? '') }
    await visit.post('/auth/callback/credentials', {
      ...fields,
      email: ada.email,
      password: ada.password,
    })
    return getLocation(await visit.get(url))
  }

  test('a session without the second factor adds no passkey and no account, and one with it does', async () => {
    const { app, visit, secret } = await openWithApp()
    await visit.signOut()
    await signIn(visit)
    expect((await requestRegistration(visit)).status).toBe(401)
    expect(getLocation(await startLinking(visit))).toContain('/auth/step-up?')
    expect([await countPasskeys(app), await findOwner(app)]).toEqual([0, null])
    expect(await visit.getSession()).not.toBeNull()
    await submit(visit, 'verify', { code: computeCode(secret, 1) })
    await registerPasskey(visit)
    await runRoundTrip(visit, app.op, { as: identity })
    expect([await countPasskeys(app), await findOwner(app)]).toEqual([1, 'ada-1'])
  })

  test('15 minutes after the second factor, linking leads to the step-up page and back', async () => {
    const { app, visit, secret, advance } = await openWithApp()
    advance(901)
    const stepUp = visit.getLocation(await startLinking(visit))
    expect(stepUp.pathname).toBe('/auth/step-up')
    expect(Object.fromEntries(stepUp.searchParams)).toEqual({
      acr_values: 'mfa',
      max_age: '900',
      callbackUrl: settingsPage,
    })
    expect(await confirm(visit, stepUp.href, computeCode(secret))).toBe(settingsPage)
    await runRoundTrip(visit, app.op, { as: identity })
    expect(await findOwner(app)).toBe('ada-1')
  })

  test('a session that becomes too old at the provider adds nothing, and is led to the step-up page', async () => {
    const { app, visit, advance } = await openWithApp()
    advance(600)
    const away = await startLinking(visit)
    expect(visit.getLocation(away).origin).toBe(new URL(app.op.issuer).origin)
    advance(400)
    const back = visit.getLocation(await completeRoundTrip(visit, app.op, away, { as: identity }))
    expect(back.pathname).toBe('/auth/step-up')
    expect(back.searchParams.get('callbackUrl')).toBe(settingsPage)
    expect(await findOwner(app)).toBeNull()
    expect(await visit.getSession()).not.toBeNull()
  })

  test('a passkey whose session becomes too old before it is sent is not stored', async () => {
    const { app, visit, advance } = await openWithApp()
    advance(600)
    const { options } = await requestOptions(visit, { action: 'register' })
    advance(400)
    const data = new SoftAuthenticator(origin).register(options)
    const response = await send(visit, { action: 'register', data })
    expect(visit.getLocation(response).pathname).toBe('/auth/step-up')
    expect(await countPasskeys(app)).toBe(0)
  })

  test('clients without pages get status 401 with the challenge of RFC 9470', async () => {
    const { visit, advance } = await openWithApp()
    advance(901)
    const csrfToken = await visit.getCsrfToken()
    const responses = [
      await requestRegistration(visit),
      await visit.post('/auth/signin/op', { csrfToken, callbackUrl: settingsPage }, json),
    ]
    for (const response of responses) {
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe(
        'Bearer error="insufficient_user_authentication", acr_values="mfa", max_age="900"',
      )
      const { error, url } = await readJson(response)
      expect([error, url]).toEqual([
        'insufficient_user_authentication',
        expect.stringContaining('/auth/step-up?acr_values=mfa&max_age=900'),
      ])
    }
  })

  test('a newer first factor does not allow linking', async () => {
    const { visit, advance } = await openWithApp()
    advance(901)
    await signIn(visit)
    expect(getLocation(await startLinking(visit))).toContain('/auth/step-up?')
  })

  test('a signed-in user signs in again with a linked account, also after 15 minutes', async () => {
    const { app, visit, advance } = await openWithApp()
    await runRoundTrip(visit, app.op, { as: identity })
    advance(901)
    const away = await startLinking(visit)
    expect(getLocation(await completeRoundTrip(visit, app.op, away, { as: identity }))).not.toContain(
      'step-up',
    )
  })

  test('a user without a second factor needs a sign-in in the last 15 minutes', async () => {
    const { app, visit, advance } = await openWithoutApp()
    advance(901)
    const stepUp = visit.getLocation(await startLinking(visit))
    expect([stepUp.pathname, stepUp.search]).toEqual([
      '/auth/step-up',
      `?${new URLSearchParams({ max_age: '900', callbackUrl: settingsPage })}`,
    ])
    await signIn(visit)
    await runRoundTrip(visit, app.op, { as: identity })
    expect(await findOwner(app)).toBe('ada-1')
  })

  test('a user with a passkey needs it to add another one, and not to add an account', async () => {
    const { app, visit } = await openWithoutApp()
    await registerPasskey(visit)
    const refused = await requestRegistration(visit)
    expect(refused.headers.get('www-authenticate')).toContain('acr_values="phr"')
    await runRoundTrip(visit, app.op, { as: identity })
    expect([await countPasskeys(app), await findOwner(app)]).toEqual([1, 'ada-1'])
  })

  test('a user whose second factor is a passkey needs it', async () => {
    let isRequired = false
    const { visit } = await openWithoutApp({ required: () => isRequired })
    await registerPasskey(visit)
    isRequired = true
    const stepUp = visit.getLocation(await startLinking(visit))
    expect([stepUp.pathname, stepUp.searchParams.get('acr_values')]).toEqual(['/auth/step-up', 'phr'])
  })
})
