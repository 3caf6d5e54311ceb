import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createContext } from '../../src/core/create-context.js'
import { parseRequest } from '../../src/core/routes.js'
import { getPreparedConfig } from '../../src/core/settings.js'
import { toIncomingRequest } from '../../src/http/messages.js'
import type { Identity } from '../../src/types/identity.js'
import { findAccountOwnership, getLinkingRules } from '../../src/users/account-linking.js'
import { resolveUser } from '../../src/users/resolve-user.js'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import {
  alan,
  existingSessionToken,
  grace,
  type Scenario,
  type Strategy,
  setUpScenario,
} from './scenarios.js'

/** Identity of a user who returns through an email or WebAuthn provider. */
function createIdentity(type: 'email' | 'webauthn', email: string | null): Identity {
  const provider = type === 'email' ? 'mail' : 'passkey'
  const providerAccountId = type === 'email' ? (email ?? '') : 'grace-0001'
  return {
    user: { id: 'whatever', email, ...(type === 'webauthn' && { name: 'Grace' }) },
    account: { provider, type, providerAccountId },
    evidence: [],
    emailVerified: undefined,
    allowEmailLinking: false,
    getAccountTokens: () => ({}),
    callbackUrl: null,
  }
}

/** Runs what the callback runs after a flow: find the account owner, resolve the user, issue a session. */
async function completeSignIn(strategy: Strategy, scene: Scenario, identity: Identity) {
  const { visit, config, store, calls, events } = await setUpScenario(strategy, scene)
  const prepared = await getPreparedConfig(config)
  const headers = { cookie: visit.jar.header(new URL(origin)) }
  const ctx = await createContext(
    await parseRequest(toIncomingRequest(new Request(`${origin}/auth/callback/op`, { headers })), {
      basePath: '/auth',
      pluginIds: new Set(),
    }),
    prepared,
  )
  const linking = getLinkingRules(identity)
  const owners = await findAccountOwnership(ctx, linking, identity)
  const decision = { owners, allowedUser: undefined }
  const outcome = await resolveUser(ctx, { linking, identity }, decision).catch((error: Error) => error)
  if (outcome instanceof Error) return { member: outcome, user: null, store, calls, events }
  const member = outcome?.resolvedUser
  if (!member) throw new Error('The user changed.')
  await ctx.services.sessionStrategy.issue(ctx, member, { methods: [], isRaised: false })
  return { member, user: member.user, store, calls, events }
}

const strategies = ['jwt', 'database'] as const

/** A new session is stored only with the database strategy. */
const readIssuedSession = (strategy: Strategy) => (strategy === 'database' ? ['createSession'] : [])

/** The adapter method that loads the signed-in user. */
const lookedUp = { jwt: 'getUser', database: 'getSessionAndUser' }

describe.each(strategies)('account linking: passkey, with %s sessions', strategy => {
  const known = 'getUserByAccount'
  /** The id of a found account is compared exactly. */
  const found = [known, 'getAccount']
  const passkey = createIdentity('webauthn', grace.email)

  test('signs in the account owner if the account exists and no user is signed in', async () => {
    const { user, calls } = await completeSignIn(strategy, { account: grace }, passkey)
    expect(user?.id).toBe(grace.id)
    expect(calls).toEqual([...found, ...readIssuedSession(strategy)])
  })

  test('keeps the session if the account exists and its owner is signed in', async () => {
    const { user, calls, store } = await completeSignIn(strategy, { account: grace, visitor: grace }, passkey)
    expect(user?.id).toBe(grace.id)
    expect(calls).toEqual([...found, lookedUp[strategy]])
    if (strategy === 'database') expect(await store.getSessionAndUser(existingSessionToken)).not.toBeNull()
  })

  test('rejects with AccountNotLinked if the account belongs to a different user than the signed-in one', async () => {
    const { member, calls } = await completeSignIn(strategy, { account: grace, visitor: alan }, passkey)
    expect(member).toMatchObject({ type: 'AccountNotLinked' })
    expect(calls).toEqual([...found, lookedUp[strategy]])
  })

  test('links a new account to the signed-in user', async () => {
    const { user, calls, events, store } = await completeSignIn(strategy, { visitor: alan }, passkey)
    expect(user?.id).toBe(alan.id)
    expect(calls).toEqual([known, lookedUp[strategy], 'linkAccount'])
    expect(events).toEqual(['linkAccount'])
    expect(await store.getAccount('grace-0001', 'passkey')).toMatchObject({
      type: 'webauthn',
      userId: alan.id,
    })
  })

  test('rejects a new account with AccountNotLinked if its email belongs to a user, even if email linking is allowed', async () => {
    const daring = { ...passkey, allowEmailLinking: true }
    for (const identity of [passkey, daring]) {
      const { member, calls, events } = await completeSignIn(strategy, { emailOwner: grace }, identity)
      expect(member).toMatchObject({ type: 'AccountNotLinked' })
      expect(calls.filter(name => !name.startsWith('get'))).toEqual([])
      expect(events).toEqual([])
    }
  })

  test('creates a user for a new account if its email is not in use', async () => {
    const { member, calls, events } = await completeSignIn(strategy, {}, passkey)
    expect(member).toMatchObject({ isNewUser: true, user: { email: grace.email, emailVerified: null } })
    expect(calls).toEqual([
      known,
      'getUserByEmail',
      'createUser',
      'linkAccount',
      ...readIssuedSession(strategy),
    ])
    expect(events).toEqual(['createUser', 'linkAccount'])
  })
})

describe.each(strategies)('account linking: magic link, with %s sessions', strategy => {
  const mail = createIdentity('email', grace.email)

  test.each([
    ['no user signed in', {}],
    ['the same user signed in', { visitor: grace }],
    ['a different user signed in', { visitor: alan }],
  ])('email in use, %s: signs in its user and replaces the old session', async (_, scene) => {
    const { user, member, calls, events, store } = await completeSignIn(
      strategy,
      { emailOwner: grace, ...scene },
      mail,
    )
    expect(user).toMatchObject({ id: grace.id, emailVerified: expect.any(Date) })
    expect(member).toMatchObject({ isNewUser: false })
    const discarded = 'visitor' in scene && strategy === 'database' ? ['deleteSession'] : []
    expect(calls).toEqual(['getUserByEmail', 'updateUser', ...readIssuedSession(strategy), ...discarded])
    expect(events).toEqual(['updateUser'])
    expect(await store.getSessionAndUser(existingSessionToken)).toBeNull()
  })

  test.each([
    ['no user signed in', {}],
    ['a user signed in', { visitor: alan }],
  ])('email not in use, %s: creates a user with a verified email', async (_, scene) => {
    const { member, calls, events, store } = await completeSignIn(strategy, scene, mail)
    expect(member).toMatchObject({
      isNewUser: true,
      user: { email: grace.email, emailVerified: expect.any(Date) },
    })
    const discarded = 'visitor' in scene && strategy === 'database' ? ['deleteSession'] : []
    expect(calls).toEqual(['getUserByEmail', 'createUser', ...readIssuedSession(strategy), ...discarded])
    expect(events).toEqual(['createUser'])
    expect(await store.getAccount(grace.email, 'mail')).toBeNull()
  })

  test('keeps the date of the first verification in `emailVerified`', async () => {
    const emailVerified = new Date('2026-01-01')
    const { user } = await completeSignIn(strategy, { emailOwner: { ...grace, emailVerified } }, mail)
    expect(user).toMatchObject({ emailVerified })
  })
})

describe('the tokens of an existing account', () => {
  const first = { provider: 'op', type: 'oidc', providerAccountId: 'grace-0001', userId: grace.id } as const

  test('are replaced at each sign-in if the adapter has `updateAccount`', async () => {
    const store = MemoryAdapter()
    await store.createUser(grace)
    await store.linkAccount({ ...first, access_token: 'old', refresh_token: 'given once' })
    const { op, open } = createTestApp({ adapter: store })
    expect(getLocation(await runRoundTrip(open(), op))).toBe(origin)
    const account = await store.getAccount(first.providerAccountId, 'op')
    expect(account).toMatchObject({
      refresh_token: 'given once',
      expires_at: expect.any(Number),
      userId: grace.id,
    })
    expect(account?.access_token).not.toBe('old')
  })

  test('are limited to those that `account` returns', async () => {
    const op = { account: () => ({ scope: 'chosen' }) }
    const store = MemoryAdapter()
    await store.createUser(grace)
    await store.linkAccount({ ...first, access_token: 'old' })
    const app = createTestApp({ adapter: store })
    const { open } = createTestApp({ op: app.op, adapter: store, providers: [app.op.provider(op)] })
    await runRoundTrip(open(), app.op)
    expect(await store.getAccount(first.providerAccountId, 'op')).toMatchObject({
      access_token: 'old',
      scope: 'chosen',
    })
  })

  test('stay those of the first sign-in if the adapter has only the Auth.js methods', async () => {
    const { op, visit, store } = await setUpScenario('database', { account: grace })
    await runRoundTrip(visit, op)
    expect(await store.getAccount('grace-0001', 'op')).toMatchObject({ access_token: 'of the first sign-in' })
  })
})
