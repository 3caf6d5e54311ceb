import { asError } from '../base/as-error.js'
import { AdapterError, MissingAdapterMethods } from '../errors.js'
import type { Adapter, AdapterMethod } from '../types/adapter.js'
import type { OptionalAdapterMethod, Store } from '../types/context.js'
import type { LoggerInstance } from '../types/logger.js'

/** Who has which method, as a checked list: the record's type makes leaving one out an error. */
const methods: Readonly<Record<Exclude<AdapterMethod, OptionalAdapterMethod>, true>> = {
  createUser: true,
  getUser: true,
  getUserByEmail: true,
  getUserByAccount: true,
  updateUser: true,
  deleteUser: true,
  linkAccount: true,
  unlinkAccount: true,
  getAccount: true,
  createSession: true,
  getSessionAndUser: true,
  updateSession: true,
  deleteSession: true,
  createVerificationToken: true,
  useVerificationToken: true,
  createAuthenticator: true,
  getAuthenticator: true,
  listAuthenticatorsByUserId: true,
  updateAuthenticatorCounter: true,
}

const optionalMethods: Readonly<Record<OptionalAdapterMethod, true>> = {
  createUserWithAccount: true,
  updateAccount: true,
  getVerificationToken: true,
  useChallenge: true,
  deleteExpired: true,
  listSessionsByUserId: true,
  deleteSessionsByUserId: true,
  countAttempt: true,
}

type Method = (...args: never[]) => unknown

/** Makes the {@link Store} of an adapter. Methods are found through the prototype, so class instances fit. */
export function storeOf(adapter: Adapter, logger: LoggerInstance): Store {
  const guarded = Object.keys(methods).map(name => [name, guard(adapter, name as AdapterMethod, logger)])
  const present = Object.keys(optionalMethods).filter(name => adapter[name as AdapterMethod])
  const extra = present.map(name => [name, guard(adapter, name as AdapterMethod, logger)])
  return Object.freeze(Object.fromEntries([...guarded, ...extra])) as Store
}

function guard(adapter: Adapter, name: AdapterMethod, logger: LoggerInstance): Method {
  return async (...args) => {
    const method = adapter[name] as Method | undefined
    if (!method)
      throw new MissingAdapterMethods(`The adapter has no method \`${name}\`, which this step needs.`)
    logger.debug(`adapter_${name}`)
    try {
      return await method.apply(adapter, args)
    } catch (error) {
      throw new AdapterError(asError(error), { method: name })
    }
  }
}
