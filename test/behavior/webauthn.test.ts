import type { Adapter, VerificationToken } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey, { type WebAuthnConfig } from 'latchkey/providers/passkey'
import WebAuthn from 'latchkey/providers/webauthn'
import { describe, expect, test } from 'vitest'
import {
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
} from '../support/app.js'
import {
  createPasskeyApp as app,
  type CeremonyOptions,
  configurationErrorPath,
  createRegisteredUser,
  defaultEmail,
  expiredSignInPath,
  getLocationPath,
  listChallenges,
  register,
  requestOptions,
  type PasskeySetup as Setup,
  send,
  signIn,
  verificationFailedPath,
} from '../support/passkey-app.js'
import { type Gesture, SoftAuthenticator } from '../support/soft-authenticator.js'

describe.each(['jwt', 'database'] as const)('passkeys, with %s sessions', strategy => {
  const session = { strategy }

  test('a new user registers and is signed in', async () => {
    const { grace, store, device } = await createRegisteredUser({ session })
    expect(await grace.getSession()).toMatchObject({ user: { email: defaultEmail } })
    const stored = await store.getAuthenticator(device.id.toString('base64'))
    expect(stored).toMatchObject({
      credentialID: device.id.toString('base64'),
      providerAccountId: device.id.toString('base64'),
      credentialPublicKey: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      counter: 0,
      credentialBackedUp: false,
      credentialDeviceType: 'singleDevice',
      transports: 'internal,hybrid',
    })
    expect(await store.getUserByEmail(defaultEmail)).toMatchObject({
      id: stored?.userId,
      emailVerified: null,
    })
  })

  test('signs in from another browser, and the counter is stored', async () => {
    const { open, device, store } = await createRegisteredUser({ session })
    const elsewhere = open()
    expect(getLocationPath(await signIn(elsewhere, device))).toBe('')
    expect(await elsewhere.getSession()).toMatchObject({ user: { email: defaultEmail } })
    expect(await store.getAuthenticator(device.id.toString('base64'))).toMatchObject({ counter: 1 })
  })

  test('a second passkey is added to the signed-in user and can be used to sign in', async () => {
    const { open, grace, device, store } = await createRegisteredUser({ session })
    const phone = new SoftAuthenticator(origin)
    const { options } = await requestOptions(grace, { action: 'register' })
    expect(options.excludeCredentials).toEqual([expect.objectContaining({ id: device.credentialId })])
    expect(options.user).toMatchObject({ name: defaultEmail, displayName: defaultEmail })
    expect(getLocationPath(await send(grace, { action: 'register', data: phone.register(options) }))).toBe('')

    const elsewhere = open()
    expect(getLocationPath(await signIn(elsewhere, phone))).toBe('')
    expect(await elsewhere.getSession()).toMatchObject({ user: { email: defaultEmail } })
    const user = await store.getUserByEmail(defaultEmail)
    expect(await store.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(2)
  })

  /** Like an adapter that overwrites existing tokens. */
  const replacing = { ...MemoryAdapter(), createVerificationToken: async (token: VerificationToken) => token }
  test.each([
    ['cannot store challenges', createPlainAdapter()],
    ['overwrites verification tokens and stores challenges', replacing],
  ])('an authenticator response can be used once, even if the adapter %s', async (_, adapter) => {
    const { open, device } = await createRegisteredUser({ session, adapter })
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    const data = device.authenticate(options)
    const thieves = Array.from({ length: 16 }, () => visit.cloneWithCookies())
    const answers = await Promise.all(thieves.map(thief => send(thief, { action: 'authenticate', data })))
    expect(answers.map(getLocationPath).filter(place => place === '')).toHaveLength(1)
  })

  test('a registration with the email of an existing user is rejected with AccountNotLinked', async () => {
    const { open, store, log } = await createRegisteredUser({ session })
    const mallory = open()
    const { response } = await register(mallory, defaultEmail)
    expect(getLocationPath(response)).toBe('/auth/signin?error=AccountNotLinked')
    expect(log.types()).toEqual(['AccountNotLinked'])
    expect(await mallory.getSession()).toBeNull()
    const user = await store.getUserByEmail(defaultEmail)
    expect(await store.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(1)
  })

  test('the credential id of another passkey cannot be registered', async () => {
    const { open, device } = await createRegisteredUser({ session })
    const copy = () => new SoftAuthenticator(origin, device.id)
    const mallory = open()
    expect(getLocationPath((await register(mallory, 'mallory@example.com', copy())).response)).toBe(
      verificationFailedPath,
    )
    expect(await mallory.getSession()).toBeNull()
    await register(mallory, 'mallory@example.com')
    const { options } = await requestOptions(mallory, { action: 'register' })
    expect(getLocationPath(await send(mallory, { action: 'register', data: copy().register(options) }))).toBe(
      verificationFailedPath,
    )
  })

  test('a passkey of another user is rejected with AccountNotLinked', async () => {
    const { open, device } = await createRegisteredUser({ session })
    const ada = open()
    await register(ada, 'ada@example.com')
    expect(getLocationPath(await signIn(ada, device))).toBe('/auth/signin?error=AccountNotLinked')
    expect(await ada.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
  })
})

describe('rejected passkey ceremonies', () => {
  test.each<[string, Gesture]>([
    ['from another site', { origin: 'https://evil.example' }],
    ['from another port', { origin: `${origin}:8443` }],
    ['from plain http', { origin: 'http://app.example' }],
    ['for another relying party id', { rpId: 'evil.example' }],
    ['without user verification', { verifiesUser: false }],
    ['without user presence', { presentUser: false }],
  ])('a response %s, at registration and at sign-in', async (_, gesture) => {
    const { open, device, log } = await createRegisteredUser()
    const visit = open()
    expect(getLocationPath(await signIn(visit, device, gesture))).toBe(verificationFailedPath)
    const { options } = await requestOptions(visit, { action: 'register', email: 'ada@example.com' })
    const data = new SoftAuthenticator(origin).register(options, gesture)
    expect(getLocationPath(await send(visit, { action: 'register', data }))).toBe(verificationFailedPath)
    expect(await visit.getSession()).toBeNull()
    expect(log.types()).toEqual(['WebAuthnVerificationError', 'WebAuthnVerificationError'])
  })

  test('a counter that does not increase', async () => {
    const { open, device } = await createRegisteredUser()
    expect(getLocationPath(await signIn(open(), device, { counter: 7 }))).toBe('')
    expect(getLocationPath(await signIn(open(), device, { counter: 6 }))).toBe(verificationFailedPath)
    expect(getLocationPath(await signIn(open(), device, { counter: 7 }))).toBe(verificationFailedPath)
    expect(getLocationPath(await signIn(open(), device, { counter: 8 }))).toBe('')
  })

  test('an unknown passkey', async () => {
    const { open, log } = await createRegisteredUser()
    expect(getLocationPath(await signIn(open(), new SoftAuthenticator(origin)))).toBe(
      `${verificationFailedPath}&code=unknown_credential`,
    )
    expect(log.types()).toEqual(['WebAuthnVerificationError'])
  })

  test.each([
    ['en', 'Then remove this passkey from your password manager.'],
    ['de', 'Entfernen Sie diesen Passkey danach aus Ihrem Passwortmanager.'],
    ['fr', 'Supprimez ensuite cette clé d’accès de votre gestionnaire de mots de passe.'],
    ['es', 'elimine esta llave de acceso de su gestor de contraseñas.'],
    ['pt', 'remova esta chave de acesso do seu gestor de senhas.'],
    ['ja', 'パスワードマネージャーからこのパスキーを削除してください。'],
    ['zh', '然后从密码管理器中移除此通行密钥。'],
    ['ar', 'ثم إزالة مفتاح المرور هذا من مدير كلمات المرور.'],
  ])('the error page says in %s what to do with an unknown passkey', async (language, text) => {
    const { open } = await createRegisteredUser()
    const headers = { 'accept-language': language }
    const visit = open()
    const url = getLocation(await signIn(visit, new SoftAuthenticator(origin))) ?? ''
    expect(await (await visit.get(url, { headers })).text()).toContain(text)
    for (const other of [url.replace('unknown_credential', 'other'), url.replace(/&code=.*/, '')])
      expect(await (await visit.get(other, { headers })).text()).not.toContain(text)
  })

  test('a passkey that is not in `allowCredentials`', async () => {
    const { open, device } = await createRegisteredUser()
    await register(open(), 'ada@example.com')
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const visit = open()
      const { options } = await requestOptions(visit, { action: 'authenticate', email })
      expect(
        getLocationPath(await send(visit, { action: 'authenticate', data: device.authenticate(options) })),
      ).toBe(verificationFailedPath)
    }
  })

  test('a signature of another key', async () => {
    const { open, device } = await createRegisteredUser()
    expect(
      getLocationPath(await signIn(open(), new SoftAuthenticator(origin, device.id), { counter: 9 })),
    ).toBe(verificationFailedPath)
  })

  test('a registration challenge at sign-in, and a sign-in challenge at registration', async () => {
    const { open, device } = await createRegisteredUser()
    const visit = open()
    const registration = await requestOptions(visit, { action: 'register', email: 'ada@example.com' })
    const assertion = device.authenticate(registration.options)
    expect(getLocationPath(await send(visit, { action: 'authenticate', data: assertion }))).toBe(
      configurationErrorPath,
    )
    const authentication = await requestOptions(visit, { action: 'authenticate' })
    const attestation = new SoftAuthenticator(origin).register(authentication.options)
    expect(getLocationPath(await send(visit, { action: 'register', data: attestation }))).toBe(
      configurationErrorPath,
    )
  })

  test('a response without its challenge cookie, or with that of another provider', async () => {
    const second = WebAuthn({ enableConditionalUI: false })
    const { open, device, log } = await createRegisteredUser({ providers: [Passkey(), second] })
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    expect(
      getLocationPath(await send(open(), { action: 'authenticate', data: device.authenticate(options) })),
    ).toBe(expiredSignInPath)
    expect(
      getLocationPath(
        await send(visit, {
          action: 'authenticate',
          data: device.authenticate(options),
          provider: 'webauthn',
        }),
      ),
    ).toBe(expiredSignInPath)
    expect(log.types()).toEqual(['InvalidCheck', 'InvalidCheck'])
  })

  test('a registration that another user started in the same browser', async () => {
    const { open, grace } = await createRegisteredUser()
    const { options } = await requestOptions(grace, { action: 'register' })
    await grace.signOut()
    const late = new SoftAuthenticator(origin).register(options)
    const ada = open({ jar: grace.jar })
    expect(getLocationPath(await send(ada, { action: 'register', data: late }))).toBe(configurationErrorPath)
  })

  test.each([
    ['no action', { data: '{"id":"AA","response":{}}' }],
    ['an unknown action', { action: 'delete', data: '{"id":"AA","response":{}}' }],
    ['no data', { action: 'authenticate' }],
    ['data that is not JSON', { action: 'authenticate', data: '{' }],
    ['data without an id', { action: 'authenticate', data: '{"response":{}}' }],
    ['data that is an array', { action: 'register', data: '[]' }],
  ])('a form with %s', async (_, fields) => {
    const { open, log } = await createRegisteredUser()
    expect(getLocationPath(await open().post('/auth/callback/passkey', fields))).toBe(configurationErrorPath)
    expect(log.types()).toEqual(['AuthError'])
  })

  test('a form of another site', async () => {
    const { open, device } = await createRegisteredUser()
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    const fields = { action: 'authenticate', data: device.authenticate(options) }
    const answer = await visit.post('/auth/callback/passkey', fields, { from: 'https://evil.example' })
    expect(getLocationPath(answer)).toBe('/auth/signin?error=MissingCSRF')
  })

  test('a registration that the `signIn` callback denies', async () => {
    const { open, store } = app({ callbacks: { signIn: () => false } })
    const { response } = await register(open(), defaultEmail)
    expect(getLocationPath(response)).toBe('/auth/error?error=AccessDenied')
    expect(await store.getUserByEmail(defaultEmail)).toBeNull()
  })

  test('a callback with GET', async () => {
    const { open, log } = await createRegisteredUser()
    expect(getLocationPath(await open().get('/auth/callback/passkey'))).toBe(configurationErrorPath)
    expect(log.types()).toEqual(['InvalidProvider'])
  })
})

describe('a passkey that cannot be stored', () => {
  test.each([
    ['in one step', 'createUserWithAccount', MemoryAdapter()],
    ['in several steps', 'createAuthenticator', createPlainAdapter()],
  ])('deletes the new user, so that the email can be used again: %s', async (_, failing, store) => {
    const { adapter } = createTappedAdapter(store, method => {
      if (method === failing) throw new Error('The disk is full.')
    })
    const { open } = app({ adapter })
    const visit = open()
    expect(getLocationPath((await register(visit, defaultEmail)).response)).toBe(configurationErrorPath)
    expect(await visit.getSession()).toBeNull()
    expect(await store.getUserByEmail?.(defaultEmail)).toBeNull()
  })

  test('but was stored despite the error signs in later, and its user is kept', async () => {
    const store = createPlainAdapter()
    let isCut = true
    const createAuthenticator: Adapter['createAuthenticator'] = async passkey => {
      const kept = await store.createAuthenticator?.(passkey)
      if (!kept || isCut) throw new Error('The connection was lost.')
      return kept
    }
    const { open } = app({ adapter: { ...store, createAuthenticator } })
    const { device, response } = await register(open(), defaultEmail)
    expect(getLocationPath(response)).toBe(configurationErrorPath)
    isCut = false
    const visit = open()
    expect(getLocationPath(await signIn(visit, device))).toBe('')
    expect(await visit.getSession()).toMatchObject({ user: { email: defaultEmail } })
  })

  test('is stored after its user if the adapter has only `createUserWithAccount` with two arguments', async () => {
    const store = MemoryAdapter()
    const { createUserWithAccount } = store
    const { adapter, calls } = createTappedAdapter({
      ...store,
      createUserWithAccount: (user, account) => createUserWithAccount(user, account),
    })
    const { open } = app({ adapter })
    const { device, response } = await register(open(), defaultEmail)
    expect(getLocationPath(response)).toBe('')
    expect(calls).toContain('createAuthenticator')
    expect(getLocationPath(await signIn(open(), device))).toBe('')
  })

  test('deletes its account and keeps the signed-in user', async () => {
    const store = MemoryAdapter()
    const { grace } = await createRegisteredUser({ store })
    const { adapter } = createTappedAdapter(store, method => {
      if (method === 'createAuthenticator') throw new Error('The disk is full.')
    })
    const { open } = app({ adapter })
    const phone = new SoftAuthenticator(origin)
    const visit = open({ jar: grace.jar })
    const { options } = await requestOptions(visit, { action: 'register' })
    expect(getLocationPath(await send(visit, { action: 'register', data: phone.register(options) }))).toBe(
      configurationErrorPath,
    )
    expect(await store.getAccount(phone.id.toString('base64'), 'passkey')).toBeNull()
    expect(await visit.getSession()).toMatchObject({ user: { email: defaultEmail } })
  })
})

describe('a passkey that was registered with Auth.js', () => {
  test('works without a stored user handle', async () => {
    const { open, device } = await createRegisteredUser()
    expect(getLocationPath(await signIn(open(), device, { userHandle: 'bWFkZSBlbHNld2hlcmU' }))).toBe('')
  })

  test('must match its user handle if the adapter stores one', async () => {
    const { store, device } = await createRegisteredUser()
    const kept = { ...store }
    kept.getAuthenticator = async id => {
      const found = await store.getAuthenticator(id)
      return found && { ...found, userHandle: 'Z3JhY2U' }
    }
    const { open } = app({ adapter: kept })
    expect(getLocationPath(await signIn(open(), device, { userHandle: 'bWFsbG9yeQ' }))).toBe(
      verificationFailedPath,
    )
    expect(getLocationPath(await signIn(open(), device, { userHandle: 'Z3JhY2U' }))).toBe('')
  })
})

describe('ceremony options', () => {
  test('of a sign-in contain the relying party id, and no credentials without an email', async () => {
    const { open } = await createRegisteredUser()
    const visit = open()
    const response = await visit.get('/auth/webauthn-options/passkey')
    expect(await response.json()).toEqual({
      action: 'authenticate',
      options: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        rpId: 'app.example',
        timeout: 300_000,
        userVerification: 'required',
      },
    })
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(listChallenges(visit)).toHaveLength(1)
  })

  test('of a registration request a discoverable credential', async () => {
    const { open } = app()
    const { action, options } = await requestOptions(open(), { action: 'register', email: defaultEmail })
    expect(action).toBe('register')
    expect(options).toMatchObject({
      rp: { id: 'app.example', name: 'app.example' },
      user: { name: defaultEmail, displayName: defaultEmail },
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
  })

  test('of a signed-in user list their passkeys', async () => {
    const { grace, device } = await createRegisteredUser()
    const { options } = await requestOptions(grace, { action: 'authenticate' })
    expect(options.allowCredentials).toEqual([
      { id: device.credentialId, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
  })

  test('of a user without an email contain the name', async () => {
    const { grace, store } = await createRegisteredUser()
    const user = await store.getUserByEmail(defaultEmail)
    await store.updateUser({ id: user?.id ?? '', email: '', name: 'Grace' })
    const { options } = await requestOptions(grace, { action: 'register' })
    expect(options.user).toMatchObject({ name: 'Grace', displayName: 'Grace' })
  })

  test.each([
    ['an unknown action', 'action=delete', 'Invalid action'],
    ['a registration without an email', 'action=register', 'Invalid request'],
    ['a registration with a very long email', `action=register&email=${'a'.repeat(2000)}`, 'Invalid request'],
  ])('return 400 for %s', async (_, query, error) => {
    const visit = app().open()
    const response = await visit.get(`/auth/webauthn-options/passkey?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error })
    expect(listChallenges(visit)).toEqual([])
  })

  test('return 400 for a signed-in user without an action', async () => {
    const { grace } = await createRegisteredUser()
    expect((await grace.get('/auth/webauthn-options/passkey')).status).toBe(400)
  })

  test('return 400 for other sites and 500 for other provider types', async () => {
    const { op, open } = app()
    const elsewhere = await open().get('/auth/webauthn-options/passkey', { from: 'https://evil.example' })
    expect(elsewhere.status).toBe(400)
    const other = createTestApp({ op })
    expect((await other.open().get('/auth/webauthn-options/op')).status).toBe(500)
    expect(other.log.types()).toEqual(['InvalidProvider'])
  })

  test('are for sign-in by default', async () => {
    const { open } = app()
    expect((await requestOptions(open(), { email: 'new@example.com' })).action).toBe('authenticate')
  })

  test('are alike for existing and unknown emails, with stable decoys', async () => {
    const { open } = await createRegisteredUser()
    const shape = async (action: string, email: string) => {
      const visit = open()
      const response = await visit.get(
        `/auth/webauthn-options/passkey?${new URLSearchParams({ action, email })}`,
      )
      const body = (await response.json()) as CeremonyOptions
      const { challenge: _, user, allowCredentials, ...rest } = body.options
      return {
        status: response.status,
        headers: [...response.headers.keys()],
        action: body.action,
        rest,
        named: user && [user.name === email, user.displayName === email],
        hasPasskeys: allowCredentials && allowCredentials.length > 0,
        fields: Object.keys(body.options),
        cookies: response.headers.getSetCookie().map(({ length }) => length),
      }
    }
    for (const action of ['authenticate', 'register'])
      expect(await shape(action, defaultEmail)).toEqual(await shape(action, 'other@example.com'))

    const decoys = async () =>
      (await requestOptions(open(), { action: 'authenticate', email: 'nobody@example.com' })).options
        .allowCredentials
    const first = await decoys()
    for (const decoy of first ?? [])
      expect(decoy).toMatchObject({ type: 'public-key', id: expect.stringMatching(/^[\w-]{22,86}$/) })
    expect(await decoys()).toEqual(first)
    const other = await requestOptions(open(), { action: 'authenticate', email: 'somebody@example.com' })
    expect(other.options.allowCredentials).not.toEqual(first)
  })

  test('contain all passkeys of a user, sorted by id', async () => {
    const { open, grace, device } = await createRegisteredUser()
    const phone = new SoftAuthenticator(origin)
    const { options } = await requestOptions(grace, { action: 'register' })
    await send(grace, { action: 'register', data: phone.register(options) })
    const asked = await requestOptions(open(), { action: 'authenticate', email: defaultEmail })
    const ids = asked.options.allowCredentials?.map(({ id }) => id) ?? []
    expect(ids).toEqual(expect.arrayContaining([device.credentialId, phone.credentialId]))
    expect(ids).toEqual([...ids].sort())
  })

  test('need the same number of adapter calls for existing and unknown emails', async () => {
    const { open, calls } = await createRegisteredUser()
    const counted = async (email: string) => {
      calls.length = 0
      await requestOptions(open(), { action: 'authenticate', email })
      return calls.length
    }
    expect(await counted('nobody@example.com')).toBe(await counted(defaultEmail))
    expect(await counted('Nobody@example.com')).toBe(await counted('Grace@example.com'))
  })
})

describe('passkey configuration', () => {
  test('the relying party can be configured, statically or per request', async () => {
    const named = app({ providers: [Passkey({ relayingParty: { id: ['example'], name: 'Example' } })] })
    const { options } = await requestOptions(named.open(), { action: 'register', email: defaultEmail })
    expect(options).toMatchObject({ rp: { id: 'example', name: 'Example' } })

    const party = { id: 'other.example', name: 'Other', origin }
    const asked = app({ providers: [Passkey({ getRelayingParty: async () => party })] })
    expect((await requestOptions(asked.open(), {})).options.rpId).toBe('other.example')
  })

  test('`getUserInfo` can be replaced', async () => {
    const getUserInfo = async (_: unknown, { query }: { query?: Record<string, string> | undefined }) =>
      query?.handle ? { user: { email: `${query.handle}@example.com` }, exists: false as const } : null
    const { open, store } = app({ providers: [Passkey({ getUserInfo })] })
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'register', handle: 'grace' })
    await send(visit, { action: 'register', data: new SoftAuthenticator(origin).register(options) })
    expect(await store.getUserByEmail(defaultEmail)).not.toBeNull()
  })

  test('functions of `simpleWebAuthn` can be replaced', async () => {
    const simpleWebAuthn = { verifyAuthenticationResponse: async () => ({ verified: false }) as never }
    const { open, device } = await createRegisteredUser({ providers: [Passkey({ simpleWebAuthn })] })
    expect(getLocationPath(await signIn(open(), device))).toBe(verificationFailedPath)
  })

  test('user verification can be optional', async () => {
    const lenient = { requireUserVerification: false }
    const provider = WebAuthn({ verifyAuthenticationOptions: lenient, verifyRegistrationOptions: lenient })
    const { open } = app({ providers: [provider] })
    const device = new SoftAuthenticator(origin)
    const visit = open()
    const first = await requestOptions(visit, { action: 'register', email: defaultEmail }, 'webauthn')
    const made = device.register(first.options, { verifiesUser: false })
    expect(getLocationPath(await send(visit, { action: 'register', data: made, provider: 'webauthn' }))).toBe(
      '',
    )
    const other = open()
    const second = await requestOptions(other, {}, 'webauthn')
    const shown = device.authenticate(second.options, { verifiesUser: false })
    expect(
      getLocationPath(await send(other, { action: 'authenticate', data: shown, provider: 'webauthn' })),
    ).toBe('')
  })

  test('a provider can be configured as its factory', async () => {
    const { open } = app({ providers: [Passkey] })
    expect((await requestOptions(open(), {})).action).toBe('authenticate')
  })

  test('a provider can be a spread of the result of its factory', async () => {
    const { open } = app({ providers: [{ ...Passkey(), id: 'key', name: 'Key' }] })
    const page = await (await open().get('/auth/signin')).text()
    expect(page).toContain('webauthn-options/key')
    expect(page).toContain('PublicKeyCredential')
  })

  test('an object with the functions of a provider, but without the code of passkeys, is rejected with the fix', async () => {
    // Only the names are copied, as a provider of another library has them.
    const written = Object.fromEntries(Object.entries(Passkey({ id: 'key' }))) as unknown as WebAuthnConfig
    const { open, log } = app({ providers: [written] })
    expect((await open().get('/auth/signin')).status).toBe(500)
    expect(log.types()).toEqual(['InvalidConfig'])
    expect(log.errors[0]?.message).toContain('spread its result: `{ ...Passkey(), id: "key" }`')
  })

  test('the factories return the documented defaults', () => {
    expect(WebAuthn()).toMatchObject({
      id: 'webauthn',
      name: 'WebAuthn',
      type: 'webauthn',
      enableConditionalUI: true,
      simpleWebAuthnBrowserVersion: 'v9.0.1',
      formFields: { email: { label: 'Email', required: true, autocomplete: 'username webauthn' } },
      authenticationOptions: { timeout: 300_000 },
      registrationOptions: { timeout: 300_000 },
    })
    expect(Passkey({ id: 'key', name: undefined })).toMatchObject({
      id: 'key',
      name: 'Passkey',
      authenticationOptions: { timeout: 300_000, userVerification: 'required' },
      verifyAuthenticationOptions: { requireUserVerification: true },
      verifyRegistrationOptions: { requireUserVerification: true },
    })
  })

  test.each<[string, string, Setup]>([
    ['without an adapter', 'MissingAdapter', { adapter: undefined }],
    ['without adapter methods', 'MissingAdapterMethods', { adapter: {}, session: { strategy: 'jwt' } }],
    [
      'as a plain object',
      'InvalidConfig',
      { providers: [{ id: 'passkey', name: 'Passkey', type: 'webauthn' }] },
    ],
    [
      'with an invalid version',
      'AuthError',
      { providers: [Passkey({ simpleWebAuthnBrowserVersion: 'latest' as 'v1' })] },
    ],
    ['with two conditional UIs', 'DuplicateConditionalUI', { providers: [Passkey(), WebAuthn()] }],
    [
      'without an autocomplete field',
      'MissingWebAuthnAutocomplete',
      { providers: [Passkey({ formFields: { email: {} } })] },
    ],
  ])('%s is rejected with %s', async (_, type, setup) => {
    const { open, log } = app(setup)
    expect((await open().get('/auth/signin')).status).toBe(500)
    expect(log.types()).toEqual([type])
  })

  test.each([
    ['absent', undefined],
    ['on', { enableWebAuthn: true }],
    ['off', { enableWebAuthn: false }],
  ])('with the experimental flag %s is accepted without a warning', async (_, experimental) => {
    const { grace, log } = await createRegisteredUser({ experimental })
    expect(await grace.getSession()).toMatchObject({ user: { email: defaultEmail } })
    expect(log.types()).toEqual([])
    expect(log.warnings).toEqual([])
  })
})
