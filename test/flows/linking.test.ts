import { expect, test } from 'vitest'
import { roundTrip } from '../support/app.js'
import { grace } from '../support/lying-provider.js'
import { alan, makeTwoProviders } from '../support/two-providers.js'

test('an adapter that can make user and account in one step is asked for that, and only for that', async () => {
  const { op, open, store, calls, events } = makeTwoProviders()
  await roundTrip(open(), op)
  expect(calls).toEqual(['getUserByAccount', 'getUserByEmail', 'createUserWithAccount', 'createSession'])
  expect(events).toEqual(['createUser', 'linkAccount', 'signIn'])
  expect(await store.getUserByEmail(grace.email as string)).toMatchObject({
    name: grace.name,
    image: grace.picture,
    emailVerified: null,
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
