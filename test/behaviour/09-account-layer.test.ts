import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createContext } from '../../src/core/create-context.js'
import { parseRequest } from '../../src/core/parse-request.js'
import { getSettings } from '../../src/core/settings.js'
import { flows } from '../../src/flows/index.js'
import { findAccountOwner, resolveUser } from '../../src/flows/resolve-user.js'
import type { Identity } from '../../src/types/identity.js'
import { leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { alan, grace, type Scene, type Strategy, seat, stage } from './situations.js'

/** Somebody who comes back by mail or with a passkey, whose flows are built later: the account layer is here already. */
function identityOf(type: 'email' | 'webauthn', email: string | null): Identity {
  const provider = type === 'email' ? 'mail' : 'passkey'
  const providerAccountId = type === 'email' ? (email ?? '') : 'grace-0001'
  return {
    user: { id: 'whatever', email, ...(type === 'webauthn' && { name: 'Grace' }) },
    account: { provider, type, providerAccountId },
    emailUnverified: false,
    allowEmailLinking: false,
    getAccountTokens: () => ({}),
    callbackUrl: null,
  }
}

/** What the callback does after a flow: recognise, link, issue. */
async function comeBack(strategy: Strategy, scene: Scene, identity: Identity) {
  const { visit, config, store, calls, events } = await stage(strategy, scene)
  const { settings } = getSettings(config)
  if (!settings) throw new Error('The configuration is at fault.')
  const headers = { cookie: visit.jar.header(new URL(origin)) }
  const ctx = await createContext(
    await parseRequest(new Request(`${origin}/auth/callback/op`, { headers }), '/auth'),
    settings,
  )
  const flow = flows[identity.account.type as keyof typeof flows]
  const owner = await findAccountOwner(ctx, flow, identity)
  const member = await resolveUser(ctx, { flow, identity }, owner).catch((error: Error) => error)
  if (member instanceof Error) return { member, user: null, store, calls, events }
  await settings.sessions.issue(ctx, member)
  return { member, user: member.user, store, calls, events }
}

const strategies = ['jwt', 'database'] as const

/** A session that is new is a record where sessions are stored. */
const issued = (strategy: Strategy) => (strategy === 'database' ? ['createSession'] : [])

/** How who is signed in is looked up. */
const lookedUp = { jwt: 'getUser', database: 'getSessionAndUser' }

describe.each(strategies)('Behaviour section 9.4: a passkey, with sessions of strategy %s', strategy => {
  const known = 'getUserByAccount'
  const passkey = identityOf('webauthn', grace.email)

  test('account known, nobody signed in: its owner is', async () => {
    const { user, calls } = await comeBack(strategy, { account: grace }, passkey)
    expect(user?.id).toBe(grace.id)
    expect(calls).toEqual([known, ...issued(strategy)])
  })

  test('account known, its owner signed in: the session goes on', async () => {
    const { user, calls, store } = await comeBack(strategy, { account: grace, visitor: grace }, passkey)
    expect(user?.id).toBe(grace.id)
    expect(calls).toEqual([known, lookedUp[strategy]])
    if (strategy === 'database') expect(await store.getSessionAndUser(seat)).not.toBeNull()
  })

  test('account known, somebody else signed in: refused', async () => {
    const { member, calls } = await comeBack(strategy, { account: grace, visitor: alan }, passkey)
    expect(member).toMatchObject({ type: 'AccountNotLinked' })
    expect(calls).toEqual([known, lookedUp[strategy]])
  })

  test('account new, somebody signed in: it is theirs', async () => {
    const { user, calls, events, store } = await comeBack(strategy, { visitor: alan }, passkey)
    expect(user?.id).toBe(alan.id)
    expect(calls).toEqual([known, lookedUp[strategy], 'linkAccount'])
    expect(events).toEqual(['linkAccount'])
    expect(await store.getAccount('grace-0001', 'passkey')).toMatchObject({
      type: 'webauthn',
      userId: alan.id,
    })
  })

  test('account new, nobody signed in, address taken: refused, also where linking is allowed', async () => {
    const daring = { ...passkey, allowEmailLinking: true }
    for (const identity of [passkey, daring]) {
      const { member, calls, events } = await comeBack(strategy, { namesake: grace }, identity)
      expect(member).toMatchObject({ type: 'AccountNotLinked' })
      expect(calls.filter(name => !name.startsWith('get'))).toEqual([])
      expect(events).toEqual([])
    }
  })

  test('account new, nobody signed in, address free: a new user', async () => {
    const { member, calls, events } = await comeBack(strategy, {}, passkey)
    expect(member).toMatchObject({ isNewUser: true, user: { email: grace.email, emailVerified: null } })
    expect(calls).toEqual([known, 'getUserByEmail', 'createUser', 'linkAccount', ...issued(strategy)])
    expect(events).toEqual(['createUser', 'linkAccount'])
  })
})

describe.each(strategies)('Behaviour section 9.4: a link by mail, with sessions of strategy %s', strategy => {
  const mail = identityOf('email', grace.email)

  test.each([
    ['nobody signed in', {}],
    ['the same person signed in', { visitor: grace }],
    ['somebody else signed in', { visitor: alan }],
  ])('address known, %s: who has it is, with a new session alone', async (_, scene) => {
    const { user, member, calls, events, store } = await comeBack(
      strategy,
      { namesake: grace, ...scene },
      mail,
    )
    expect(user).toMatchObject({ id: grace.id, emailVerified: expect.any(Date) })
    expect(member).toMatchObject({ isNewUser: false })
    const discarded = 'visitor' in scene && strategy === 'database' ? ['deleteSession'] : []
    expect(calls).toEqual(['getUserByEmail', 'updateUser', ...issued(strategy), ...discarded])
    expect(events).toEqual(['updateUser'])
    expect(await store.getSessionAndUser(seat)).toBeNull()
  })

  test.each([
    ['nobody signed in', {}],
    ['somebody signed in', { visitor: alan }],
  ])('address new, %s: a new user, whose address is proven', async (_, scene) => {
    const { member, calls, events, store } = await comeBack(strategy, scene, mail)
    expect(member).toMatchObject({
      isNewUser: true,
      user: { email: grace.email, emailVerified: expect.any(Date) },
    })
    const discarded = 'visitor' in scene && strategy === 'database' ? ['deleteSession'] : []
    expect(calls).toEqual(['getUserByEmail', 'createUser', ...issued(strategy), ...discarded])
    expect(events).toEqual(['createUser'])
    expect(await store.getAccount(grace.email, 'mail')).toBeNull()
  })

  test('the date of the first proof stays', async () => {
    const emailVerified = new Date('2026-01-01')
    const { user } = await comeBack(strategy, { namesake: { ...grace, emailVerified } }, mail)
    expect(user).toMatchObject({ emailVerified })
  })
})

describe('the tokens of a known account', () => {
  const first = { provider: 'op', type: 'oidc', providerAccountId: 'grace-0001', userId: grace.id } as const

  test('are replaced at each sign-in, where the adapter can do that', async () => {
    const store = MemoryAdapter()
    await store.createUser(grace)
    await store.linkAccount({ ...first, access_token: 'old', refresh_token: 'given once' })
    const { op, open } = makeApp({ adapter: store })
    expect(leadsTo(await roundTrip(open(), op))).toBe(origin)
    const account = await store.getAccount(first.providerAccountId, 'op')
    expect(account).toMatchObject({
      refresh_token: 'given once',
      expires_at: expect.any(Number),
      userId: grace.id,
    })
    expect(account?.access_token).not.toBe('old')
  })

  test('are those that `account` chooses', async () => {
    const op = { account: () => ({ scope: 'chosen' }) }
    const store = MemoryAdapter()
    await store.createUser(grace)
    await store.linkAccount({ ...first, access_token: 'old' })
    const app = makeApp({ adapter: store })
    const { open } = makeApp({ op: app.op, adapter: store, providers: [app.op.provider(op)] })
    await roundTrip(open(), app.op)
    expect(await store.getAccount(first.providerAccountId, 'op')).toMatchObject({
      access_token: 'old',
      scope: 'chosen',
    })
  })

  test('stay those of the first sign-in with an adapter of the specification alone', async () => {
    const { op, visit, store } = await stage('database', { account: grace })
    await roundTrip(visit, op)
    expect(await store.getAccount('grace-0001', 'op')).toMatchObject({ access_token: 'of the first sign-in' })
  })
})
