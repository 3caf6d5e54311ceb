import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { RedisAdapter } from 'latchkey/adapters/redis'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { createClient } from 'redis'
import { afterAll, expect, it } from 'vitest'
import { anAccount, anAuthenticator, aSession, aToken, aUser, dateFromNow } from '../contract/records.js'
import { startMemoryRedis } from '../support/redis.js'

type Called = Required<Omit<Adapter, 'countAttempt' | 'listUsers'>>
type Call = (adapter: Called) => unknown

/** Few ids, so that calls affect the same records. */
const id = fc.constantFrom('a', 'b', 'c')
const email = fc.constantFrom('a@example.com', 'b@example.com')
/** Only future dates, because some stores delete expired records automatically. */
const expires = fc.integer({ min: 1, max: 3 }).map(day => dateFromNow(day * 86_400_000))

const user = fc.record({ id, email }).map(given => aUser({ ...given, image: null }))
const account = fc
  .record({ userId: id, provider: id, providerAccountId: id })
  .map(({ userId, ...key }) => anAccount(userId, key))
const session = fc
  .record({ userId: id, sessionToken: id, expires })
  .map(({ userId, ...given }) => aSession(userId, given))
const token = fc.record({ identifier: id, token: id, expires: fc.constant(dateFromNow()) }).map(aToken)
const passkey = fc
  .record({ userId: id, credentialID: id })
  .map(({ userId, credentialID }) =>
    anAuthenticator(userId, { credentialID, providerAccountId: 'x', credentialPublicKey: 'y' }),
  )

const calls: fc.Arbitrary<Call>[] = [
  user.map(given => to => to.createUser(given)),
  id.map(given => to => to.getUser(given)),
  email.map(given => to => to.getUserByEmail(given)),
  account.map(given => to => to.getUserByAccount(given)),
  user.map(given => to => to.updateUser(given)),
  fc.record({ id, email }).map(given => to => to.updateUser(given)),
  id.map(given => to => to.deleteUser(given)),
  account.map(given => to => to.linkAccount(given)),
  account.map(given => to => to.unlinkAccount(given)),
  account.map(given => to => to.getAccount(given.providerAccountId, given.provider)),
  fc.tuple(user, account, fc.option(passkey, { nil: undefined })).map(
    ([one, other, third]) =>
      to =>
        to.createUserWithAccount(one, other, third),
  ),
  session.map(given => to => to.createSession(given)),
  id.map(given => to => to.getSessionAndUser(given)),
  session.map(
    ({ sessionToken, expires }) =>
      to =>
        to.updateSession({ sessionToken, expires }),
  ),
  id.map(given => to => to.deleteSession(given)),
  token.map(given => to => to.createVerificationToken(given)),
  token.map(given => to => to.useVerificationToken(given)),
  passkey.map(given => to => to.createAuthenticator(given)),
  id.map(given => to => to.getAuthenticator(given)),
  id.map(given => to => to.listAuthenticatorsByUserId(given)),
  fc.tuple(id, fc.nat()).map(
    ([given, counter]) =>
      to =>
        to.updateAuthenticatorCounter(given, counter),
  ),
  fc.tuple(id, fc.nat({ max: 2 }), fc.nat({ max: 2 }), fc.boolean()).map(
    ([credentialID, counter, ifCounter, credentialBackedUp]) =>
      to =>
        to.updateAuthenticator({ credentialID, counter, credentialBackedUp }, { ifCounter }),
  ),
]

async function runCall(adapter: Called, call: Call): Promise<unknown> {
  try {
    return await call(adapter)
  } catch {
    return 'rejected'
  }
}

it('MemoryAdapter and SqlAdapter return the same results for any sequence of calls', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-model-'))
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...calls), { minLength: 20, maxLength: 80 }), async sequence => {
      await using sql = SqlAdapter(`file:${folder}/${run++}.db`)
      const memory = MemoryAdapter()
      for (const call of sequence) expect(await runCall(sql, call)).toEqual(await runCall(memory, call))
    }),
    { numRuns: 30 },
  )
  await rm(folder, { recursive: true })
})

const server = await startMemoryRedis()
const client = createClient({ url: server.url })
await client.connect()

afterAll(async () => {
  client.destroy()
  await server.stop()
})

it('MemoryAdapter and RedisAdapter return the same results for any sequence of calls', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...calls), { minLength: 20, maxLength: 80 }), async sequence => {
      const redis = RedisAdapter(client, { prefix: randomUUID() })
      const memory = MemoryAdapter()
      for (const call of sequence)
        expect(sortRecords(await runCall(redis, call))).toEqual(sortRecords(await runCall(memory, call)))
    }),
    { numRuns: 60 },
  )
})

/** Sorts lists, because Redis returns them in another order. */
function sortRecords(result: unknown): unknown {
  return Array.isArray(result) ? result.map(one => JSON.stringify(Object.entries(one).sort())).sort() : result
}
