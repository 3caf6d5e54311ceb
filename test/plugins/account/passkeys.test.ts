import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test, vi } from 'vitest'
import { requestOptions, send } from '../../support/passkey-app.js'
import { addPasskey, createAccountApp, readAccount, signIn, strategies, submit } from './account-app.js'

const revocation = { maxStale: 0 }
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe.each(strategies)('passkeys with %s sessions', strategy => {
  const create = (setup = {}) =>
    createAccountApp({ session: { strategy }, revocation, providers: [Passkey()], ...setup })

  test('a new passkey is listed with its date, and its user is told', async () => {
    const app = create()
    const visit = await signIn(app)
    await addPasskey(visit)
    const [passkey] = (await readAccount(visit)).passkeys
    expect(passkey).toMatchObject({ createdAt: expect.stringMatching(/^\d{4}-/), name: expect.any(String) })
    expect(app.sent.at(-1)).toMatchObject({ subject: 'New passkey at app.example' })
    expect(app.sent.at(-1)?.text).toContain('/auth/account/secure?token=')
  })

  test('a sign-in stores the hour of the last use', async () => {
    const app = create()
    const visit = await signIn(app)
    const device = await addPasskey(visit)
    const created = (await readAccount(visit)).passkeys[0]?.lastUsedAt
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    const other = app.open()
    const { options } = await requestOptions(other, { action: 'authenticate' })
    await send(other, { action: 'authenticate', data: device.authenticate(options) })
    const used = (await readAccount(other)).passkeys[0]?.lastUsedAt
    vi.useRealTimers()
    expect(used).toMatch(/:00:00\.000Z$/)
    expect(used).not.toBe(created)
  })

  test('a passkey gets a name', async () => {
    const app = create()
    const visit = await signIn(app)
    await addPasskey(visit)
    const id = (await readAccount(visit)).passkeys[0]?.id ?? ''
    expect((await submit(visit, 'passkeys', { change: 'rename', id, name: ' Ada’s phone ' })).status).toBe(
      200,
    )
    expect((await readAccount(visit)).passkeys[0]).toMatchObject({ name: 'Ada’s phone' })
    for (const name of ['', ' ', 'x'.repeat(61), 'a\nb'])
      expect(await submit(visit, 'passkeys', { change: 'rename', id, name })).toMatchObject({
        status: 400,
        body: { error: 'invalid-name' },
      })
  })

  test('a removed passkey signs in no more, with its account', async () => {
    const app = create()
    const visit = await signIn(app)
    const device = await addPasskey(visit)
    const id = (await readAccount(visit)).passkeys[0]?.id ?? ''
    expect((await submit(visit, 'passkeys', { change: 'remove', id })).status).toBe(200)
    expect((await readAccount(visit)).passkeys).toEqual([])
    const other = app.open()
    const { options } = await requestOptions(other, { action: 'authenticate' })
    await send(other, { action: 'authenticate', data: device.authenticate(options) })
    expect(await other.getSession()).toBeNull()
    expect(await app.store.getUserByAccount({ provider: 'passkey', providerAccountId: id })).toBeNull()
    expect(app.sent.at(-1)?.subject).toContain('removed')
  })

  test("another user's passkey is neither renamed nor removed", async () => {
    const app = create()
    const ada = await signIn(app)
    await addPasskey(ada)
    const grace = await signIn(app, 'grace', 'grace@example.com')
    const id = (await readAccount(ada)).passkeys[0]?.id ?? ''
    for (const fields of [
      { change: 'rename', id, name: 'Mine' },
      { change: 'remove', id },
    ])
      expect(await submit(grace, 'passkeys', fields)).toMatchObject({
        status: 404,
        body: { error: 'not-found' },
      })
    expect((await readAccount(ada)).passkeys).toHaveLength(1)
  })

  test('a removal needs a sign-in in the last 15 minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = create()
    const visit = await signIn(app)
    await addPasskey(visit)
    const id = (await readAccount(visit)).passkeys[0]?.id ?? ''
    vi.setSystemTime(Date.now() + 16 * 60_000)
    expect(await submit(visit, 'passkeys', { change: 'remove', id })).toMatchObject({
      status: 403,
      body: { error: 'recent-sign-in-required', url: expect.stringContaining('/auth/step-up?') },
    })
    expect((await readAccount(visit)).passkeys).toHaveLength(1)
    vi.useRealTimers()
  })

  test('the name is the browser in which the passkey was created', async () => {
    const app = create()
    const visit = await signIn(app)
    const { options } = await requestOptions(visit, { action: 'register' })
    const { SoftAuthenticator } = await import('../../support/soft-authenticator.js')
    const data = new SoftAuthenticator('https://app.example').register(options)
    await visit.post(
      '/auth/callback/passkey',
      { action: 'register', data },
      { headers: { 'user-agent': firefox } },
    )
    expect((await readAccount(visit)).passkeys[0]).toMatchObject({ name: 'Firefox on Linux' })
  })
})
