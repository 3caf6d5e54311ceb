import { passwords } from 'latchkey/passwords'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test, vi } from 'vitest'
import {
  type AccountApp,
  addPasskey,
  connectSecond,
  createAccountApp,
  getAccountId,
  json,
  readAccount,
  signIn,
  strategies,
  submit,
} from './account-app.js'

const revocation = { maxStale: 0 }

/** An app without magic links, so that an email address is no way to sign in. */
function createAppWithoutLinks(strategy: (typeof strategies)[number], setup = {}): AccountApp {
  return createAccountApp({ session: { strategy }, revocation, withoutLinks: true, ...setup })
}

describe.each(strategies)('sign-in methods with %s sessions', strategy => {
  const create = (setup = {}) => createAppWithoutLinks(strategy, setup)

  test('an account is connected and disconnected, and the user is told', async () => {
    const app = create()
    const visit = await signIn(app)
    await connectSecond(app, visit)
    expect((await readAccount(visit)).accounts.map(({ provider, name }) => [provider, name]).sort()).toEqual([
      ['op', expect.any(String)],
      ['second', 'Second'],
    ])
    expect(app.sent.at(-1)?.text).toContain('Second')
    const id = await getAccountId(visit, 'second')
    expect((await submit(visit, 'accounts', { change: 'unlink', id })).status).toBe(200)
    expect((await readAccount(visit)).accounts).toHaveLength(1)
    expect(app.sent.at(-1)?.subject).toContain('removed')
  })

  test('the last way to sign in stays (S6)', async () => {
    const app = create()
    const visit = await signIn(app)
    const id = await getAccountId(visit, 'op')
    expect(await submit(visit, 'accounts', { change: 'unlink', id })).toMatchObject({
      status: 400,
      body: { error: 'last-sign-in-method' },
    })
    expect((await readAccount(visit)).accounts).toHaveLength(1)
  })

  test.each(['magic links', 'a passkey', 'a password'])('%s count as a way to sign in (S6)', async method => {
    const app = create({
      withoutLinks: method !== 'magic links',
      ...(method === 'a password' && { plugins: [passwords()] }),
      ...(method === 'a passkey' && { providers: [Passkey()] }),
    })
    const visit = await signIn(app)
    if (method === 'a passkey') await addPasskey(visit)
    if (method === 'a password')
      await visit.post(
        '/auth/passwords/change',
        { csrfToken: await visit.getCsrfToken(), password: 'correct horse battery' },
        json,
      )
    const id = await getAccountId(visit, 'op')
    expect((await submit(visit, 'accounts', { change: 'unlink', id })).status).toBe(200)
  })

  test('a passkey that is the last way to sign in stays (S6)', async () => {
    const app = create({ providers: [Passkey()] })
    const visit = await signIn(app)
    await addPasskey(visit)
    await submit(visit, 'accounts', { change: 'unlink', id: await getAccountId(visit, 'op') })
    const id = (await readAccount(visit)).passkeys[0]?.id ?? ''
    expect(await submit(visit, 'passkeys', { change: 'remove', id })).toMatchObject({
      body: { error: 'last-sign-in-method' },
    })
    expect((await readAccount(visit)).passkeys).toHaveLength(1)
  })

  test.each(['account', 'passkey'])('a removed %s ends the other sessions of the user', async way => {
    const app = create({ providers: [Passkey()] })
    const visit = await signIn(app)
    await addPasskey(visit)
    await connectSecond(app, visit)
    const other = await signIn(app)
    const { passkeys } = await readAccount(visit)
    const [path, change, id] =
      way === 'account'
        ? (['accounts', 'unlink', await getAccountId(visit, 'second')] as const)
        : (['passkeys', 'remove', passkeys[0]?.id ?? ''] as const)
    expect((await submit(visit, path, { change, id })).status).toBe(200)
    expect(await other.getSession()).toBeNull()
    expect(await visit.getSession()).not.toBeNull()
  })

  test('of two accounts that are disconnected at once, one stays (S6)', async () => {
    for (let round = 0; round < 5; round++) {
      const app = create()
      const visit = await signIn(app)
      await connectSecond(app, visit)
      const ids = await Promise.all(['op', 'second'].map(provider => getAccountId(visit, provider)))
      const results = await Promise.all(
        ids.map(id => submit(visit.openTab(), 'accounts', { change: 'unlink', id })),
      )
      expect(results.map(({ status }) => status).sort()).toEqual([200, 400])
      expect((await readAccount(visit)).accounts).toHaveLength(1)
    }
  })

  test('a failure of the store loses nothing, and the change can be repeated', async () => {
    let isDown = false
    const app = create({
      tap: (name: string) => {
        if (isDown && name === 'unlinkAccount') throw new Error('down')
      },
    })
    const visit = await signIn(app)
    await connectSecond(app, visit)
    const id = await getAccountId(visit, 'second')
    isDown = true
    expect((await submit(visit, 'accounts', { change: 'unlink', id })).status).toBeGreaterThanOrEqual(400)
    isDown = false
    expect((await readAccount(visit)).accounts).toHaveLength(2)
    expect((await submit(visit, 'accounts', { change: 'unlink', id })).status).toBe(200)
  })

  test('the removal of a server that crashed counts as done for a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = create()
    const visit = await signIn(app)
    await connectSecond(app, visit)
    const id = await getAccountId(visit, 'second')
    const userId = String((await readAccount(visit)).profile['id'])
    const value = [{ id: 'crashed', methodId: await getAccountId(visit, 'op'), until: Date.now() + 60_000 }]
    await app.store.records.putRecord({ kind: 'account.removal', id: userId, userId, value, expires: null })
    expect(await submit(visit, 'accounts', { change: 'unlink', id })).toMatchObject({
      body: { error: 'last-sign-in-method' },
    })
    vi.setSystemTime(Date.now() + 61_000)
    expect((await submit(visit, 'accounts', { change: 'unlink', id })).status).toBe(200)
    vi.useRealTimers()
  })

  test('an account is disconnected only after a sign-in in the last 15 minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = create()
    const visit = await signIn(app)
    await connectSecond(app, visit)
    const id = await getAccountId(visit, 'second')
    vi.setSystemTime(Date.now() + 16 * 60_000)
    expect(await submit(visit, 'accounts', { change: 'unlink', id })).toMatchObject({
      status: 403,
      body: { error: 'recent-sign-in-required' },
    })
    expect((await readAccount(visit)).accounts).toHaveLength(2)
    vi.useRealTimers()
  })

  test("another user's account is not found", async () => {
    const app = create()
    const ada = await signIn(app)
    await connectSecond(app, ada)
    const grace = await signIn(app, 'grace', 'grace@example.com')
    const id = await getAccountId(ada, 'second')
    for (const each of [id, '', 'op', '__proto__'])
      expect(await submit(grace, 'accounts', { change: 'unlink', id: each })).toMatchObject({
        status: 404,
        body: { error: 'not-found' },
      })
    expect((await readAccount(ada)).accounts).toHaveLength(2)
  })

  test('the tokens of the account are revoked by the app first, whose failure keeps nothing', async () => {
    const revoked: unknown[] = []
    const app = create({
      options: {
        revokeAccount: (stored: Record<string, unknown>) => {
          revoked.push([stored['provider'], typeof stored['access_token']])
          throw new Error('unreachable')
        },
      },
    })
    const visit = await signIn(app)
    await connectSecond(app, visit)
    const id = await getAccountId(visit, 'second')
    expect((await submit(visit, 'accounts', { change: 'unlink', id })).status).toBe(200)
    expect(revoked).toEqual([['second', 'string']])
  })
})
