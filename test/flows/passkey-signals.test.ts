import { randomBytes } from 'node:crypto'
import Passkey from 'latchkey/providers/passkey'
import WebAuthn from 'latchkey/providers/webauthn'
import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import {
  createPasskeyApp,
  createRegisteredUser,
  defaultEmail,
  getLocationPath,
  register,
  requestOptions,
  send,
  signIn,
  verificationFailedPath,
} from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import type { Visitor } from '../support/visitor.js'

const unknownPath = `${verificationFailedPath}&code=unknown_credential`

const requestSignals = (visit: Visitor, headers = {}, provider = 'passkey') =>
  visit.get(`/auth/webauthn-options/${provider}?action=signal`, { headers })

describe('the options of signals', () => {
  const providers = [Passkey(), WebAuthn({ enableConditionalUI: false })]

  test('have all passkeys of the signed-in user, at each provider, and the current names', async () => {
    const app = createPasskeyApp({ providers })
    const grace = app.open()
    await register(app.open(), 'ada@example.com')
    const { options: creation } = await requestOptions(grace, { action: 'register', email: defaultEmail })
    const first = new SoftAuthenticator(origin)
    await send(grace, { action: 'register', data: first.register(creation) })
    const second = new SoftAuthenticator(origin)
    const { options } = await requestOptions(grace, { action: 'register' }, 'webauthn')
    await send(grace, { action: 'register', data: second.register(options), provider: 'webauthn' })
    const cookies = grace.jar.cookies()

    const expected = {
      rpId: 'app.example',
      userId: creation.user.id,
      allAcceptedCredentialIds: expect.toSatisfy(
        (ids: string[]) =>
          ids.toSorted().join() ===
          [first, second]
            .map(device => device.credentialId)
            .toSorted()
            .join(),
      ),
      name: defaultEmail,
      displayName: defaultEmail,
    }
    const response = await requestSignals(grace)
    expect(await response.json()).toEqual({ action: 'signal', options: expected })
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(grace.jar.cookies()).toEqual(cookies)

    const user = await app.store.getUserByEmail(defaultEmail)
    await app.store.updateUser({ id: String(user?.id), email: 'hopper@example.com', name: 'Grace Hopper' })
    expect((await (await requestSignals(grace, {}, 'webauthn')).json()).options).toEqual({
      ...expected,
      name: 'hopper@example.com',
      displayName: 'Grace Hopper',
    })
  })

  test('are refused for a visitor, for a page of another origin, and if signals are off', async () => {
    const { open, grace, store } = await createRegisteredUser()
    const refusal = { error: 'Invalid request' }
    const read = async (response: Response) => [response.status, await response.json()]
    expect(await read(await requestSignals(open()))).toEqual([400, refusal])
    expect(
      await read(
        await requestSignals(grace, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
      ),
    ).toEqual([400, refusal])
    const off = createPasskeyApp({ store, providers: [Passkey({ enableSignals: false })] }).open()
    await register(off, 'ada@example.com')
    expect(await off.getSession()).not.toBeNull()
    expect(await read(await requestSignals(off))).toEqual([400, refusal])
  })
})

describe('a failed sign-in', () => {
  test('with a passkey that was removed has a code, so that the browser stops offering it', async () => {
    const { open, store, device } = await createRegisteredUser()
    const [passkey] = await store.listAuthenticatorsByUserId(
      String((await store.getUserByEmail(defaultEmail))?.id),
    )
    await store.deleteAuthenticator(String(passkey?.credentialID))
    expect(getLocationPath(await signIn(open(), device))).toBe(unknownPath)
  })

  test('has no code if signals are off', async () => {
    const { open } = createPasskeyApp({ providers: [Passkey({ enableSignals: false })] })
    expect(getLocationPath(await signIn(open(), new SoftAuthenticator(origin)))).toBe(verificationFailedPath)
  })

  test.each([
    ['a known email', defaultEmail],
    ['an unknown email', 'eve@example.com'],
  ])(
    'with any id that the options list for %s has the same answer, and the same adapter calls',
    async (_, email) => {
      const { open, calls, log } = await createRegisteredUser()
      const { options } = await requestOptions(open(), { action: 'authenticate', email })
      const ids = options.allowCredentials?.map(({ id }) => id) ?? []
      expect(ids).toHaveLength(12)
      const answers = new Set<string>()
      for (const id of ids) {
        // A ceremony that names no user, too.
        for (const query of [{}, { email }] as const) {
          const visit = open()
          const ceremony = await requestOptions(visit, { action: 'authenticate', ...query })
          const forged = new SoftAuthenticator(origin, Buffer.from(id, 'base64url'))
          calls.length = 0
          const response = await send(visit, {
            action: 'authenticate',
            data: forged.authenticate(ceremony.options),
          })
          answers.add(`${response.status} ${getLocationPath(response)} ${calls.join()}`)
        }
      }
      expect(answers.size).toBe(1)
      expect([...answers][0]).toContain(`${verificationFailedPath} `)
      expect(new Set(log.types())).toEqual(new Set(['WebAuthnVerificationError']))
    },
  )

  test('with an id that no options list is unknown, whatever its length', async () => {
    const { open } = await createRegisteredUser()
    for (const length of [1, 8, 9, 16, 64]) {
      const device = new SoftAuthenticator(origin, randomBytes(length))
      expect(getLocationPath(await signIn(open(), device))).toBe(unknownPath)
    }
  })
})
