import Passkey, { getRelatedOrigins, type PasskeyOrigin } from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import { createPasskeyApp, requestOptions } from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'

const android = 'android:apk-key-hash:Abc_def-0123456789Abc_def-0123456789Abc_def'
const subdomain = 'https://login.app.example'
const related = 'https://app-shop.example'
const relyingParty = { id: 'app.example', name: 'App' }

const origins = [origin, android, subdomain, related] satisfies PasskeyOrigin[]

/** Each way to name several origins. */
const options = {
  'relayingParty.origin': { relayingParty: { ...relyingParty, origin: origins } },
  getRelayingParty: { getRelayingParty: () => ({ ...relyingParty, origin: origins }) },
}

const clients = [
  ['a page of the site', origin, { origin }, true],
  ['an Android app without an Origin header', android, {}, true],
  ['an Android app with an Origin header', android, { origin: android }, true],
  ['a page of another domain', related, { origin: related, 'sec-fetch-site': 'same-origin' }, true],
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

test('a page of a listed origin uses the passkeys of the configured host only', async () => {
  const app = createPasskeyApp({ providers: [Passkey(options['relayingParty.origin'])] })
  const visit = app.open()
  const headers = { origin: related, 'sec-fetch-site': 'same-origin' }
  const ceremony = await (
    await visit.get('/auth/webauthn-options/passkey?action=register&email=ada@example.com', { headers })
  ).json()
  expect(ceremony.options.rp.id).toBe('app.example')
  const data = new SoftAuthenticator(related).register(ceremony.options)
  await visit.post('/auth/callback/passkey', { action: 'register', data }, { headers })
  expect(await visit.getSession()).toBeNull()
})

const configure = (origins: unknown) =>
  Passkey({ relayingParty: { ...relyingParty, origin: origins as never } })

describe('an origin of `relayingParty` that no client sends', () => {
  test.each<[origin: unknown, fix: RegExp]>([
    ['https://app.example/', /contains "https:\/\/app\.example\/"\. Set it to "https:\/\/app\.example"/],
    [[origin, 'https://app.example/sign-in'], /Set it to "https:\/\/app\.example"/],
    [['https://App.example'], /Set it to "https:\/\/app\.example"/],
    [['https://app.example:443'], /Set it to "https:\/\/app\.example"/],
    [['app.example'], /Use a scheme and a host/],
    [['app.example:3000'], /Use a scheme and a host/],
    [['http://app.example'], /Use https/],
    [['https://*.app.example'], /List each origin/],
    [['ios:bundle-id:com.example.app'], /Remove it: an iOS app sends "https:\/\/" and the `id`/],
    [['android:apk-key-hash:12:34:AB'], /43 characters/],
    [[`android:apk-key-hash-sha256:${android.slice(-43)}`], /43 characters/],
    [[`${android}=`], /base64url without padding/],
    [5, /contains 5\. Set it to text/],
    [[5], /contains 5\. Set it to text/],
    [[''], /contains ""/],
  ])('%j is an error that names the fix', async (origins, fix) => {
    const app = createPasskeyApp({ providers: [configure(origins)] })
    await app.open().get('/auth/csrf')
    expect(app.log.errors.map(error => String(error))).toEqual([expect.stringMatching(fix)])
  })

  test.each([[''], [[]], ['http://localhost:3000'], [['http://app.localhost', 'https://app.example:8443']]])(
    '%j is not an error',
    async origins => {
      const app = createPasskeyApp({ providers: [configure(origins)] })
      expect((await app.open().get('/auth/csrf')).status).toBe(200)
    },
  )
})

describe('related origins', () => {
  const names = ['one', 'two', 'three', 'four', 'five']
  const five = names.map(name => `https://${name}.example`)

  test('are the document of /.well-known/webauthn: the pages outside of the host, and no app', () => {
    expect(getRelatedOrigins(configure(origins))).toEqual({ origins: [related] })
    expect(getRelatedOrigins(configure(related))).toEqual({ origins: [related] })
    expect(getRelatedOrigins(configure(undefined))).toEqual({ origins: [] })
    expect(getRelatedOrigins(configure(['https://app.example.org', 'https://xapp.example']))).toEqual({
      origins: ['https://app.example.org', 'https://xapp.example'],
    })
  })

  test('need the host whose passkeys they use', () => {
    expect(() => getRelatedOrigins(Passkey({ relayingParty: { origin: [related] } }))).toThrow(
      /"passkey" needs `relayingParty\.id`/,
    )
  })

  test.each<[warnings: string[], origins: readonly string[]]>([
    [[], [origin, android, subdomain, ...five]],
    [[], [...five, 'https://www.one.de', 'https://two.co.uk', 'https://three.com.au:8443']],
    [['passkey-origins'], [...five, related]],
    [['passkey-origins'], [...five, 'https://www.six.co.uk']],
  ])('log the warnings %j for the pages %j', async (warnings, pages) => {
    const app = createPasskeyApp({ providers: [configure(pages)] })
    const visit = app.open()
    for (let time = 0; time < 2; time++) await requestOptions(visit, { action: 'authenticate' })
    expect(app.log.warnings).toEqual(warnings)
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
