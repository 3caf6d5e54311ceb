import { Script } from './script.js'

/*
 * All keys that a script touches are given to it, and all of them lie in one hash slot: so it runs on a cluster as well.
 * A record is a hash whose values are as `hash-codec.ts` writes them.
 */

/** Makes a record that is deleted at its end. `args`: the end, fields. 0 when there is one already. */
export const insertWithExpiry = new Script(`
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  redis.call('HSET', KEYS[1], unpack(ARGV, 2))
  redis.call('PEXPIREAT', KEYS[1], ARGV[1])
  return 1
`)

/** Changes a record that exists. `args`: a new end or nothing, fields. The whole record, or an empty list. */
export const updateIfExists = new Script(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return {} end
  if #ARGV > 1 then redis.call('HSET', KEYS[1], unpack(ARGV, 2)) end
  local record = redis.call('HGETALL', KEYS[1])
  if ARGV[1] ~= '' then redis.call('PEXPIREAT', KEYS[1], ARGV[1]) end
  return record
`)

/** Takes a record away. `args`: whose it must be, or nothing. The record that went, or an empty list. */
export const getAndDelete = new Script(`
  if ARGV[1] ~= '' and redis.call('HGET', KEYS[1], 'userId') ~= ARGV[1] then return {} end
  local record = redis.call('HGETALL', KEYS[1])
  redis.call('DEL', KEYS[1])
  return record
`)

/**
 * Notes a member until its end, and forgets those that have ended, so that the list is never longer than what lives.
 * An end that was noted never comes nearer. `args`: now, the end, the member.
 */
export const indexUntil = new Script(`
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1])
  redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[3])
  local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', last[2]))
  return 1
`)

/** Counts up, in a window that begins with the first. `args`: its length. The count, and the end by the server's clock. */
export const incrementWindow = new Script(`
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
  local now = redis.call('TIME')
  return { count, now[1] * 1000 + math.floor(now[2] / 1000) + redis.call('PTTL', KEYS[1]) }
`)

/**
 * Makes a user with records of theirs, all or nothing. `keys`: user, then of each record its own and its list, address if
 * any. `args`: the user's id, how many of the rest are fields of the user, those; then of each record its name in the list,
 * how many fields, those. 0, or the place of the key that is taken.
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
 * Changes a user together with the address. `keys`: user, then the addresses. `args`: the address that the user must
 * still have, as a field; the places of the old and of the new address among the keys, or 0; the id; fields.
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
 * Deletes a user and everything of theirs, unless that has changed since it was looked up. `keys`: user, list of
 * accounts, list of passkeys, all else that goes. `args`: the address as a field, both numbers, both lists.
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

/** Makes a record of a user who exists. `keys`: user, record, list. `args`: the record's name in the list, fields. */
export const insertRecord = new Script(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return 'missing' end
  if redis.call('EXISTS', KEYS[2]) == 1 then return 'taken' end
  redis.call('HSET', KEYS[2], unpack(ARGV, 2))
  redis.call('SADD', KEYS[3], ARGV[1])
  return 'done'
`)

/** Deletes a record of this user. `keys`: record, list. `args`: the record's name in the list, the user as a field. */
export const deleteRecord = new Script(`
  if redis.call('HGET', KEYS[1], 'userId') ~= ARGV[2] then return {} end
  local record = redis.call('HGETALL', KEYS[1])
  redis.call('DEL', KEYS[1])
  redis.call('SREM', KEYS[2], ARGV[1])
  return record
`)
