import { assertEqual, assertMatches, assertNull, assertRejects } from './assert.js'
import { createUnknownUserId, defineChecks, skipIf } from './check.js'
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

  check('cannot belong to two users', [], async ({ adapter, build }) => {
    const [ada, bob] = [await adapter.createUser(build.user()), await adapter.createUser(build.user())]
    const passkey = build.passkey(ada.id)
    await adapter.createAuthenticator(passkey)
    await assertRejects(() => adapter.createAuthenticator({ ...passkey, userId: bob.id }))
    assertEqual((await adapter.getAuthenticator(passkey.credentialID))?.userId, ada.id)
  }),

  check('cannot belong to a user that does not exist', [], async context => {
    skipIf(describeLimits(context.limits).orphans)
    const passkey = context.build.passkey(await createUnknownUserId(context))
    await assertRejects(() => context.adapter.createAuthenticator(passkey))
    assertNull(await context.adapter.getAuthenticator(passkey.credentialID))
  }),
]
