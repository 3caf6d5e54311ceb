import { Auth as Reference, type AuthConfig as ReferenceConfig } from '@auth/core'
import ReferencePasskey from '@auth/core/providers/passkey'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createPlainAdapter, origin } from '../support/app.js'
import { CookieJar } from '../support/cookie-jar.js'
import {
  configurationErrorPath,
  createPasskeyApp,
  defaultEmail,
  expiredSignInPath,
  getLocationPath,
  requestOptions,
  send,
} from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import { createVisitor } from '../support/visitor.js'

type Theirs = Record<string, (options: never) => unknown>

type Known = { id: Uint8Array }[] | undefined
type Named = { allowCredentials?: Known; excludeCredentials?: Known }

function renameOption(known: Known) {
  return known?.map(({ id, ...more }) => ({ ...more, id: Buffer.from(id).toString('base64url') }))
}

/** The functions that Auth.js calls, with the signatures of version 9. */
const versionNine: Theirs = {
  generateAuthenticationOptions: ({ allowCredentials, ...options }: Named) =>
    generateAuthenticationOptions({ ...options, allowCredentials: renameOption(allowCredentials) } as never),
  generateRegistrationOptions: ({ userID, excludeCredentials, ...options }: Named & { userID: string }) =>
    generateRegistrationOptions({
      ...options,
      userID: new TextEncoder().encode(userID),
      excludeCredentials: renameOption(excludeCredentials),
    } as never),
  verifyRegistrationResponse: async (options: never) => {
    const { verified, registrationInfo } = await verifyRegistrationResponse(options)
    const { credential, ...rest } = registrationInfo ?? { credential: null }
    const { id, publicKey, counter } = credential ?? { id: '', publicKey: new Uint8Array(), counter: 0 }
    const credentialID = new Uint8Array(Buffer.from(id, 'base64url'))
    return { verified, registrationInfo: { ...rest, credentialID, credentialPublicKey: publicKey, counter } }
  },
  verifyAuthenticationResponse: ({
    authenticator,
    ...options
  }: {
    authenticator: Record<string, unknown>
  }) => {
    const { credentialID, credentialPublicKey, counter } = authenticator
    const id = Buffer.from(credentialID as Uint8Array).toString('base64url')
    const credential = { id, publicKey: credentialPublicKey, counter }
    return verifyAuthenticationResponse({ ...options, credential } as never)
  },
}

/** An app served by Auth.js and by Latchkey, with one browser. */
function createTestApps(strategy: 'jwt' | 'database') {
  const store = MemoryAdapter()
  const ours = createPasskeyApp({ store, session: { strategy } })
  const quiet = { error() {}, warn() {}, debug() {} }
  const passkey = ReferencePasskey({})
  const config = {
    secret: ours.config.secret,
    trustHost: true,
    basePath: '/auth',
    session: { strategy },
    adapter: createPlainAdapter(store),
    providers: [{ ...passkey, simpleWebAuthn: { ...passkey.simpleWebAuthn, ...versionNine } }],
    experimental: { enableWebAuthn: true },
    logger: quiet,
  } as unknown as ReferenceConfig
  const jar = new CookieJar()
  const open = () => ours.open({ jar })
  return {
    store,
    jar,
    open,
    log: ours.log,
    theirs: createVisitor(request => Reference(request, { ...config }), origin, { jar }),
  }
}

describe.each(['jwt', 'database'] as const)('passkeys after a migration, with %s sessions', strategy => {
  test('an existing passkey signs in', async () => {
    const { theirs, open, jar } = createTestApps(strategy)
    const device = new SoftAuthenticator(origin)
    const { action, options } = await requestOptions(theirs, { email: defaultEmail })
    expect(action).toBe('register')
    expect(getLocationPath(await send(theirs, { action, data: device.register(options) }))).toBe('')
    expect(await theirs.getSession()).toMatchObject({ user: { email: defaultEmail } })
    jar.clear()

    const here = open()
    for (const query of [{ action: 'authenticate' }, { action: 'authenticate', email: defaultEmail }]) {
      const asked = await requestOptions(here, query)
      const data = device.authenticate(asked.options)
      expect(getLocationPath(await send(here, { action: 'authenticate', data }))).toBe('')
      expect(await here.getSession()).toMatchObject({ user: { email: defaultEmail } })
      jar.clear()
    }
  })

  test('a registration and a sign-in that were started before are completed', async () => {
    const { theirs, open, jar, store } = createTestApps(strategy)
    const device = new SoftAuthenticator(origin)
    const begun = await requestOptions(theirs, { email: defaultEmail })
    expect(
      getLocationPath(await send(open(), { action: 'register', data: device.register(begun.options) })),
    ).toBe('')
    expect(await open().getSession()).toMatchObject({ user: { email: defaultEmail } })

    jar.clear()
    const again = await requestOptions(theirs, { email: defaultEmail })
    expect(again.action).toBe('authenticate')
    const data = device.authenticate(again.options)
    const thief = open().cloneWithCookies()
    expect(getLocationPath(await send(open(), { action: 'authenticate', data }))).toBe('')
    expect(getLocationPath(await send(open(), { action: 'authenticate', data }))).toBe(expiredSignInPath)
    expect(getLocationPath(await send(thief, { action: 'authenticate', data }))).toBe(
      '/auth/error?error=WebAuthnVerificationError',
    )
    const user = await store.getUserByEmail(defaultEmail)
    expect(await store.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(1)
  })

  test('a passkey that a signed-in user started to add is added to this user only', async () => {
    const { theirs, open, store } = createTestApps(strategy)
    const [laptop, phone, tablet] = [0, 1, 2].map(() => new SoftAuthenticator(origin))
    const { action, options } = await requestOptions(theirs, { email: defaultEmail })
    await send(theirs, { action, data: laptop?.register(options) ?? '' })
    const early = await requestOptions(theirs, { action: 'register' })
    // When the user signed in at Auth.js is unknown, so they confirm who they are first.
    expect(
      getLocationPath(await send(open(), { action: 'register', data: phone?.register(early.options) ?? '' })),
    ).toMatch(/^\/auth\/step-up\?max_age=900&methods=any/)
    const confirming = await requestOptions(open(), { action: 'authenticate' })
    await send(open(), { action: 'authenticate', data: laptop?.authenticate(confirming.options) ?? '' })
    const adding = await requestOptions(theirs, { action: 'register' })
    expect(
      getLocationPath(
        await send(open(), { action: 'register', data: phone?.register(adding.options) ?? '' }),
      ),
    ).toBe('')
    const user = await store.getUserByEmail(defaultEmail)
    expect(await store.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(2)

    const late = await requestOptions(theirs, { action: 'register' })
    await open().signOut()
    expect(
      getLocationPath(await send(open(), { action: 'register', data: tablet?.register(late.options) ?? '' })),
    ).toBe(configurationErrorPath)
    expect(await store.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(2)
  })
})
