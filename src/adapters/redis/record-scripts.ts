import { Script } from './script.js'

/*
 * The scripts of the record store. Each receives all keys that it uses; they are in one hash slot.
 */

/**
 * Creates or replaces a record of the record store, and adds it to its indexes.
 *
 * KEYS:
 * 1. the record
 * 2. the set of all kinds
 * 3. the index of its kind, a sorted set with the expiries
 * 4. the index of its user, if it has one
 *
 * ARGV:
 * 1. the version that the stored record must have, 'none' if there must be no record, or '' for any
 * 2. the current time, in ms since the epoch
 * 3. the expiry, in ms since the epoch, or '+inf'
 * 4. the name of the kind in the set
 * 5. the name of the record in the indexes
 * 6. and following: the fields
 *
 * @returns 1, or 0 if the condition does not hold
 */
export const putRecordScript = new Script(`
  local version = redis.call('HGET', KEYS[1], 'version') or 'none'
  if ARGV[1] ~= '' and ARGV[1] ~= version then return 0 end
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], unpack(ARGV, 6))
  if ARGV[3] ~= '+inf' then redis.call('PEXPIREAT', KEYS[1], ARGV[3]) end
  redis.call('SADD', KEYS[2], ARGV[4])
  for index = 3, #KEYS do
    redis.call('ZREMRANGEBYSCORE', KEYS[index], '-inf', '(' .. ARGV[2])
    redis.call('ZADD', KEYS[index], ARGV[3], ARGV[5])
  end
  return 1
`)

/**
 * Reads records of the record store.
 *
 * KEYS: the records
 *
 * @returns the fields of each record; none for one that does not exist
 */
export const readRecordsScript = new Script(`
  local result = {}
  for index = 1, #KEYS do result[index] = redis.call('HGETALL', KEYS[index]) end
  return result
`)

/**
 * Deletes a record of the record store.
 *
 * KEYS:
 * 1. the record
 * 2. the index of its kind
 * 3. the index of its user, if it has one
 *
 * ARGV:
 * 1. the version that the stored record must have, or '' for any
 * 2. the encoded id of the user that it must belong to, or '' for any
 * 3. the name of the record in the indexes
 *
 * @returns 1, or 0 if there is no such record
 */
export const deleteRecordScript = new Script(`
  local version = redis.call('HGET', KEYS[1], 'version')
  if not version or (ARGV[1] ~= '' and ARGV[1] ~= version) then return 0 end
  if ARGV[2] ~= '' and redis.call('HGET', KEYS[1], 'userId') ~= ARGV[2] then return 0 end
  redis.call('DEL', KEYS[1])
  for index = 2, #KEYS do redis.call('ZREM', KEYS[index], ARGV[3]) end
  return 1
`)

/**
 * Adds to counters of the record store. A counter that is absent, or has a count of 0 or less, starts again with a new window.
 *
 * KEYS:
 * 1. the set of all kinds
 * 2. the index of their kind
 * 3. and following: the records
 *
 * ARGV:
 * 1. the name of the kind in the set
 * 2. the number of fields of a new counter, without its value and expiry
 * 3. and following, for each record: the amount, the length of the window in ms, the name of the record in the index, and the fields
 *
 * @returns the count of each record, and the end of its window by the server's clock, in ms since the epoch
 */
export const incrementRecordsScript = new Script(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local size = 3 + tonumber(ARGV[2])
  local isNew = false
  local result = {}
  for index = 3, #KEYS do
    local first = 3 + (index - 3) * size
    local amount = tonumber(ARGV[first])
    local count = tonumber(redis.call('HGET', KEYS[index], 'value') or '0')
    local expires
    if count > 0 then
      expires = string.sub(redis.call('HGET', KEYS[index], 'expires'), 2)
      count = redis.call('HINCRBY', KEYS[index], 'value', amount)
    else
      count = amount
      expires = string.format('%.0f', now + ARGV[first + 1])
      if count > 0 then
        isNew = true
        redis.call('DEL', KEYS[index])
        redis.call('HSET', KEYS[index], 'value', count, 'expires', '@' .. expires, unpack(ARGV, first + 3, first + size - 1))
        redis.call('PEXPIREAT', KEYS[index], expires)
        redis.call('ZADD', KEYS[2], expires, ARGV[first + 2])
      end
    end
    if count <= 0 then
      redis.call('DEL', KEYS[index])
      redis.call('ZREM', KEYS[2], ARGV[first + 2])
    end
    result[#result + 1] = count
    result[#result + 1] = expires
  end
  if isNew then
    redis.call('SADD', KEYS[1], ARGV[1])
    redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. now)
  end
  return result
`)

/**
 * Increments a counter of the record store, whose window starts with the first call.
 *
 * KEYS:
 * 1. the record
 * 2. the set of all kinds
 * 3. the index of its kind
 *
 * ARGV:
 * 1. the length of the window, in ms
 * 2. the name of the kind in the set
 * 3. the name of the record in the index
 * 4. and following: the fields of a new counter, without its value and expiry
 *
 * @returns the count, and the end of the window by the server's clock, in ms since the epoch
 */
export const incrementRecordScript = new Script(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local count = redis.call('HINCRBY', KEYS[1], 'value', 1)
  if count == 1 then
    local expires = string.format('%.0f', now + ARGV[1])
    redis.call('HSET', KEYS[1], 'expires', '@' .. expires, unpack(ARGV, 4))
    redis.call('PEXPIREAT', KEYS[1], expires)
    redis.call('SADD', KEYS[2], ARGV[2])
    redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', '(' .. now)
    redis.call('ZADD', KEYS[3], expires, ARGV[3])
    return { count, expires }
  end
  return { count, string.sub(redis.call('HGET', KEYS[1], 'expires'), 2) }
`)
