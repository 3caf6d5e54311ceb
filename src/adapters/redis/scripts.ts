import { Script } from './script.js'

/*
 * Every script receives all keys that it uses. They are in one hash slot, so that the script runs on a cluster.
 * A record is a hash with values encoded by `hash-codec.ts`. "Fields" are alternating names and encoded values.
 */

/**
 * Creates a record that expires.
 *
 * KEYS:
 * 1. the record
 *
 * ARGV:
 * 1. the expiry, in ms since the epoch
 * 2. and following: the fields
 *
 * @returns 1, or 0 if the record already exists
 */
export const insertWithExpiryScript = new Script(`
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  redis.call('HSET', KEYS[1], unpack(ARGV, 2))
  redis.call('PEXPIREAT', KEYS[1], ARGV[1])
  return 1
`)

/**
 * Updates a record if it exists.
 *
 * KEYS:
 * 1. the record
 *
 * ARGV:
 * 1. the new expiry, in ms since the epoch, or '' to keep it
 * 2. and following: the fields to set, if any
 *
 * @returns all fields of the updated record, or an empty list if it does not exist
 */
export const updateIfExistsScript = new Script(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
  if #ARGV > 1 then redis.call('HSET', KEYS[1], unpack(ARGV, 2)) end
  local record = redis.call('HGETALL', KEYS[1])
  if ARGV[1] ~= '' then redis.call('PEXPIREAT', KEYS[1], ARGV[1]) end
  return record
`)

/**
 * Deletes a record.
 *
 * KEYS:
 * 1. the record
 *
 * ARGV:
 * 1. the encoded id of the user that the record must belong to, or '' for any user
 *
 * @returns the fields of the deleted record, or an empty list
 */
export const deleteSessionScript = new Script(`
  if ARGV[1] ~= '' and redis.call('HGET', KEYS[1], 'userId') ~= ARGV[1] then return {} end
  local record = redis.call('HGETALL', KEYS[1])
  redis.call('DEL', KEYS[1])
  return record
`)

/**
 * Adds a member to an index until it expires, and removes expired members. The expiry of a member never moves to an
 * earlier time.
 *
 * KEYS:
 * 1. the index, a sorted set
 *
 * ARGV:
 * 1. the current time, in ms since the epoch
 * 2. the expiry of the member, in ms since the epoch
 * 3. the member
 *
 * @returns 1
 */
export const addToExpiringIndexScript = new Script(`
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1])
  redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[3])
  local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2]))
  return 1
`)

/**
 * Increments a counter whose window starts with the first call.
 *
 * KEYS:
 * 1. the counter
 *
 * ARGV:
 * 1. the length of the window, in ms
 *
 * @returns the count, and the end of the window by the server's clock, in ms since the epoch
 */
export const incrementInWindowScript = new Script(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local count = redis.call('INCR', KEYS[1])
  if count > 1 then return { count, now + redis.call('PTTL', KEYS[1]) } end
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', now + ARGV[1]))
  return { count, now + ARGV[1] }
`)

/**
 * Creates a user with its records, all or nothing. Fails if one of the keys exists.
 *
 * KEYS:
 * 1. the user
 * 2. and following: for each record, its key and its list
 * 3. last, if the user has an email address: the email index
 *
 * ARGV:
 * 1. the encoded id of the user
 * 2. the length of the user's fields, names and values counted separately
 * 3. and following: the user's fields
 * 4. then for each record: its name in the list, the length of its fields, and its fields
 *
 * @returns 0, or the position in KEYS of the key that already exists
 */
export const createUserScript = new Script(`
  for position, key in ipairs(KEYS) do
    if redis.call('EXISTS', key) == 1 then return position end
  end
  local argIndex, keyIndex = 3 + ARGV[2], 2
  redis.call('HSET', KEYS[1], unpack(ARGV, 3, argIndex - 1))
  while ARGV[argIndex] do
    local last = argIndex + 1 + ARGV[argIndex + 1]
    redis.call('HSET', KEYS[keyIndex], unpack(ARGV, argIndex + 2, last))
    redis.call('SADD', KEYS[keyIndex + 1], ARGV[argIndex])
    argIndex, keyIndex = last + 1, keyIndex + 2
  end
  if KEYS[keyIndex] then redis.call('SET', KEYS[keyIndex], ARGV[1]) end
  return 0
`)

/**
 * Updates a user and the email index.
 *
 * KEYS:
 * 1. the user
 * 2. and following: the index keys of the old and the new email address, each only if there is one
 *
 * ARGV:
 * 1. the encoded current email address that is expected, or ''
 * 2. the position in KEYS of the old email address, or 0
 * 3. the position in KEYS of the new email address, or 0
 * 4. the encoded id of the user
 * 5. and following: the fields to set
 *
 * @returns 'done', 'missing' (no such user), 'changed' (another current email address) or 'taken' (the new one is in use)
 */
export const updateUserWithEmailScript = new Script(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return 'missing' end
  if (redis.call('HGET', KEYS[1], 'email') or '') ~= ARGV[1] then return 'changed' end
  local old, new = KEYS[tonumber(ARGV[2])], KEYS[tonumber(ARGV[3])]
  if new then
    if redis.call('EXISTS', new) == 1 then return 'taken' end
    redis.call('SET', new, ARGV[4])
  end
  if old then redis.call('DEL', old) end
  redis.call('HSET', KEYS[1], unpack(ARGV, 5))
  return 'done'
`)

/**
 * Deletes a user and its records, unless they changed since they were read.
 *
 * KEYS:
 * 1. the user
 * 2. the list of accounts
 * 3. the list of passkeys
 * 4. and following: the other keys to delete
 *
 * ARGV:
 * 1. the encoded email address that is expected, or ''
 * 2. the expected number of accounts
 * 3. the expected number of passkeys
 * 4. and following: the names of the accounts, then of the passkeys
 *
 * @returns 1, or 0 if something changed
 */
export const deleteUserScript = new Script(`
  if (redis.call('HGET', KEYS[1], 'email') or '') ~= ARGV[1] then return 0 end
  local offset = 3
  for list = 2, 3 do
    local length = tonumber(ARGV[list])
    if redis.call('SCARD', KEYS[list]) ~= length then return 0 end
    for i = 1, length do
      if redis.call('SISMEMBER', KEYS[list], ARGV[offset + i]) == 0 then return 0 end
    end
    offset = offset + length
  end
  for _, key in ipairs(KEYS) do redis.call('DEL', key) end
  return 1
`)
