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
 * The adapter as sign-ins call it: a key has what names the record and nothing beside it. A check may then look for
 * the record that it wrote; some stores would look for each of its fields, or refuse those that they don't know.
 */
export function withExactKeys(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      const pickKey = keyPickers.get(name)
      if (typeof method !== 'function' || !pickKey) return method
      return (key: never) => Reflect.apply(method, target, [pickKey(key)])
    },
  })
}
