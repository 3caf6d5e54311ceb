import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, runRoundTrip } from '../../support/app.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { stopClock } from '../../throttling/throttled-app.js'
import {
  computeCode,
  createTwoFactorApp,
  enroll,
  passwordProvider,
  strategies,
  submit,
  type TwoFactorSetup,
} from './two-factor-app.js'

const profile = { sub: 'ada-at-op', name: 'Ada at OP', email: ada.email, email_verified: true }

describe.each(strategies)('a provider that links by email, with the %s strategy', strategy => {
  /** Ada has an authenticator app. Then the provider signs in a person with her email address. */
  async function openLinkable(setup: TwoFactorSetup = {}) {
    stopClock()
    const op = createMaliciousProvider()
    const linked: object[] = []
    const app = createTwoFactorApp({
      session: { strategy },
      op,
      providers: [passwordProvider, op.provider({ allowDangerousEmailAccountLinking: true })],
      events: { linkAccount: message => void linked.push(message) },
      ...setup,
    })
    const { secret } = await enroll(app)
    const findOwner = async () =>
      (await app.store.getUserByAccount({ provider: 'op', providerAccountId: profile.sub }))?.id ?? null
    const start = async (visit = app.open()) => {
      const url = visit.getLocation(await runRoundTrip(visit, op, { as: profile }))
      expect(url.pathname).toBe('/auth/two-factor/verify')
      return { visit, pending: url.searchParams.get('pending') ?? '' }
    }
    return { ...app, op, secret, linked, findOwner, start }
  }

  test('stores no account while the second factor is missing', async () => {
    const { start, findOwner, linked } = await openLinkable()
    const { visit, pending } = await start()
    await submit(visit, 'verify', { pending, code: '000000' })
    expect([await findOwner(), linked, await visit.getSession()]).toEqual([null, [], null])
  })

  test('links the account with its tokens when the second factor is verified', async () => {
    const { start, secret, findOwner, linked, store } = await openLinkable()
    const { visit, pending } = await start()
    await submit(visit, 'verify', { pending, code: computeCode(secret) })
    expect(await findOwner()).toBe('ada-1')
    expect(await store.getAccount?.(profile.sub, 'op')).toMatchObject({
      type: 'oidc',
      userId: 'ada-1',
      access_token: expect.any(String),
    })
    expect(linked).toMatchObject([
      { user: { id: 'ada-1' }, account: { provider: 'op' }, profile: { name: profile.name } },
    ])
    expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
  })

  test('links it once if two browsers wait for the second factor', async () => {
    const { start, secret, linked } = await openLinkable()
    const first = await start()
    const second = await start()
    await submit(first.visit, 'verify', { pending: first.pending, code: computeCode(secret) })
    await submit(second.visit, 'verify', { pending: second.pending, code: computeCode(secret, 1) })
    expect(await second.visit.getSession()).toMatchObject({ user: { email: ada.email } })
    expect(linked).toHaveLength(1)
  })

  test('stores the account again in no adapter, also without a unique key', async () => {
    const { start, secret, store, linked } = await openLinkable()
    const { visit, pending } = await start()
    await store.linkAccount?.({
      provider: 'op',
      providerAccountId: profile.sub,
      type: 'oidc',
      userId: 'ada-1',
    })
    const linkAccount = vi.spyOn(store, 'linkAccount')
    onTestFinished(() => void linkAccount.mockRestore())
    await submit(visit, 'verify', { pending, code: computeCode(secret) })
    expect(linkAccount).not.toHaveBeenCalled()
    expect([linked, await visit.getSession()]).toMatchObject([[], { user: { email: ada.email } }])
  })

  test('does not use up the sign-in if the account cannot be stored', async () => {
    const { start, secret, store, findOwner } = await openLinkable()
    const { visit, pending } = await start()
    const linkAccount = vi.spyOn(store, 'linkAccount').mockRejectedValueOnce(new Error('no connection'))
    onTestFinished(() => void linkAccount.mockRestore())
    await submit(visit, 'verify', { pending, code: computeCode(secret) })
    expect([await findOwner(), await visit.getSession()]).toEqual([null, null])
    await submit(visit, 'verify', { pending, code: computeCode(secret, 1) })
    expect(await findOwner()).toBe('ada-1')
    expect(await visit.getSession()).not.toBeNull()
  })

  test('asks the `signIn` callback about the same user before and after the second factor', async () => {
    const calls: unknown[] = []
    const { start, secret } = await openLinkable({
      callbacks: {
        signIn: ({ user, existingUser, account }) => {
          if (account?.provider === 'op') calls.push([user.name, existingUser?.id])
          return true
        },
      },
    })
    const { visit, pending } = await start()
    await submit(visit, 'verify', { pending, code: computeCode(secret) })
    expect(calls).toEqual([
      [profile.name, 'ada-1'],
      [profile.name, 'ada-1'],
    ])
  })

  test('links nothing if the email address changed meanwhile', async () => {
    const { start, secret, findOwner, store } = await openLinkable()
    const { visit, pending } = await start()
    await store.updateUser?.({ id: 'ada-1', email: 'ada@elsewhere.example' })
    await submit(visit, 'verify', { pending, code: computeCode(secret) })
    expect([await findOwner(), await visit.getSession()]).toEqual([null, null])
  })

  test('links nothing if the account got another user meanwhile', async () => {
    const { start, secret, findOwner, store } = await openLinkable()
    const { visit, pending } = await start()
    const { id } = await store.createUser({ id: 'eve-1', email: 'eve@example.com', emailVerified: null })
    await store.linkAccount?.({ provider: 'op', providerAccountId: profile.sub, type: 'oidc', userId: id })
    await submit(visit, 'verify', { pending, code: computeCode(secret) })
    expect([await findOwner(), await visit.getSession()]).toEqual(['eve-1', null])
  })
})
