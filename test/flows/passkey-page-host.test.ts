import Passkey, { type WebAuthnUserConfig } from 'latchkey/providers/passkey'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPasskeyApp, type PasskeySetup } from '../support/passkey-app.js'
import { createVisitor } from '../support/visitor.js'

afterEach(() => vi.unstubAllEnvs())

type RelayingPartyOptions = WebAuthnUserConfig['relayingParty']

/** Opens the sign-in page twice on a host, and returns the log. */
async function openSignInPage(origin: string, setup: PasskeySetup = {}) {
  const { answer, log } = createPasskeyApp(setup)
  const visit = createVisitor(answer, origin)
  for (let count = 0; count < 2; count++) expect((await visit.get('/auth/signin')).status).toBe(200)
  return log
}

const createSetup = (relayingParty: RelayingPartyOptions) => ({ providers: [Passkey({ relayingParty })] })

describe('the sign-in page warns once in development on a host that has no passkeys', () => {
  const ipAddress = /needs a domain, and ".+" is an IP address\. Open the site at http:\/\/localhost/
  const insecure = /on https and on http:\/\/localhost only/
  const foreign = /`relayingParty\.id` "example\.com"\. Set it to the domain of the page, or leave it out/

  test.each<[origin: string, relayingParty: RelayingPartyOptions, text: RegExp]>([
    [
      'http://127.0.0.1:3000',
      {},
      /"127\.0\.0\.1" is an IP address\. Open the site at http:\/\/localhost:3000 /,
    ],
    ['http://127.0.0.1', {}, /Open the site at http:\/\/localhost instead/],
    ['http://127.0.0.1:3000', { id: 'localhost' }, ipAddress],
    ['http://[::1]:3000', {}, ipAddress],
    ['http://192.168.1.10:3000', {}, ipAddress],
    ['https://192.168.1.10', {}, ipAddress],
    ['http://app.example:3000', {}, insecure],
    ['http://my-machine:3000', {}, insecure],
    ['http://localhost:3000', { id: 'example.com' }, foreign],
    ['http://localhost:3000', { id: 'example.com', origin: ['http://localhost:3000'] }, foreign],
    ['https://example.net', { id: 'example.com' }, foreign],
    ['https://notexample.com', { id: 'example.com' }, foreign],
    [
      'http://localhost:3000',
      { id: '127.0.0.1' },
      /"127\.0\.0\.1" is an IP address\. Set `relayingParty\.id`/,
    ],
  ])('%s with %j', async (origin, relayingParty, text) => {
    const log = await openSignInPage(origin, createSetup(relayingParty))
    expect(log.warnings).toEqual(['passkey-host'])
    expect(log.warningMessages[0]).toMatch(text)
    expect(log.warningMessages[0]).toMatch(
      /^Provider "passkey": .* Details: npx latchkey explain passkey-host$/,
    )
  })

  test.each<[origin: string, relayingParty: RelayingPartyOptions]>([
    ['http://localhost:3000', {}],
    ['http://shop.localhost:3000', {}],
    ['http://shop.localhost:3000', { id: 'localhost' }],
    ['https://app.example', {}],
    ['https://login.app.example', { id: 'app.example' }],
    ['https://app.example', { id: 'App.Example' }],
    ['https://example.net', { id: 'example.com', origin: ['https://example.net'] }],
    ['https://example.net', { id: 'example.com', origin: ['https://example.com', 'https://example.net'] }],
  ])('and not on %s with %j', async (origin, relayingParty) => {
    expect((await openSignInPage(origin, createSetup(relayingParty))).warnings).toEqual([])
  })

  test('of an app with `getRelayingParty`', async () => {
    const getRelayingParty = () => ({ id: 'example.com', name: 'App', origin: 'https://example.com' })
    const log = await openSignInPage('http://localhost:3000', { providers: [Passkey({ getRelayingParty })] })
    expect(log.warnings).toEqual(['passkey-host'])
  })

  test('and is shown if `getRelayingParty` fails', async () => {
    const getRelayingParty = () => {
      throw new Error('The tenant is unknown.')
    }
    const log = await openSignInPage('http://localhost:3000', { providers: [Passkey({ getRelayingParty })] })
    expect(log.errors.map(({ message }) => message)).toContain('The tenant is unknown.')
  })

  test('and not in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect((await openSignInPage('http://127.0.0.1:3000')).warnings).toEqual([])
  })
})

describe('a request for options warns in development', () => {
  const optionsPath = '/auth/webauthn-options/passkey?action=register&email=ada@example.com'

  test('on a page that the app rendered itself', async () => {
    const { answer, log } = createPasskeyApp(createSetup({ id: 'example.com' }))
    await createVisitor(answer, 'http://localhost:3000').get(optionsPath)
    expect(log.warnings).toEqual(['passkey-host'])
  })

  test('and not in an Android app', async () => {
    const android = 'android:apk-key-hash:Abc_def-0123456789Abc_def-0123456789Abc_def'
    const setup = createSetup({ id: 'app.example', origin: ['https://app.example', android] })
    const { answer, log } = createPasskeyApp(setup)
    const visit = createVisitor(answer, 'https://app.example')
    expect((await visit.get(optionsPath, { headers: { origin: android } })).status).toBe(200)
    expect(log.warnings).toEqual([])
  })
})
