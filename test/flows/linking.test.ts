import { expect, test } from 'vitest'
import { runRoundTrip } from '../support/app.js'
import { grace } from '../support/malicious-provider.js'
import { alan, createTwoProviders } from '../support/two-providers.js'

test('only `createUserWithAccount` is called if the adapter has it', async () => {
  const { op, open, store, calls, events } = createTwoProviders()
  await runRoundTrip(open(), op)
  expect(calls).toEqual(['getUserByAccount', 'getUserByEmail', 'createUserWithAccount', 'createSession'])
  expect(events).toEqual(['createUser', 'linkAccount', 'signIn'])
  expect(await store.getUserByEmail(grace.email as string)).toMatchObject({
    name: grace.name,
    image: grace.picture,
    emailVerified: null,
  })
})

test('the same account id at two providers is two users', async () => {
  const { op, other, open, store } = createTwoProviders()
  await runRoundTrip(open(), op)
  await runRoundTrip(open(), other, { provider: 'other', as: { ...alan, sub: grace.sub } })
  const owner = await store.getUserByAccount({ provider: 'other', providerAccountId: grace.sub })
  expect(owner?.email).toBe(alan.email)
})

test('only the tokens that `account` returns are stored', async () => {
  const { other, open, store } = createTwoProviders({
    otherConfig: { account: () => ({ refresh_token: 'chosen' }) },
  })
  await runRoundTrip(open(), other, { provider: 'other' })
  const account = await store.getAccount(grace.sub, 'other')
  expect(account).toMatchObject({ refresh_token: 'chosen' })
  expect(account).not.toHaveProperty('access_token')
})
