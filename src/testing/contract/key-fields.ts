import type { AccountKey, Adapter } from '../../types/adapter.js'

type TokenKey = { readonly identifier: string; readonly token: string }

const pickAccountKey = ({ provider, providerAccountId }: AccountKey): AccountKey => ({
  provider,
  providerAccountId,
})
const pickTokenKey = ({ identifier, token }: TokenKey): TokenKey => ({ identifier, token })

const keyPickers = new Map<string | symbol, (key: never) => object>([
  ['getUserByAccount', pickAccountKey],
  ['unlinkAccount', pickAccountKey],
  ['useVerificationToken', pickTokenKey],
  ['getVerificationToken', pickTokenKey],
])

/**
 * Wraps the adapter so that the keys that it receives have only their own fields, as in a sign-in. A check can then look up a record by the
 * record itself. Some stores would otherwise match every field of it, or reject fields that they do not know.
 */
export function omitExtraKeyFields(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      const pickKey = keyPickers.get(name)
      if (typeof method !== 'function' || !pickKey) return method
      return (key: never) => Reflect.apply(method, target, [pickKey(key)])
    },
  })
}
