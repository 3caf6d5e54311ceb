import { Script } from './script.js'

/*
 * Every script receives all keys that it uses, and they are in one hash slot, so that it runs on a cluster.
 * A record is a hash with values encoded by `hash-codec.ts`.
 */

/** Creates a record that expires. `args`: expiry in ms since the epoch, fields. Returns 0 if the record exists. */
export const insertWithExpiry = new Script(`
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  redis.call('HSET', KEYS[1], unpack(ARGV, 2))
  redis.call('PEXPIREAT', KEYS[1], ARGV[1])
  return 1
`)

/** Updates a record if it exists. `args`: new expiry or '', fields. Returns the whole record, or an empty list. */
export const updateIfExists = new Script(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
  if #ARGV > 1 then redis.call('HSET', KEYS[1], unpack(ARGV, 2)) end
  local record = redis.call('HGETALL', KEYS[1])
  if ARGV[1] ~= '' then redis.call('PEXPIREAT', KEYS[1], ARGV[1]) end
  return record
`)

/** Deletes a record. `args`: the required user id as a field, or ''. Returns the deleted record, or an empty list. */
export const getAndDelete = new Script(`
  if ARGV[1] ~= '' and redis.call('HGET', KEYS[1], 'userId') ~= ARGV[1] then return {} end
  local record = redis.call('HGETALL', KEYS[1])
  redis.call('DEL', KEYS[1])
  return record
`)

/**
 * Adds a member to an index until it expires, and removes expired members. The expiry of a member never moves to an
 * earlier time. `args`: now and the expiry in ms since the epoch, the member.
 */
export const addToExpiringIndex = new Script(`
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1])
  redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[3])
  local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2]))
  return 1
`)

/**
 * Increments a counter whose window starts with the first call. `args`: the window in ms. Returns the count, and the end
 * of the window by the server's clock in ms since the epoch.
 */
export const incrementInWindow = new Script(`
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  local now = redis.call('TIME')
  return { count, now[1] * 1000 + math.floor(now[2] / 1000) + redis.call('PTTL', KEYS[1]) }
`)

/**
 * Creates a user with its records, all or nothing. `keys`: the user; for each record its key and its list; the email, if
 * any. `args`: the user's id; the number of the user's fields and values, and these; for each record its name in the
 * list, the number of its fields and values, and these. Returns 0, or the position of the key that already exists.
 */
export const createUserWithRecords = new Script(`
  for place, key in ipairs(KEYS) do
    if redis.call('EXISTS', key) == 1 then return place end
  end
  local at, place = 3 + ARGV[2], 2
  redis.call('HSET', KEYS[1], unpack(ARGV, 3, at - 1))
  while ARGV[at] do
    local last = at + 1 + ARGV[at + 1]
    redis.call('HSET', KEYS[place], unpack(ARGV, at + 2, last))
    redis.call('SADD', KEYS[place + 1], ARGV[at])
    at, place = last + 1, place + 2
  end
  if KEYS[place] then redis.call('SET', KEYS[place], ARGV[1]) end
  return 0
`)

/**
 * Updates a user and the email index. `keys`: the user, then the emails. `args`: the expected current email as a field;
 * the positions of the old and of the new email in `keys`, or 0; the user's id; fields.
 */
export const changeUserEmail = new Script(`
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
 * Deletes a user and its records, unless they changed since they were read. `keys`: the user, the list of accounts, the
 * list of passkeys, the other keys to delete. `args`: the email as a field, the lengths of both lists, both lists.
 */
export const deleteUser = new Script(`
  if (redis.call('HGET', KEYS[1], 'email') or '') ~= ARGV[1] then return 0 end
  local place = 3
  for list = 2, 3 do
    local length = tonumber(ARGV[list])
    if redis.call('SCARD', KEYS[list]) ~= length then return 0 end
    for i = 1, length do
      if redis.call('SISMEMBER', KEYS[list], ARGV[place + i]) == 0 then return 0 end
    end
    place = place + length
  end
  for _, key in ipairs(KEYS) do redis.call('DEL', key) end
  return 1
`)

/** Creates a record of an existing user. `keys`: user, record, list. `args`: the record's name in the list, fields. */
export const insertRecord = new Script(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return 'missing' end
  if redis.call('EXISTS', KEYS[2]) == 1 then return 'taken' end
  redis.call('HSET', KEYS[2], unpack(ARGV, 2))
  redis.call('SADD', KEYS[3], ARGV[1])
  return 'done'
`)

/** Deletes a record of a user. `keys`: record, list. `args`: the record's name in the list, the user id as a field. */
export const deleteRecord = new Script(`
  if redis.call('HGET', KEYS[1], 'userId') ~= ARGV[2] then return {} end
  local record = redis.call('HGETALL', KEYS[1])
  redis.call('DEL', KEYS[1])
  redis.call('SREM', KEYS[2], ARGV[1])
  return record
`)
