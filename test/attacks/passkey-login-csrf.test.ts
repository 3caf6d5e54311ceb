import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import {
  createPasskeyApp,
  createRegisteredUser,
  getLocationPath,
  type PasskeySetup,
  requestOptions,
} from '../support/passkey-app.js'
import type { Visitor } from '../support/visitor.js'

type Headers_ = Record<string, string | null>

const sibling = 'https://blog.app.example'
const sameSite = 'same-site'
const trustingSibling: PasskeySetup = { trustedOrigins: [sibling] }
/** The pages run the ceremony on another host than `/auth`. */
const pagesOnSibling: PasskeySetup = {
  providers: [Passkey({ relayingParty: { id: 'app.example', origin: sibling } })],
}

async function isOptionsRequestAllowed(headers: Headers_, setup: PasskeySetup): Promise<boolean> {
  const response = await createPasskeyApp(setup).open().get('/auth/webauthn-options/passkey', { headers })
  return response.status === 200
}

/** Signs in with the response of the attacker, in the browser of a victim who has the cookie of the ceremony. */
async function signInVictim(headers: Headers_, setup: PasskeySetup): Promise<Visitor> {
  const { open, device } = await createRegisteredUser(setup)
  const victim = open()
  const { options } = await requestOptions(victim, { action: 'authenticate' })
  const fields = { action: 'authenticate', data: device.authenticate(options) }
  const response = await victim.post('/auth/callback/passkey', fields, { headers })
  const isSignedIn = (await victim.getSession()) !== null
  expect(getLocationPath(response)).toBe(isSignedIn ? '' : '/auth/signin?error=MissingCSRF')
  return victim
}

describe('a passkey response, which has no CSRF token,', () => {
  test.each<[string, Headers_, PasskeySetup]>([
    ['another host of the site', { 'sec-fetch-site': sameSite, origin: sibling }, {}],
    ['another host that hides its origin', { 'sec-fetch-site': sameSite, origin: null }, {}],
    ['a sandbox on another host', { 'sec-fetch-site': sameSite, origin: 'null' }, {}],
    ['another host, without `Sec-Fetch-Site`', { 'sec-fetch-site': null, origin: sibling }, {}],
    [
      'a host beside a trusted one',
      { 'sec-fetch-site': sameSite, origin: 'https://evil.app.example' },
      trustingSibling,
    ],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, {}],
  ])('from %s is rejected, and so is its request for options', async (_, headers, setup) => {
    expect(await isOptionsRequestAllowed(headers, setup)).toBe(false)
    expect(await (await signInVictim(headers, setup)).getSession()).toBeNull()
  })

  test.each<[string, Headers_, PasskeySetup]>([
    ['the same origin', { 'sec-fetch-site': 'same-origin', origin }, {}],
    ['the same origin, without `Sec-Fetch-Site`', { 'sec-fetch-site': null, origin }, {}],
    ['no browser', { 'sec-fetch-site': null, origin: null }, {}],
    ['a trusted host', { 'sec-fetch-site': sameSite, origin: sibling }, trustingSibling],
  ])('from %s is accepted, and so is its request for options', async (_, headers, setup) => {
    expect(await isOptionsRequestAllowed(headers, setup)).toBe(true)
    expect(await (await signInVictim(headers, setup)).getSession()).not.toBeNull()
  })
})

describe('with pages on another host, the `origin` of `relayingParty`,', () => {
  const isAllowed = (headers: Headers_) => isOptionsRequestAllowed(headers, pagesOnSibling)

  test('requests of that origin are accepted', async () => {
    expect(await isAllowed({ 'sec-fetch-site': sameSite, origin: sibling })).toBe(true)
    expect(await isAllowed({ 'sec-fetch-site': null, origin: sibling })).toBe(true)
  })

  test('requests of other hosts are rejected', async () => {
    expect(await isAllowed({ 'sec-fetch-site': sameSite, origin: 'https://evil.app.example' })).toBe(false)
    expect(await isAllowed({ 'sec-fetch-site': sameSite })).toBe(false)
    expect(await isAllowed({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).toBe(false)
  })
})
