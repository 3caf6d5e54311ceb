import Passkey from 'latchkey/providers/passkey'
import { createAuth, toRequestHead } from 'latchkey/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ada, credentials, origin } from '../support/app.js'
import {
  createPasskeyApp,
  getLocationPath,
  type PasskeySetup,
  register,
  requestOptions,
  send,
  signIn,
  verificationFailedPath,
} from '../support/passkey-app.js'
import { type Gesture, SoftAuthenticator } from '../support/soft-authenticator.js'
import type { Visitor } from '../support/visitor.js'

afterEach(() => void vi.useRealTimers())

const conditional = { action: 'register', mediation: 'conditional' }
/** The passkey manager creates a passkey without the user. */
const withoutGesture: Gesture = { presentUser: false, verifiesUser: false }
const userId = 'ada-1'

/** An app with passwords, where Ada has an account. */
async function createApp(more: PasskeySetup = {}) {
  const app = createPasskeyApp({
    providers: [
      { ...credentials, amr: ['pwd'], authorize: () => ({ id: userId, email: ada.email }) },
      Passkey({ enableConditionalCreate: true }),
    ],
    session: { strategy: 'jwt' },
    ...more,
  })
  await app.store.createUser({ id: userId, email: ada.email, emailVerified: null })
  return app
}

async function openSignedIn(app: Awaited<ReturnType<typeof createApp>>) {
  const visit = app.open()
  await visit.signInWithCredentials(ada)
  expect(await visit.getSession()).not.toBeNull()
  return visit
}

const request = (visit: Visitor, query: Record<string, string> = conditional) =>
  visit.get(`/auth/webauthn-options/passkey?${new URLSearchParams(query)}`)

describe('a passkey without a gesture', () => {
  test('is added to the user who signed in with a password, and signs in with a gesture later', async () => {
    const linked: unknown[] = []
    const app = await createApp({ events: { linkAccount: message => void linked.push(message) } })
    const visit = await openSignedIn(app)
    const response = await request(visit)
    const body = await response.json()
    expect(body).toMatchObject({
      action: 'register',
      mediation: 'conditional',
      options: { authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' } },
    })
    const device = new SoftAuthenticator(origin)
    const data = device.register(body.options, withoutGesture)
    expect(getLocationPath(await send(visit, { action: 'register', data }))).toBe('')
    expect(await app.store.listAuthenticatorsByUserId(userId)).toMatchObject([
      { credentialID: device.id.toString('base64') },
    ])
    expect(linked).toMatchObject([{ user: { id: userId }, account: { provider: 'passkey', userId } }])

    const other = app.open()
    expect(getLocationPath(await signIn(other, device))).toBe('')
    expect(await other.getSession()).toMatchObject({ user: { email: ada.email } })
    for (const gesture of [{ presentUser: false }, { verifiesUser: false }])
      expect(getLocationPath(await signIn(app.open(), device, gesture))).toBe(verificationFailedPath)
  })

  test('does not raise the session: it is no proof of the user', async () => {
    const app = await createApp()
    const visit = await openSignedIn(app)
    const { options } = await requestOptions(visit, conditional)
    const device = new SoftAuthenticator(origin)
    // A passkey manager may verify the user. The app did not ask.
    await send(visit, { action: 'register', data: device.register(options, { presentUser: false }) })
    expect(await app.store.listAuthenticatorsByUserId(userId)).toHaveLength(1)
    const hasPasskeyLevel = async () => {
      const head = toRequestHead(
        new Request(origin, { headers: { cookie: visit.jar.header(new URL(origin)) } }),
      )
      const { response } = await createAuth(app.config).requireAuth(head, { acr: 'phr' })
      return response === null
    }
    expect(await hasPasskeyLevel()).toBe(false)
    await signIn(visit, device)
    expect(await hasPasskeyLevel()).toBe(true)
  })

  test.each<[name: string, query: Record<string, string>, setup: PasskeySetup, isSignedIn: boolean]>([
    ['if the option is off', conditional, { providers: [credentials, Passkey()] }, true],
    ['for a visitor without a session', { ...conditional, email: 'eve@example.com' }, {}, false],
    ['for a sign-in', { action: 'authenticate', mediation: 'conditional' }, {}, true],
    ['for a sign-in of a visitor', { action: 'authenticate', mediation: 'conditional' }, {}, false],
  ])('is refused %s', async (_, query, setup, isSignedIn) => {
    const app = await createApp(setup)
    const visit = isSignedIn ? await openSignedIn(app) : app.open()
    const response = await request(visit, query)
    expect([response.status, await response.json()]).toEqual([400, { error: 'Invalid request' }])
  })

  test('is refused 16 minutes after the sign-in, as every new way to sign in', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = await createApp()
    const visit = await openSignedIn(app)
    vi.setSystemTime(Date.now() + 16 * 60_000)
    expect((await request(visit)).status).toBe(401)
  })

  test('is refused if a plugin refuses new ways to sign in', async () => {
    const authorizeNewMethod = vi.fn(() => ({ acr: 'aal2' as const }))
    const app = await createApp({ plugins: [{ id: 'policy', authorizeNewMethod }] })
    expect((await request(await openSignedIn(app))).status).toBe(401)
    expect(authorizeNewMethod).toHaveBeenCalledOnce()
  })

  test.each<[name: string, change: (visit: Visitor) => Promise<unknown>]>([
    ['signed out', visit => visit.signOut()],
    [
      'another user',
      async visit => {
        await visit.signOut()
        await register(visit, 'eve@example.com')
      },
    ],
  ])('is not stored if the visitor is %s by then', async (_, change) => {
    const app = await createApp()
    const visit = await openSignedIn(app)
    const { options } = await requestOptions(visit, conditional)
    await change(visit)
    const device = new SoftAuthenticator(origin)
    await send(visit, { action: 'register', data: device.register(options, withoutGesture) })
    expect(await app.store.getAuthenticator(device.id.toString('base64'))).toBeNull()
  })

  test('needs its own ceremony: a registration or a sign-in that the user started requires the gesture', async () => {
    const app = await createApp()
    const visit = await openSignedIn(app)
    for (const gesture of [{ presentUser: false }, { verifiesUser: false }]) {
      const { options } = await requestOptions(visit, { action: 'register' })
      const data = new SoftAuthenticator(origin).register(options, gesture)
      expect(getLocationPath(await send(visit, { action: 'register', data }))).toBe(verificationFailedPath)
    }
    expect(await app.store.listAuthenticatorsByUserId(userId)).toEqual([])
  })

  test('has a challenge that no sign-in accepts', async () => {
    const app = await createApp()
    const visit = await openSignedIn(app)
    const { options } = await requestOptions(visit, conditional)
    const device = new SoftAuthenticator(origin)
    await send(visit, { action: 'register', data: device.register(options, withoutGesture) })
    const { options: later } = await requestOptions(visit, conditional)
    await visit.signOut()
    await send(visit, { action: 'authenticate', data: device.authenticate(later, withoutGesture) })
    expect(await visit.getSession()).toBeNull()
    await send(visit, { action: 'authenticate', data: device.authenticate(later) })
    expect(await visit.getSession()).toBeNull()
  })
})
