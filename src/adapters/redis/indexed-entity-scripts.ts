import { Script } from './script.js'

/* The rules of `scripts.ts` apply. */

/**
 * Creates an entity of an existing user.
 *
 * KEYS:
 * 1. the user
 * 2. the entity
 * 3. the index of the user's entities
 *
 * ARGV:
 * 1. the name of the entity in the index
 * 2. and following: the fields
 *
 * @returns 'done', 'missing' (no such user) or 'taken' (the entity already exists)
 */
export const insertIndexedEntityScript = new Script(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return 'missing' end
  if redis.call('EXISTS', KEYS[2]) == 1 then return 'taken' end
  redis.call('HSET', KEYS[2], unpack(ARGV, 2))
  redis.call('SADD', KEYS[3], ARGV[1])
  return 'done'
`)

/**
 * Deletes an entity of a user.
 *
 * KEYS:
 * 1. the entity
 * 2. the index of the user's entities
 *
 * ARGV:
 * 1. the name of the entity in the index
 * 2. the encoded id of the user that the entity must belong to
 *
 * @returns the fields of the deleted entity, or an empty list
 */
export const deleteIndexedEntityScript = new Script(`
  if redis.call('HGET', KEYS[1], 'userId') ~= ARGV[2] then return {} end
  local record = redis.call('HGETALL', KEYS[1])
  redis.call('DEL', KEYS[1])
  redis.call('SREM', KEYS[2], ARGV[1])
  return record
`)

/**
 * Updates a record if one of its fields has the expected value (compare-and-swap).
 *
 * KEYS:
 * 1. the entity
 *
 * ARGV:
 * 1. the name of the compared field
 * 2. its expected encoded value
 * 3. and following: the fields to set
 *
 * @returns all fields of the updated record, or an empty list if it does not exist or has another value
 */
export const updateIfFieldEqualsScript = new Script(`
  if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return {} end
  redis.call('HSET', KEYS[1], unpack(ARGV, 3))
  return redis.call('HGETALL', KEYS[1])
`)
