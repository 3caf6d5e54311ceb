import { AdapterError } from '../../errors.js'
import type { Adapter, AdapterUser } from '../../types/adapter.js'
import type { Redis } from './client.js'
import { copy, decode, decodeValue, encode, encodeValue } from './fields.js'
import type { Keys } from './keys.js'
import { type Owned, ownedAccount, ownedPasskey } from './owned.js'
import { unlessChanged } from './retry.js'
import { amend, createUserWith, deleteUser, moveUser } from './scripts.js'

export function userMethods(redis: Redis, keys: Keys) {
  const byId = async (id: string) => decode<AdapterUser>(await redis.list('HGETALL', keys.user(id)))

  async function idIn(key: string, field: string): Promise<string | null> {
    const id = decodeValue(await redis.run('HGET', key, field))
    return typeof id === 'string' ? id : null
  }

  return {
    createUser: async given => insert(redis, keys, { user: withId(given), owned: [] }),

    async createUserWithAccount(given, account, passkey) {
      const user = withId(given)
      const owned = [ownedAccount(keys, { ...account, userId: user.id })]
      if (passkey) owned.push(ownedPasskey(keys, { ...passkey, userId: user.id }))
      return insert(redis, keys, { user, owned })
    },

    getUser: byId,

    async getUserByEmail(email) {
      const id = decodeValue(await redis.run('GET', keys.email(email)))
      return typeof id === 'string' ? byId(id) : null
    },

    async getUserByAccount(key) {
      const id = await idIn(keys.account(key), 'userId')
      return id === null ? null : byId(id)
    },

    async updateUser({ email, ...changes }) {
      if (email !== undefined) await move(redis, keys, { email, ...changes })
      const args = ['', ...encode(changes)]
      const fields = await amend.list(redis, { keys: [keys.user(changes.id)], args })
      return decode<AdapterUser>(fields) ?? missing('user')
    },

    deleteUser: id => remove(redis, keys, id),
  } satisfies Adapter
}

export function missing(what: string): never {
  throw new AdapterError(`There is no such ${what}.`)
}

function withId(user: AdapterUser): AdapterUser {
  return { ...user, id: user.id ?? crypto.randomUUID() }
}

/** The key of a user's address; an empty one is none. */
function addressOf(keys: Keys, { email }: Partial<AdapterUser>): string[] {
  return email ? [keys.email(email)] : []
}

/** A user, and what is theirs from the beginning. */
interface Newcomer {
  readonly user: AdapterUser
  readonly owned: readonly Owned[]
}

async function insert(redis: Redis, keys: Keys, { user, owned }: Newcomer): Promise<AdapterUser> {
  const fields = encode(user)
  const place = await createUserWith.run(redis, {
    keys: [keys.user(user.id), ...owned.flatMap(({ key, list }) => [key, list]), ...addressOf(keys, user)],
    args: [
      encodeValue(user.id),
      fields.length,
      ...fields,
      ...owned.flatMap(({ name, fields }) => [name, fields.length, ...fields]),
    ],
  })
  const noun = ['user', ...owned.flatMap(({ noun }) => [noun, 'user']), 'address'][Number(place) - 1]
  if (noun === 'address') throw new AdapterError('Another user has this e-mail address.')
  if (noun) throw new AdapterError(`This ${noun} exists already.`)
  return copy(user)
}

async function emailField(redis: Redis, keys: Keys, id: string): Promise<string> {
  const field = await redis.run('HGET', keys.user(id), 'email')
  return typeof field === 'string' ? field : ''
}

/** Changes a user together with the address by which they are found, in one step, if it is another address. */
async function move(redis: Redis, keys: Keys, changes: Pick<AdapterUser, 'id'> & Partial<AdapterUser>) {
  return unlessChanged(async () => {
    const current = await emailField(redis, keys, changes.id)
    if (current === encodeValue(changes.email)) return true
    const email = current && decodeValue(current)
    const old = typeof email === 'string' ? addressOf(keys, { email }) : []
    const addresses = [...old, ...addressOf(keys, changes)]
    const args = [
      current,
      old.length && 2,
      addresses.length > old.length ? addresses.length + 1 : 0,
      encodeValue(changes.id),
      ...encode(changes),
    ]
    const outcome = await moveUser.run(redis, { keys: [keys.user(changes.id), ...addresses], args })
    if (outcome === 'missing') missing('user')
    if (outcome === 'taken') throw new AdapterError('Another user has this e-mail address.')
    return outcome === 'done' || undefined
  })
}

/** Deletes a user with accounts and passkeys, in one step. */
function remove(redis: Redis, keys: Keys, id: string): Promise<AdapterUser | null> {
  const [accountsOf, passkeysOf] = [keys.accountsOf(id), keys.passkeysOf(id)]
  return unlessChanged(async () => {
    const fields = await redis.list('HGETALL', keys.user(id))
    const user = decode<AdapterUser>(fields)
    if (!user) return null
    const accounts = await redis.list('SMEMBERS', accountsOf)
    const passkeys = await redis.list('SMEMBERS', passkeysOf)
    const owned = [...accounts.map(keys.accountNamed), ...passkeys.map(keys.passkeyNamed)]
    const isGone = await deleteUser.run(redis, {
      keys: [keys.user(id), accountsOf, passkeysOf, ...owned, ...addressOf(keys, user)],
      args: [
        user.email === undefined ? '' : encodeValue(user.email),
        accounts.length,
        passkeys.length,
        ...accounts,
        ...passkeys,
      ],
    })
    return isGone ? user : undefined
  })
}
