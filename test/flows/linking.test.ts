import { encode } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import {
  leadsTo,
  makeApp,
  origin,
  plainAdapter,
  roundTrip,
  secret,
  sessionCookie,
  tapped,
} from '../support/app.js'
import { grace } from '../support/lying-provider.js'
import { alan, elsewhere, makeTwoProviders } from '../support/two-providers.js'

const notLinked = `${origin}/auth/signin?error=OAuthAccountNotLinked`

describe.each(['jwt', 'database'] as const)('with %s sessions', strategy => {
  const session = { strategy }
  const issues = strategy === 'database' ? ['createSession'] : []
  const looksUp = strategy === 'database' ? 'getSessionAndUser' : 'getUser'

  test('a new person becomes a user with an account', async () => {
    const { op, open, store, calls, events } = makeTwoProviders({ session })
    const visit = open()
    await roundTrip(visit, op)
    expect(calls).toEqual(['getUserByAccount', 'getUserByEmail', 'createUserWithAccount', ...issues])
    expect(events).toEqual(['createUser', 'linkAccount', 'signIn'])
    expect(await store.getUserByEmail(grace.email as string)).toMatchObject({
      name: grace.name,
      image: grace.picture,
      emailVerified: null,
    })
    expect(await store.getAccount(grace.sub, 'op')).toMatchObject({
      type: 'oidc',
      access_token: expect.any(String),
      id_token: expect.any(String),
      expires_at: expect.any(Number),
      token_type: 'bearer',
    })
  })

  test('a person without an address becomes a user, and no address is looked up', async () => {
    const { op, open, calls } = makeTwoProviders({ session })
    await roundTrip(open(), op, { as: { sub: 'nobody' } })
    expect(calls).toEqual(['getUserByAccount', 'createUserWithAccount', ...issues])
  })

  test('a known person signs in again, and nothing about them is stored', async () => {
    const { op, open, calls, events, forget } = makeTwoProviders({ session })
    await roundTrip(open(), op)
    forget()
    await roundTrip(open(), op)
    expect(calls).toEqual(['getUserByAccount', ...issues])
    expect(events).toEqual(['signIn'])
  })

  test('who is signed in and comes as themselves keeps the session', async () => {
    const { op, open, calls, forget } = makeTwoProviders({ session })
    const visit = open()
    await roundTrip(visit, op)
    const before = await visit.session()
    forget()
    await roundTrip(visit, op)
    expect(calls).toEqual(['getUserByAccount', looksUp])
    expect(await visit.session()).toMatchObject({ user: before?.['user'] })
  })

  test('who is signed in and comes with an account of somebody else is refused, and stays', async () => {
    const { op, open, calls, events, forget } = makeTwoProviders({ session })
    await roundTrip(open(), op, { as: alan })
    const visit = open()
    await roundTrip(visit, op)
    forget()
    expect(leadsTo(await roundTrip(visit, op, { as: alan }))).toBe(notLinked)
    expect(calls).toEqual(['getUserByAccount', looksUp])
    expect(events).toEqual([])
    expect(await visit.session()).toMatchObject({ user: { email: grace.email } })
  })

  test('who is signed in and comes with a new account has it linked', async () => {
    const { op, other, open, calls, events, forget, store } = makeTwoProviders({ session })
    const visit = open()
    await roundTrip(visit, op)
    forget()
    await roundTrip(visit, other, { provider: 'other', as: alan })
    expect(calls).toEqual(['getUserByAccount', looksUp, 'linkAccount'])
    expect(events).toEqual(['linkAccount', 'signIn'])
    expect(await visit.session()).toMatchObject({ user: { email: grace.email } })
    const owner = await store.getUserByAccount({ provider: 'other', providerAccountId: alan.sub })
    expect(owner?.email).toBe(grace.email)
  })

  test('a new account with the address of somebody else is refused', async () => {
    const { op, other, open, calls, events, forget } = makeTwoProviders({ session })
    await roundTrip(open(), op)
    forget()
    const visit = open()
    expect(leadsTo(await roundTrip(visit, other, { provider: 'other', as: elsewhere }))).toBe(notLinked)
    expect(calls.filter(name => /^(create|link)/.test(name))).toEqual([])
    expect(events).toEqual([])
    expect(await visit.session()).toBeNull()
  })

  test('a session that has ended does not count', async () => {
    const { other, open, store } = makeTwoProviders({ session })
    const user = await store.createUser({ id: 'g', email: 'g@example.com', emailVerified: null })
    await store.createSession({ sessionToken: 'ended', userId: user.id, expires: new Date(Date.now() - 1) })
    const ended = await encode({ token: { sub: user.id }, secret, salt: sessionCookie, maxAge: -60 })
    const visit = open()
    const value = strategy === 'jwt' ? ended : 'ended'
    visit.jar.set(origin, `${sessionCookie}=${value}; Secure; Path=/`)
    await roundTrip(visit, other, { provider: 'other', as: alan })
    const owner = await store.getUserByAccount({ provider: 'other', providerAccountId: alan.sub })
    expect(owner?.email).toBe(alan.email)
  })
})

test('the same account id at two providers is two people', async () => {
  const { op, other, open, store } = makeTwoProviders()
  await roundTrip(open(), op)
  await roundTrip(open(), other, { provider: 'other', as: { ...alan, sub: grace.sub } })
  const owner = await store.getUserByAccount({ provider: 'other', providerAccountId: grace.sub })
  expect(owner?.email).toBe(alan.email)
})

test('only the tokens that `account` chooses are kept', async () => {
  const { other, open, store } = makeTwoProviders({
    otherConfig: { account: () => ({ refresh_token: 'chosen' }) },
  })
  await roundTrip(open(), other, { provider: 'other' })
  const account = await store.getAccount(grace.sub, 'other')
  expect(account).toMatchObject({ refresh_token: 'chosen' })
  expect(account).not.toHaveProperty('access_token')
})

test('an adapter without `createUserWithAccount` is asked in two steps', async () => {
  const { adapter, calls } = tapped(plainAdapter())
  const { op, open } = makeApp({ adapter })
  await roundTrip(open(), op)
  expect(calls).toEqual(['getUserByAccount', 'getUserByEmail', 'createUser', 'linkAccount', 'createSession'])
})
