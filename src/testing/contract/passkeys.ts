import { equal, isNull, matches, rejects } from './assert.js'
import { allows, anUnknownId, group } from './check.js'
import { limitsOf } from './traits.js'

const check = group('passkeys', 'createUser', 'createAuthenticator', 'getAuthenticator')

export const passkeyChecks = [
  check('are found as they were created', [], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    for (const given of [{}, { credentialBackedUp: false, counter: 4_294_967_295 }]) {
      const passkey = a.passkey(user.id, given)
      matches(await adapter.createAuthenticator(passkey), passkey)
      matches(await adapter.getAuthenticator(passkey.credentialID), passkey)
    }
  }),

  check('may be silent about their transports', [], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const passkey = a.passkey(user.id, { transports: null })
    await adapter.createAuthenticator(passkey)
    isNull((await adapter.getAuthenticator(passkey.credentialID))?.transports ?? null)
  }),

  check('that are unknown are null', [], async ({ adapter }) => {
    isNull(await adapter.getAuthenticator('unknown'))
  }),

  check('are listed by their owner', ['listAuthenticatorsByUserId'], async bench => {
    const { adapter, a } = bench
    const [ada, bob] = [await adapter.createUser(a.user()), await adapter.createUser(a.user())]
    const passkeys = [a.passkey(ada.id), a.passkey(ada.id)]
    for (const passkey of [...passkeys, a.passkey(bob.id)]) await adapter.createAuthenticator(passkey)
    const ids = (await adapter.listAuthenticatorsByUserId(ada.id)).map(passkey => passkey.credentialID)
    equal(ids.sort(), passkeys.map(passkey => passkey.credentialID).sort())
    equal(await adapter.listAuthenticatorsByUserId(await anUnknownId(bench)), [])
  }),

  check('count their uses', ['updateAuthenticatorCounter'], async ({ adapter, a }) => {
    const user = await adapter.createUser(a.user())
    const [used, other] = [a.passkey(user.id), a.passkey(user.id)]
    for (const passkey of [used, other]) await adapter.createAuthenticator(passkey)
    matches(await adapter.updateAuthenticatorCounter(used.credentialID, 7), { ...used, counter: 7 })
    matches(await adapter.getAuthenticator(used.credentialID), { ...used, counter: 7 })
    matches(await adapter.getAuthenticator(other.credentialID), other)
  }),

  check('that are unknown count nothing', ['updateAuthenticatorCounter'], async ({ adapter }) => {
    await rejects(() => adapter.updateAuthenticatorCounter('unknown', 1))
  }),

  check('have one owner', [], async ({ adapter, a }) => {
    const [ada, bob] = [await adapter.createUser(a.user()), await adapter.createUser(a.user())]
    const passkey = a.passkey(ada.id)
    await adapter.createAuthenticator(passkey)
    await rejects(() => adapter.createAuthenticator({ ...passkey, userId: bob.id }))
    equal((await adapter.getAuthenticator(passkey.credentialID))?.userId, ada.id)
  }),

  check('cannot belong to nobody', [], async bench => {
    allows(limitsOf(bench.traits).orphans)
    const passkey = bench.a.passkey(await anUnknownId(bench))
    await rejects(() => bench.adapter.createAuthenticator(passkey))
    isNull(await bench.adapter.getAuthenticator(passkey.credentialID))
  }),
]
