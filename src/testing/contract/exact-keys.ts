import type { AccountKey, Adapter } from '../../types/adapter.js'

type TokenKey = { readonly identifier: string; readonly token: string }

const account = ({ provider, providerAccountId }: AccountKey): AccountKey => ({ provider, providerAccountId })
const token = ({ identifier, token }: TokenKey): TokenKey => ({ identifier, token })

const keys = new Map<string | symbol, (key: never) => object>([
  ['getUserByAccount', account],
  ['unlinkAccount', account],
  ['useVerificationToken', token],
  ['getVerificationToken', token],
])

/**
 * The adapter as sign-ins call it: a key has what names the record and nothing beside it. A check may then look for
 * the record that it wrote; some stores would look for each of its fields, or refuse those that they don't know.
 */
export function withExactKeys(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      const exact = keys.get(name)
      if (typeof method !== 'function' || !exact) return method
      return (key: never) => Reflect.apply(method, target, [exact(key)])
    },
  })
}
