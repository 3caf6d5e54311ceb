import { AdapterError } from '../../errors.js'
import type { Adapter, AdapterUser } from '../../types/adapter.js'
import type { TimeoutClient } from './client.js'
import { decodeEntity, decodeValue, encodeEntity, encodeValue, roundTripEntity } from './hash-codec.js'
import type { RedisKeys } from './keys.js'
import { retryOnConflict } from './retry-on-conflict.js'
import {
  createUserScript,
  deleteUserScript,
  updateIfExistsScript,
  updateUserWithEmailScript,
} from './scripts.js'
import { toAccountEntity, toAuthenticatorEntity, type UserEntity } from './user-entities.js'

export function createUserMethods(redis: TimeoutClient, keys: RedisKeys) {
  const findById = async (id: string) =>
    decodeEntity<AdapterUser>(await redis.runForList('HGETALL', keys.user(id)))

  async function readUserId(key: string, field: string): Promise<string | null> {
    const id = decodeValue(await redis.run('HGET', key, field))
    return typeof id === 'string' ? id : null
  }

  return {
    createUser: async newUser => insertUser(redis, keys, { user: withId(newUser), entities: [] }),

    async createUserWithAccount(newUser, account, authenticator) {
      const user = withId(newUser)
      const entities = [toAccountEntity(keys, { ...account, userId: user.id })]
      if (authenticator) entities.push(toAuthenticatorEntity(keys, { ...authenticator, userId: user.id }))
      return insertUser(redis, keys, { user, entities })
    },

    getUser: findById,

    async getUserByEmail(email) {
      const id = decodeValue(await redis.run('GET', keys.email(email)))
      return typeof id === 'string' ? findById(id) : null
    },

    async getUserByAccount(key) {
      const id = await readUserId(keys.account(key), 'userId')
      return id === null ? null : findById(id)
    },

    async updateUser({ email, ...changes }) {
      if (email !== undefined) await updateUserWithEmail(redis, keys, { email, ...changes })
      const args = ['', ...encodeEntity(changes)]
      const fields = await updateIfExistsScript.runForList(redis, { keys: [keys.user(changes.id)], args })
      return decodeEntity<AdapterUser>(fields) ?? throwNotFound(`user "${changes.id}"`)
    },

    deleteUser: id => deleteUserAndEntities(redis, keys, id),
  } satisfies Adapter
}

export function throwNotFound(recordName: string): never {
  throw new AdapterError(`The ${recordName} does not exist.`)
}

function withId(user: AdapterUser): AdapterUser {
  return { ...user, id: user.id ?? crypto.randomUUID() }
}

/** Returns the key of a user's email, or nothing if the email is empty. */
function getEmailKeys(keys: RedisKeys, { email }: Partial<AdapterUser>): string[] {
  return email ? [keys.email(email)] : []
}

/** A new user and the entities to create with it. */
interface NewUser {
  readonly user: AdapterUser
  readonly entities: readonly UserEntity[]
}

async function insertUser(
  redis: TimeoutClient,
  keys: RedisKeys,
  { user, entities }: NewUser,
): Promise<AdapterUser> {
  const fields = encodeEntity(user)
  const takenKeyPosition = await createUserScript.run(redis, {
    keys: [
      keys.user(user.id),
      ...entities.flatMap(({ key, indexKey }) => [key, indexKey]),
      ...getEmailKeys(keys, user),
    ],
    args: [
      encodeValue(user.id),
      fields.length,
      ...fields,
      ...entities.flatMap(({ name, fields }) => [name, fields.length, ...fields]),
    ],
  })
  const existingEntity = ['user', ...entities.flatMap(({ entityName }) => [entityName, 'user']), 'email'][
    Number(takenKeyPosition) - 1
  ]
  if (existingEntity === 'email') throw new AdapterError('Another user already has this email address.')
  if (existingEntity) throw new AdapterError(`This ${existingEntity} already exists.`)
  return roundTripEntity(user)
}

async function readEmailField(redis: TimeoutClient, keys: RedisKeys, id: string): Promise<string> {
  const field = await redis.run('HGET', keys.user(id), 'email')
  return typeof field === 'string' ? field : ''
}

/** Updates a user and the email index atomically, if the email changes. */
async function updateUserWithEmail(
  redis: TimeoutClient,
  keys: RedisKeys,
  changes: Pick<AdapterUser, 'id'> & Partial<AdapterUser>,
) {
  return retryOnConflict(async () => {
    const current = await readEmailField(redis, keys, changes.id)
    if (current === encodeValue(changes.email)) return true
    const email = current && decodeValue(current)
    const oldEmailKeys = typeof email === 'string' ? getEmailKeys(keys, { email }) : []
    const emailKeys = [...oldEmailKeys, ...getEmailKeys(keys, changes)]
    const args = [
      current,
      oldEmailKeys.length && 2,
      emailKeys.length > oldEmailKeys.length ? emailKeys.length + 1 : 0,
      encodeValue(changes.id),
      ...encodeEntity(changes),
    ]
    const result = await updateUserWithEmailScript.run(redis, {
      keys: [keys.user(changes.id), ...emailKeys],
      args,
    })
    if (result === 'missing') throwNotFound(`user "${changes.id}"`)
    if (result === 'taken') throw new AdapterError('Another user already has this email address.')
    return result === 'done' || undefined
  })
}

/** Deletes a user with its accounts and passkeys atomically. */
function deleteUserAndEntities(
  redis: TimeoutClient,
  keys: RedisKeys,
  id: string,
): Promise<AdapterUser | null> {
  const [accountsKey, authenticatorsKey] = [keys.userAccounts(id), keys.userAuthenticators(id)]
  return retryOnConflict(async () => {
    const fields = await redis.runForList('HGETALL', keys.user(id))
    const user = decodeEntity<AdapterUser>(fields)
    if (!user) return null
    const accounts = await redis.runForList('SMEMBERS', accountsKey)
    const authenticators = await redis.runForList('SMEMBERS', authenticatorsKey)
    const recordKeys = [
      ...accounts.map(keys.accountByMember),
      ...authenticators.map(keys.authenticatorByMember),
    ]
    const isDeleted = await deleteUserScript.run(redis, {
      keys: [keys.user(id), accountsKey, authenticatorsKey, ...recordKeys, ...getEmailKeys(keys, user)],
      args: [
        user.email === undefined ? '' : encodeValue(user.email),
        accounts.length,
        authenticators.length,
        ...accounts,
        ...authenticators,
      ],
    })
    return isDeleted ? user : undefined
  })
}
