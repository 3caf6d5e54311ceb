import { assertEqual, assertMatches, assertNull, assertRejects } from './assert.js'
import { createUnknownUserId, defineChecks, runConcurrently, skipWithReason } from './check.js'
import { describeLimits } from './limits.js'

const check = defineChecks('passkeys', 'createUser', 'createAuthenticator', 'getAuthenticator')

export const passkeyChecks = [
  check('are found as they were created', [], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    for (const overrides of [{}, { credentialBackedUp: false, counter: 4_294_967_295 }]) {
      const passkey = build.passkey(user.id, overrides)
      assertMatches(await adapter.createAuthenticator(passkey), passkey)
      assertMatches(await adapter.getAuthenticator(passkey.credentialID), passkey)
    }
  }),

  check('may have no transports', [], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const passkey = build.passkey(user.id, { transports: null })
    await adapter.createAuthenticator(passkey)
    assertNull((await adapter.getAuthenticator(passkey.credentialID))?.transports ?? null)
  }),

  check('that do not exist are null', [], async ({ adapter }) => {
    assertNull(await adapter.getAuthenticator('unknown'))
  }),

  check('are listed by user', ['listAuthenticatorsByUserId'], async context => {
    const { adapter, build } = context
    const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
    const passkeys = [build.passkey(ada.id), build.passkey(ada.id)]
    for (const passkey of [...passkeys, build.passkey(bob.id)]) await adapter.createAuthenticator(passkey)
    const ids = (await adapter.listAuthenticatorsByUserId(ada.id)).map(passkey => passkey.credentialID)
    assertEqual(ids.sort(), passkeys.map(passkey => passkey.credentialID).sort())
    assertEqual(await adapter.listAuthenticatorsByUserId(await createUnknownUserId(context)), [])
  }),

  check('can be deleted once', ['deleteAuthenticator'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const [lost, other] = [build.passkey(user.id), build.passkey(user.id)]
    for (const passkey of [lost, other]) await adapter.createAuthenticator(passkey)
    await adapter.deleteAuthenticator(lost.credentialID)
    assertNull((await adapter.deleteAuthenticator(lost.credentialID)) ?? null)
    assertNull(await adapter.getAuthenticator(lost.credentialID))
    assertMatches(await adapter.getAuthenticator(other.credentialID), other)
  }),

  check(
    'are no longer listed after they are deleted',
    ['deleteAuthenticator', 'listAuthenticatorsByUserId'],
    async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      const passkey = build.passkey(user.id)
      await adapter.createAuthenticator(passkey)
      await adapter.deleteAuthenticator(passkey.credentialID)
      assertEqual(await adapter.listAuthenticatorsByUserId(user.id), [])
    },
  ),

  check('have a counter that can be updated', ['updateAuthenticatorCounter'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const [used, other] = [build.passkey(user.id), build.passkey(user.id)]
    for (const passkey of [used, other]) await adapter.createAuthenticator(passkey)
    assertMatches(await adapter.updateAuthenticatorCounter(used.credentialID, 7), { ...used, counter: 7 })
    assertMatches(await adapter.getAuthenticator(used.credentialID), { ...used, counter: 7 })
    assertMatches(await adapter.getAuthenticator(other.credentialID), other)
  }),

  check('that do not exist cannot be counted', ['updateAuthenticatorCounter'], async ({ adapter }) => {
    await assertRejects(() => adapter.updateAuthenticatorCounter('unknown', 1))
  }),

  check(
    'are updated if the counter is the expected one',
    ['updateAuthenticator'],
    async ({ adapter, build }) => {
      const user = await adapter.createUser(build.user())
      const [used, other] = [build.passkey(user.id, { counter: 5 }), build.passkey(user.id, { counter: 5 })]
      for (const passkey of [used, other]) await adapter.createAuthenticator(passkey)
      const { credentialID } = used
      const changes = { credentialID, counter: 7, credentialBackedUp: !used.credentialBackedUp }
      assertMatches(await adapter.updateAuthenticator(changes, { ifCounter: 5 }), { ...used, ...changes })
      assertMatches(await adapter.getAuthenticator(credentialID), { ...used, ...changes })
      const later = { credentialID, counter: 9, credentialBackedUp: used.credentialBackedUp }
      assertNull(await adapter.updateAuthenticator(later, { ifCounter: 5 }))
      assertMatches(await adapter.getAuthenticator(credentialID), { ...used, ...changes })
      assertMatches(await adapter.getAuthenticator(other.credentialID), other)
      const unknown = { ...later, credentialID: 'unknown' }
      assertNull(await adapter.updateAuthenticator(unknown, { ifCounter: 5 }))
      assertNull(await adapter.getAuthenticator('unknown'))
    },
  ),

  check('that do not count keep the counter 0', ['updateAuthenticator'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const passkey = build.passkey(user.id, { counter: 0, credentialBackedUp: true })
    await adapter.createAuthenticator(passkey)
    for (const credentialBackedUp of [false, true]) {
      const changes = { credentialID: passkey.credentialID, counter: 0, credentialBackedUp }
      assertMatches(await adapter.updateAuthenticator(changes, { ifCounter: 0 }), { ...passkey, ...changes })
    }
    assertMatches(await adapter.getAuthenticator(passkey.credentialID), passkey)
  }),

  check('are updated once by 16 concurrent calls', ['updateAuthenticator'], async ({ adapter, build }) => {
    const user = await adapter.createUser(build.user())
    const passkey = build.passkey(user.id, { counter: 0 })
    await adapter.createAuthenticator(passkey)
    const { credentialID, credentialBackedUp } = passkey
    for (let counter = 1; counter <= 10; counter++) {
      const { results, errors } = await runConcurrently(16, () =>
        adapter.updateAuthenticator(
          { credentialID, counter, credentialBackedUp },
          { ifCounter: counter - 1 },
        ),
      )
      assertEqual(errors, [])
      assertEqual(results.filter(updated => updated !== null).length, 1)
      assertMatches(await adapter.getAuthenticator(credentialID), { ...passkey, counter })
    }
  }),

  check('cannot belong to two users', [], async ({ adapter, build }) => {
    const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
    const passkey = build.passkey(ada.id)
    await adapter.createAuthenticator(passkey)
    await assertRejects(() => adapter.createAuthenticator({ ...passkey, userId: bob.id }))
    assertEqual((await adapter.getAuthenticator(passkey.credentialID))?.userId, ada.id)
  }),

  check('cannot belong to a user that does not exist', [], async context => {
    skipWithReason(describeLimits(context.options).orphans)
    const passkey = context.build.passkey(await createUnknownUserId(context))
    await assertRejects(() => context.adapter.createAuthenticator(passkey))
    assertNull(await context.adapter.getAuthenticator(passkey.credentialID))
  }),
]
