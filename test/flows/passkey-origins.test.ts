import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import { createPasskeyApp, requestOptions } from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'

const android = 'android:apk-key-hash:Abc_def-0123456789Abc_def-0123456789Abc_def'
const subdomain = 'https://login.app.example'
const relyingParty = { id: 'app.example', name: 'App' }

/** Each way to name several origins. */
const options = {
  'relayingParty.origin': { relayingParty: { ...relyingParty, origin: [origin, android, subdomain] } },
  getRelayingParty: { getRelayingParty: () => ({ ...relyingParty, origin: [origin, android, subdomain] }) },
}

const clients = [
  ['a page of the site', origin, { origin }, true],
  ['an Android app without an Origin header', android, {}, true],
  ['an Android app with an Origin header', android, { origin: android }, true],
  ['a page of a subdomain', subdomain, { origin: subdomain, 'sec-fetch-site': 'same-site' }, true],
  ['another Android app', `${android}x`, { origin: `${android}x` }, false],
  [
    'another subdomain',
    'https://blog.app.example',
    { origin: 'https://blog.app.example', 'sec-fetch-site': 'same-site' },
    false,
  ],
  ['a page that claims to be a listed one', 'https://evil.example', {}, false],
] as const

describe.each(Object.entries(options))('the origins of %s', (_, setup) => {
  test.each(clients)('%s', async (_name, clientOrigin, headers, isAccepted) => {
    const app = createPasskeyApp({ providers: [Passkey(setup)] })
    const visit = app.open()
    const started = await visit.get('/auth/webauthn-options/passkey?action=register&email=ada@example.com', {
      headers,
    })
    if (started.status === 200) {
      const ceremony = await started.json()
      const data = new SoftAuthenticator(clientOrigin).register(ceremony.options, { rpId: 'app.example' })
      await visit.post('/auth/callback/passkey', { action: 'register', data }, { headers })
    }
    expect((await visit.getSession()) !== null).toBe(isAccepted)
  })
})

test.each([[undefined], [null], [[]], [['hybrid', 'unknown-new']], ['usb']])(
  'a passkey whose browser reports the transports %j is registered, and listed',
  async transports => {
    const app = createPasskeyApp()
    const visit = app.open()
    const { options: creation } = await requestOptions(visit, {
      action: 'register',
      email: 'ada@example.com',
    })
    const credential = JSON.parse(new SoftAuthenticator(origin).register(creation))
    credential.response.transports = transports
    await visit.post('/auth/callback/passkey', { action: 'register', data: JSON.stringify(credential) })
    expect(await visit.getSession()).not.toBeNull()
    const { options: request } = await requestOptions(app.open(), {
      action: 'authenticate',
      email: 'ada@example.com',
    })
    expect(request.allowCredentials?.map(({ id }) => id)).toContain(credential.id)
  },
)
