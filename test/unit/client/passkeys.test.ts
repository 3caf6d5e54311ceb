import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ada, credentials } from '../../support/app.js'
import { ClientApp } from '../../support/client-app.js'
import { SoftAuthenticator } from '../../support/soft-authenticator.js'

const stay = { redirect: false } as const
const email = 'ada@example.com'

afterEach(() => vi.unstubAllGlobals())

/** Simulates a browser with one passkey. Returns the signals that it receives. */
function installBrowser(
  device: SoftAuthenticator,
  { hasSignals = true, fails = false, createsConditionally = false, hasPassword = true } = {},
) {
  const signals: [name: string, options: unknown][] = []
  const receive = (name: string) => async (options: unknown) => {
    signals.push([name, options])
    if (fails) throw new DOMException('The signal failed.', 'NotSupportedError')
  }
  type Ceremony = { publicKey: Parameters<SoftAuthenticator['register']>[0]; mediation?: string }
  vi.stubGlobal('navigator', {
    credentials: {
      async create({ publicKey, mediation }: Ceremony) {
        const isConditional = mediation === 'conditional'
        if (isConditional && !hasPassword) throw new DOMException('No password.', 'NotAllowedError')
        const gesture = isConditional ? { presentUser: false, verifiesUser: false } : {}
        return toCredential(device.register(publicKey, gesture))
      },
      get: async ({ publicKey }: Ceremony) => toCredential(device.authenticate(publicKey)),
    },
  })
  vi.stubGlobal('PublicKeyCredential', {
    parseCreationOptionsFromJSON: (options: object) => options,
    parseRequestOptionsFromJSON: (options: object) => options,
    getClientCapabilities: async () => ({ conditionalCreate: createsConditionally }),
    ...(hasSignals && {
      signalUnknownCredential: receive('unknown'),
      signalAllAcceptedCredentials: receive('accepted'),
      signalCurrentUserDetails: receive('details'),
    }),
  })
  return signals
}

const toCredential = (json: string) => ({ toJSON: () => JSON.parse(json) })

async function openApp() {
  const adapter = MemoryAdapter()
  const app = await ClientApp.start({ adapter, providers: [Passkey()] })
  return { adapter, app, page: app.open(), device: new SoftAuthenticator(app.origin) }
}

describe('the client', () => {
  test('signals the passkeys and the names after it created or used a passkey', async () => {
    const { app, page, device } = await openApp()
    const signals = installBrowser(device)
    expect(await page.signIn('passkey', { action: 'register', email, ...stay })).toMatchObject({ ok: true })
    const userId = expect.stringMatching(/^[\w-]{43}$/)
    const expected = [
      ['accepted', { rpId: 'localhost', userId, allAcceptedCredentialIds: [device.credentialId] }],
      ['details', { rpId: 'localhost', userId, name: email, displayName: email }],
    ]
    expect(signals).toEqual(expected)
    expect(await app.open().signIn('passkey', stay)).toMatchObject({ ok: true })
    expect(signals).toEqual([...expected, ...expected])
  })

  test('signals the new passkey too, if a replica of the database does not list it yet', async () => {
    const { adapter, page, device } = await openApp()
    adapter.listAuthenticatorsByUserId = async () => []
    const signals = installBrowser(device)
    await page.signIn('passkey', { action: 'register', email, ...stay })
    expect(signals[0]?.[1]).toMatchObject({ allAcceptedCredentialIds: [device.credentialId] })
  })

  test('signals a passkey that the server does not know, and none that failed for another reason', async () => {
    const { adapter, app, page, device } = await openApp()
    const signals = installBrowser(device)
    await page.signIn('passkey', { action: 'register', email, ...stay })
    const [passkey] = await adapter.listAuthenticatorsByUserId(
      String((await adapter.getUserByEmail(email))?.id),
    )
    signals.length = 0
    await adapter.updateAuthenticatorCounter(String(passkey?.credentialID), 100)
    const failure = { ok: false, error: 'WebAuthnVerificationError' }
    expect(await app.open().signIn('passkey', stay)).toMatchObject({ ...failure, code: undefined })
    expect(signals).toEqual([])

    await adapter.deleteAuthenticator(String(passkey?.credentialID))
    expect(await app.open().signIn('passkey', stay)).toMatchObject({ ...failure, code: 'unknown_credential' })
    expect(signals).toEqual([['unknown', { rpId: 'localhost', credentialId: device.credentialId }]])
  })

  test('signals on request, for the signed-in user only', async () => {
    const { app, page, device } = await openApp()
    const signals = installBrowser(device)
    await page.signIn('passkey', { action: 'register', email, ...stay })
    signals.length = 0
    await page.signalPasskeys()
    expect(signals.map(([name]) => name)).toEqual(['accepted', 'details'])
    signals.length = 0
    await app.open().signalPasskeys()
    await page.signalPasskeys('unknown')
    expect(signals).toEqual([])
  })

  test('sends no request in a browser without signals', async () => {
    const { app, page, device } = await openApp()
    installBrowser(device, { hasSignals: false })
    await page.signIn('passkey', { action: 'register', email, ...stay })
    await page.signalPasskeys()
    expect(app.count('GET webauthn-options/passkey')).toBe(1)
  })

  test('signs in if a signal fails', async () => {
    const { page, device } = await openApp()
    const signals = installBrowser(device, { fails: true })
    expect(await page.signIn('passkey', { action: 'register', email, ...stay })).toMatchObject({ ok: true })
    expect(signals).toHaveLength(2)
  })
})

describe('createPasskeyConditionally of the client', () => {
  async function openSignedIn(enableConditionalCreate = true) {
    const adapter = MemoryAdapter()
    await adapter.createUser({ id: 'ada-1', email, emailVerified: null })
    const app = await ClientApp.start({
      adapter,
      session: { strategy: 'jwt' },
      providers: [
        { ...credentials, authorize: () => ({ id: 'ada-1', email }) },
        Passkey({ enableConditionalCreate }),
      ],
    })
    const page = app.open()
    const listPasskeys = () => adapter.listAuthenticatorsByUserId('ada-1')
    return { app, page, listPasskeys, device: new SoftAuthenticator(app.origin) }
  }

  test('creates a passkey after a sign-in with a password, and signals it', async () => {
    const { page, listPasskeys, device } = await openSignedIn()
    const signals = installBrowser(device, { createsConditionally: true })
    await page.signIn('credentials', { ...ada, ...stay })
    expect(await page.createPasskeyConditionally()).toBe(true)
    expect(await listPasskeys()).toHaveLength(1)
    expect(signals.map(([name]) => name)).toEqual(['accepted', 'details'])
  })

  test.each([
    ['the browser cannot: no request is sent', { createsConditionally: false }, true, true, 0],
    ['the browser does not want to', { createsConditionally: true, hasPassword: false }, true, true, 1],
    ['the option of the provider is off', { createsConditionally: true }, false, true, 1],
    ['no user is signed in', { createsConditionally: true }, true, false, 1],
  ] as const)('does nothing if %s', async (_, browser, isEnabled, isSignedIn, requests) => {
    const { app, page, listPasskeys, device } = await openSignedIn(isEnabled)
    installBrowser(device, browser)
    if (isSignedIn) await page.signIn('credentials', { ...ada, ...stay })
    expect(await page.createPasskeyConditionally()).toBe(false)
    expect(await listPasskeys()).toEqual([])
    expect(app.count('GET webauthn-options/passkey')).toBe(requests)
    expect(app.count('POST callback/passkey')).toBe(0)
  })
})
