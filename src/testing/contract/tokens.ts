import { assertDate, assertEqual, assertNull, assertRejects } from './assert.js'
import { defineChecks, NotApplicable, runConcurrently, skipWithReason } from './check.js'
import { describeLimits } from './limits.js'

const check = defineChecks('one-time tokens', 'createVerificationToken', 'useVerificationToken')

const verificationTokenChecks = [
  check('are returned once, as they were created', [], async ({ adapter, build }) => {
    const token = build.token()
    await adapter.createVerificationToken(token)
    assertEqual(await adapter.useVerificationToken(token), token)
    assertNull(await adapter.useVerificationToken(token))
  }),

  check(
    'keep their expiry to the millisecond, also after it has passed',
    [],
    async ({ adapter, build, options: limits }) => {
      skipWithReason(describeLimits(limits).dates)
      const passed = limits.expired === 'deleted' ? [] : [1_001]
      for (const time of [...passed, Date.now() + 3_600_001]) {
        const token = build.token({ expires: new Date(time) })
        await adapter.createVerificationToken(token)
        assertDate((await adapter.useVerificationToken(token))?.expires, time)
      }
    },
  ),

  check('remain if the identifier or the token is wrong', [], async ({ adapter, build }) => {
    const token = build.token()
    await adapter.createVerificationToken(token)
    assertNull(await adapter.useVerificationToken({ ...token, identifier: 'eve@example.com' }))
    assertNull(await adapter.useVerificationToken({ ...token, token: 'wrong' }))
    assertNull(await adapter.useVerificationToken({ ...token, token: '' }))
    assertEqual(await adapter.useVerificationToken(token), token)
  }),

  check('may be several per identifier, and equal for two identifiers', [], async ({ adapter, build }) => {
    const tokens = [
      build.token({ token: 'one' }),
      build.token({ token: 'two' }),
      build.token({ identifier: 'bob@example.com', token: 'one' }),
    ]
    for (const token of tokens) await adapter.createVerificationToken(token)
    for (const token of tokens) assertEqual(await adapter.useVerificationToken(token), token)
  }),

  check('remain when they are read', ['getVerificationToken'], async ({ adapter, build }) => {
    const token = build.token()
    await adapter.createVerificationToken(token)
    assertNull(await adapter.getVerificationToken({ ...token, token: 'wrong' }))
    assertNull(await adapter.getVerificationToken({ ...token, identifier: 'eve@example.com' }))
    assertEqual(await adapter.getVerificationToken(token), token)
    assertEqual(await adapter.useVerificationToken(token), token)
    assertNull(await adapter.getVerificationToken(token))
  }),

  check('can be created again after use', [], async ({ adapter, build }) => {
    const token = build.token()
    await adapter.createVerificationToken(token)
    await adapter.useVerificationToken(token)
    await adapter.createVerificationToken(token)
    assertEqual(await adapter.useVerificationToken(token), token)
  }),

  check('that serve as challenges cannot be created twice', [], async ({ adapter, build }) => {
    if (adapter.useChallenge) throw new NotApplicable('The adapter stores challenges with `useChallenge`.')
    const { results } = await runConcurrently(16, () =>
      adapter.createVerificationToken(build.token({ token: 'one' })),
    )
    assertEqual({ created: results.length }, { created: 1 })
    await assertRejects(() => adapter.createVerificationToken(build.token({ token: 'one' })))
  }),

  check('are used once by 16 concurrent calls', [], async ({ adapter, build }) => {
    for (let round = 0; round < 10; round++) {
      const token = build.token()
      await adapter.createVerificationToken(token)
      const { results, errors } = await runConcurrently(16, () => adapter.useVerificationToken(token))
      assertEqual(errors, [])
      assertEqual(
        results.filter(usedToken => usedToken !== null),
        [token],
      )
    }
  }),
]

const checkChallenge = defineChecks('one-time challenges', 'useChallenge')

const challengeChecks = [
  checkChallenge('are new only once', [], async ({ adapter, build }) => {
    const one = build.token({ identifier: 'passkey:passkey' })
    assertEqual(await adapter.useChallenge(one), true)
    assertEqual(await adapter.useChallenge(one), false)
    assertEqual(await adapter.useChallenge({ ...one, expires: build.dateFromNow(7_200_000) }), false)
  }),

  checkChallenge('are independent of each other', [], async ({ adapter, build }) => {
    const one = build.token({ identifier: 'passkey:passkey' })
    await adapter.useChallenge(one)
    assertEqual(await adapter.useChallenge({ ...one, identifier: 'passkey:other' }), true)
    assertEqual(await adapter.useChallenge(build.token({ identifier: one.identifier })), true)
  }),

  checkChallenge('are used once by 16 concurrent calls', [], async ({ adapter, build }) => {
    for (let round = 0; round < 10; round++) {
      const one = build.token({ identifier: 'passkey:passkey' })
      const { results, errors } = await runConcurrently(16, () => adapter.useChallenge(one))
      assertEqual(errors, [])
      assertEqual(results.filter(Boolean).length, 1)
    }
  }),
]

export const tokenChecks = [...verificationTokenChecks, ...challengeChecks]
