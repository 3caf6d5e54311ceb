import { Script } from './script.js'

/* The rules of `scripts.ts` apply. */

/**
 * Creates a record of an existing user.
 *
 * KEYS:
 * 1. the user
 * 2. the record
 * 3. the list of the user's records
 *
 * ARGV:
 * 1. the name of the record in the list
 * 2. and following: the fields
 *
 * @returns 'done', 'missing' (no such user) or 'taken' (the record already exists)
 */
export const insertIndexedEntityScript = new Script(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return 'missing' end
  if redis.call('EXISTS', KEYS[2]) == 1 then return 'taken' end
  redis.call('HSET', KEYS[2], unpack(ARGV, 2))
  redis.call('SADD', KEYS[3], ARGV[1])
  return 'done'
`)

/**
 * Deletes a record of a user.
 *
 * KEYS:
 * 1. the record
 * 2. the list of the user's records
 *
 * ARGV:
 * 1. the name of the record in the list
 * 2. the encoded id of the user that the record must belong to
 *
 * @returns the fields of the deleted record, or an empty list
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
 * 1. the record
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
