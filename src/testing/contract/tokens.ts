import { equal, isDateAt, isNull, rejects } from './assert.js'
import { allows, atOnce, group, NotApplicable } from './check.js'
import { limitsOf } from './traits.js'

const check = group('one-time tokens', 'createVerificationToken', 'useVerificationToken')

const tokens = [
  check('are given out once, as they were created', [], async ({ adapter, a }) => {
    const token = a.token()
    await adapter.createVerificationToken(token)
    equal(await adapter.useVerificationToken(token), token)
    isNull(await adapter.useVerificationToken(token))
  }),

  check('tell their end to the millisecond, also when it has passed', [], async ({ adapter, a, traits }) => {
    allows(limitsOf(traits).dates)
    const passed = traits.expired === 'dropped' ? [] : [1_001]
    for (const time of [...passed, Date.now() + 3_600_001]) {
      const token = a.token({ expires: new Date(time) })
      await adapter.createVerificationToken(token)
      isDateAt((await adapter.useVerificationToken(token))?.expires, time)
    }
  }),

  check('stay when the address or the token is wrong', [], async ({ adapter, a }) => {
    const token = a.token()
    await adapter.createVerificationToken(token)
    isNull(await adapter.useVerificationToken({ ...token, identifier: 'eve@example.com' }))
    isNull(await adapter.useVerificationToken({ ...token, token: 'wrong' }))
    isNull(await adapter.useVerificationToken({ ...token, token: '' }))
    equal(await adapter.useVerificationToken(token), token)
  }),

  check('may be several for one address, and alike for two', [], async ({ adapter, a }) => {
    const tokens = [
      a.token({ token: 'one' }),
      a.token({ token: 'two' }),
      a.token({ identifier: 'bob@example.com', token: 'one' }),
    ]
    for (const token of tokens) await adapter.createVerificationToken(token)
    for (const token of tokens) equal(await adapter.useVerificationToken(token), token)
  }),

  check('stay when they are looked at', ['getVerificationToken'], async ({ adapter, a }) => {
    const token = a.token()
    await adapter.createVerificationToken(token)
    isNull(await adapter.getVerificationToken({ ...token, token: 'wrong' }))
    isNull(await adapter.getVerificationToken({ ...token, identifier: 'eve@example.com' }))
    equal(await adapter.getVerificationToken(token), token)
    equal(await adapter.useVerificationToken(token), token)
    isNull(await adapter.getVerificationToken(token))
  }),

  check('can be put back', [], async ({ adapter, a }) => {
    const token = a.token()
    await adapter.createVerificationToken(token)
    await adapter.useVerificationToken(token)
    await adapter.createVerificationToken(token)
    equal(await adapter.useVerificationToken(token), token)
  }),

  check('are refused a second time, where they stand for challenges', [], async ({ adapter, a }) => {
    if (adapter.useChallenge) throw new NotApplicable('Challenges have a method of their own.')
    const { answers } = await atOnce(16, () => adapter.createVerificationToken(a.token({ token: 'one' })))
    equal({ kept: answers.length }, { kept: 1 })
    await rejects(() => adapter.createVerificationToken(a.token({ token: 'one' })))
  }),

  check('have one winner when 16 use one at the same time', [], async ({ adapter, a }) => {
    for (let round = 0; round < 10; round++) {
      const token = a.token()
      await adapter.createVerificationToken(token)
      const { answers, failures } = await atOnce(16, () => adapter.useVerificationToken(token))
      equal(failures, [])
      equal(
        answers.filter(answer => answer !== null),
        [token],
      )
    }
  }),
]

const challenge = group('one-time challenges', 'useChallenge')

const challenges = [
  challenge('are new once', [], async ({ adapter, a }) => {
    const one = a.token({ identifier: 'passkey:passkey' })
    equal(await adapter.useChallenge(one), true)
    equal(await adapter.useChallenge(one), false)
    equal(await adapter.useChallenge({ ...one, expires: a.later(7_200_000) }), false)
  }),

  challenge('keep apart from others', [], async ({ adapter, a }) => {
    const one = a.token({ identifier: 'passkey:passkey' })
    await adapter.useChallenge(one)
    equal(await adapter.useChallenge({ ...one, identifier: 'passkey:other' }), true)
    equal(await adapter.useChallenge(a.token({ identifier: one.identifier })), true)
  }),

  challenge('have one winner when 16 use one at the same time', [], async ({ adapter, a }) => {
    for (let round = 0; round < 10; round++) {
      const one = a.token({ identifier: 'passkey:passkey' })
      const { answers, failures } = await atOnce(16, () => adapter.useChallenge(one))
      equal(failures, [])
      equal(answers.filter(Boolean).length, 1)
    }
  }),
]

export const tokenChecks = [...tokens, ...challenges]
