import { describe, expect, test } from 'vitest'
import { ada, getLocation, origin } from '../../support/app.js'
import { requestOptions, send } from '../../support/passkey-app.js'
import { SoftAuthenticator } from '../../support/soft-authenticator.js'
import type { Visitor } from '../../support/visitor.js'
import { stopClock } from '../../throttling/throttled-app.js'
import {
  changeTotpRecord,
  computeCode,
  createAda,
  createTwoFactorApp,
  enroll,
  json,
  readJson,
  signIn,
  strategies,
  submit,
  type TwoFactorSetup,
} from './two-factor-app.js'

const pageUrl = `${origin}/billing`
const twoFactors = { acr_values: 'aal2', max_age: '900' }

describe.each(strategies)('with the %s strategy', strategy => {
  const session = { strategy }

  /** Signs Ada in, who has an authenticator app. */
  async function openWithApp(setup: TwoFactorSetup = {}) {
    const advance = stopClock()
    const app = createTwoFactorApp({ session, ...setup })
    return { app, advance, ...(await enroll(app)) }
  }

  /** Signs Ada in, who has a password only. */
  async function openWithoutApp(setup: TwoFactorSetup = {}) {
    const advance = stopClock()
    const app = createTwoFactorApp({ session, ...setup })
    await createAda(app)
    const visit = app.open()
    await signIn(visit)
    return { app, advance, visit }
  }

  async function registerPasskey(visit: Visitor): Promise<SoftAuthenticator> {
    const device = new SoftAuthenticator(origin)
    const { options } = await requestOptions(visit, { action: 'register' })
    await send(visit, { action: 'register', data: device.register(options) })
    return device
  }

  const toUrl = (requirement: Record<string, string>) =>
    `/auth/step-up?${new URLSearchParams({ ...requirement, callbackUrl: pageUrl })}`

  /** Requests the step-up page as JSON. */
  async function openPage(visit: Visitor, requirement: Record<string, string> = twoFactors) {
    const { methods, stepUp } = await readJson(await visit.get(toUrl(requirement), json))
    return { ids: (methods as { id: string }[]).map(({ id }) => id), stepUp: String(stepUp) }
  }

  async function confirmWithPassword(visit: Visitor): Promise<void> {
    const { stepUp } = await openPage(visit)
    const csrfToken = await visit.getCsrfToken()
    await visit.post('/auth/callback/credentials', { csrfToken, stepUp, ...ada })
  }

  async function confirmWithPasskey(visit: Visitor, device: SoftAuthenticator, verifiesUser = true) {
    const { stepUp } = await openPage(visit)
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    const data = device.authenticate(options, { verifiesUser })
    return visit.post('/auth/callback/passkey', { action: 'authenticate', data, stepUp })
  }

  /** Where the step-up page redirects to, or null if it still asks. */
  const findRedirect = async (visit: Visitor) => getLocation(await visit.get(toUrl(twoFactors)))

  test('a user with an app and a passkey finds both on the step-up page, and can use either', async () => {
    const { visit, secret, advance } = await openWithApp()
    const device = await registerPasskey(visit)
    advance(901)
    expect((await openPage(visit)).ids).toEqual(['credentials', 'passkey', 'two-factor'])
    await confirmWithPasskey(visit, device)
    expect(await findRedirect(visit)).toBe(pageUrl)
    advance(901)
    await submit(visit, 'verify', { code: computeCode(secret) })
    expect((await openPage(visit)).ids).toEqual(['credentials', 'passkey'])
    await confirmWithPassword(visit)
    expect(await findRedirect(visit)).toBe(pageUrl)
  })

  test('a recent password leaves the second factor: the app or the passkey', async () => {
    const { visit, secret, advance } = await openWithApp()
    await registerPasskey(visit)
    advance(901)
    await signIn(visit)
    expect((await openPage(visit)).ids).toEqual(['passkey', 'two-factor'])
    await submit(visit, 'verify', { code: computeCode(secret) })
    expect(await findRedirect(visit)).toBe(pageUrl)
  })

  test('after a security key without user verification, the step-up page asks for another factor', async () => {
    const { visit, advance } = await openWithApp()
    const device = await registerPasskey(visit)
    advance(901)
    await confirmWithPasskey(visit, device, false)
    expect((await openPage(visit)).ids).toEqual(['credentials', 'passkey'])
    await confirmWithPassword(visit)
    expect(await findRedirect(visit)).toBe(pageUrl)
  })

  test('a user whose only second factor is a passkey finds it', async () => {
    const { visit, advance } = await openWithoutApp()
    const device = await registerPasskey(visit)
    for (const requirement of [twoFactors, { acr_values: 'phr' }]) {
      advance(901)
      expect((await openPage(visit, requirement)).ids).toEqual(['passkey'])
    }
    await confirmWithPasskey(visit, device)
    expect(await findRedirect(visit)).toBe(pageUrl)
  })

  test('a user without a second factor finds no method', async () => {
    const { visit } = await openWithoutApp()
    expect((await openPage(visit)).ids).toEqual([])
  })

  test('a user who can use no code of the app confirms with a recovery code, once', async () => {
    const { app, visit, secret, recoveryCodes, advance } = await openWithApp()
    // So many wrong codes in a row turn the app off.
    await changeTotpRecord(app, { failures: 100 })
    advance(901)
    await signIn(visit)
    expect((await openPage(visit)).ids).toEqual(['two-factor'])
    expect((await submit(visit, 'verify', { code: computeCode(secret) })).body['error']).toBe(
      'method-disabled',
    )
    const code = recoveryCodes[0] ?? ''
    const use = () => submit(visit, 'verify', { method: 'recovery-code', code, callbackUrl: pageUrl })
    expect((await use()).body).toEqual({ url: pageUrl })
    expect(app.notices.at(-1)).toMatchObject({ type: 'recovery-code-used' })
    expect(await findRedirect(visit)).toBe(pageUrl)
    advance(901)
    expect((await use()).body).toEqual({ error: 'wrong-code' })
  })
})
