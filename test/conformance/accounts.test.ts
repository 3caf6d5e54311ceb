import { describe, expect, test } from 'vitest'
import { createPlainAdapter, createTestApp, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'

/** Grace's stored account after a first sign-in. */
async function signInAndGetAccount(
  overrides: Parameters<ReturnType<typeof createMaliciousProvider>['provider']>[0] = {},
) {
  const op = createMaliciousProvider()
  const more = { refresh_token: 'again', scope: 'openid', session_state: 'a.b', expires_in: 600, extra: 1 }
  op.lies = { token: answer => ({ ...answer, ...more }) }
  const store = createPlainAdapter()
  const { open } = createTestApp({ op, adapter: store, providers: [op.provider(overrides)] })
  await runRoundTrip(open(), op)
  return { store, account: (id: string) => store.getAccount?.(id, 'op') }
}

describe('a stored account', () => {
  test('has seven of the tokens of the response and nothing else', async () => {
    const { account } = await signInAndGetAccount()
    expect(await account(grace.sub)).toEqual({
      provider: 'op',
      providerAccountId: grace.sub,
      type: 'oidc',
      userId: expect.any(String),
      access_token: expect.any(String),
      id_token: expect.any(String),
      refresh_token: 'again',
      expires_at: expect.any(Number),
      scope: 'openid',
      token_type: 'bearer',
      session_state: 'a.b',
    })
  })

  test('has `expires_at` in seconds since the epoch', async () => {
    const { account } = await signInAndGetAccount()
    const { expires_at = 0 } = (await account(grace.sub)) ?? {}
    expect(Math.abs(expires_at - (Date.now() / 1000 + 600))).toBeLessThan(60)
  })

  test('has the id that `profile()` returned', async () => {
    const { account } = await signInAndGetAccount({
      profile: () => ({ id: 'number-7', email: 'grace@example.com' }),
    })
    expect(await account('number-7')).toMatchObject({ provider: 'op', providerAccountId: 'number-7' })
    expect(await account(grace.sub)).toBeNull()
  })

  test('has the user id that the adapter returned', async () => {
    const op = createMaliciousProvider()
    const store = createPlainAdapter()
    const adapter = {
      ...store,
      createUser: async (user: { id: string; email: string; emailVerified: Date | null }) =>
        (await store.createUser?.({ ...user, id: 'row-1' })) ?? user,
    }
    const { open } = createTestApp({ op, adapter, providers: [op.provider()] })
    await runRoundTrip(open(), op)
    expect(await store.getAccount?.(grace.sub, 'op')).toMatchObject({ userId: 'row-1' })
    expect(await store.getUserByAccount?.({ provider: 'op', providerAccountId: grace.sub })).toMatchObject({
      id: 'row-1',
    })
  })
})
