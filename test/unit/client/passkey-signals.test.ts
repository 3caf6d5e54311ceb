import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ClientApp } from '../../support/client-app.js'
import { SoftAuthenticator } from '../../support/soft-authenticator.js'

const stay = { redirect: false } as const
const email = 'ada@example.com'

afterEach(() => vi.unstubAllGlobals())

/** Simulates a browser with one passkey. Returns the signals that it receives. */
function installBrowser(device: SoftAuthenticator, { hasSignals = true, fails = false } = {}) {
  const signals: [name: string, options: unknown][] = []
  const receive = (name: string) => async (options: unknown) => {
    signals.push([name, options])
    if (fails) throw new DOMException('The signal failed.', 'NotSupportedError')
  }
  type Ceremony = { publicKey: Parameters<SoftAuthenticator['register']>[0] }
  vi.stubGlobal('navigator', {
    credentials: {
      create: async ({ publicKey }: Ceremony) => toCredential(device.register(publicKey)),
      get: async ({ publicKey }: Ceremony) => toCredential(device.authenticate(publicKey)),
    },
  })
  vi.stubGlobal('PublicKeyCredential', {
    parseCreationOptionsFromJSON: (options: object) => options,
    parseRequestOptionsFromJSON: (options: object) => options,
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
  // WebAuthn requires a domain, and the server listens on localhost.
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
