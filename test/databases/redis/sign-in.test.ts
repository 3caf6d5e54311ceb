import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Adapter } from 'latchkey/adapters'
import { composeAdapters } from 'latchkey/adapters/compose'
import { RedisAdapter } from 'latchkey/adapters/redis'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { AuthError } from 'latchkey/errors'
import { createClient } from 'redis'
import { afterAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import { startMemoryRedis, startPersistentRedis } from '../../support/redis.js'

const folder = await mkdtemp(join(tmpdir(), 'latchkey-redis-flows-'))
const server = await startMemoryRedis()
const client = createClient({ url: server.url })
await client.connect()
const users = SqlAdapter(`file:${join(folder, 'app.db')}`)

afterAll(async () => {
  client.destroy()
  await users.close()
  await server.stop()
  await rm(folder, { recursive: true })
})

const createRedisApp = () => RedisAdapter(client, { prefix: randomUUID() })
const createComposedApp = () => composeAdapters({ users, sessions: createRedisApp() })

const stores: readonly (readonly [string, () => Adapter])[] = [
  ['Redis only', createRedisApp],
  ['users in SQLite and sessions in Redis', createComposedApp],
]

describe.each(stores)('with %s', (_, make) => {
  test('a user signs in at a provider in two browsers and signs out in one', async () => {
    const { op, open, log } = createTestApp({ adapter: make() })
    const [laptop, phone] = [open(), open()]
    for (const visit of [laptop, phone]) {
      expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
      expect(await visit.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
    }
    const attacker = laptop.cloneWithCookies()
    await laptop.signOut()
    expect(await attacker.getSession()).toBeNull()
    expect(await phone.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
    expect(log.types()).toEqual([])
  })

  test.each([
    ['a magic link', false],
    ['a one-time code', true],
  ])('16 concurrent uses of %s create one session', async (_, oneTimeCode) => {
    const { provider, getLatestEmail } = captureEmails({ oneTimeCode })
    const visit = createTestApp({ adapter: make(), providers: [provider] }).open()
    await visit.signIn('mail', { email: `${randomUUID()}@example.com` })
    const { token, url } = getLatestEmail()
    const csrfToken = await visit.getCsrfToken()
    const use = () => (oneTimeCode ? visit.post('/auth/callback/mail', { csrfToken, token }) : visit.get(url))
    const targets = (await Promise.all(Array.from({ length: 16 }, use))).map(getLocation)
    expect(targets.filter(target => target === origin)).toHaveLength(1)
    expect(targets.filter(target => target === `${origin}/auth/error?error=Verification`)).toHaveLength(15)
  })

  test('`deleteSessionsByUserId` signs a user out everywhere', async () => {
    const adapter = make()
    const { op, open } = createTestApp({ adapter })
    const [laptop, phone] = [open(), open()]
    for (const visit of [laptop, phone]) await runRoundTrip(visit, op)
    const user = await adapter.getUserByEmail?.('grace@example.com')
    expect(await adapter.deleteSessionsByUserId?.(user?.id ?? '')).toBe(2)
    expect([await laptop.getSession(), await phone.getSession()]).toEqual([null, null])
  })

  test('`countAttempt` in `authorize` stops password guessing', async () => {
    const adapter = make()
    const guarded = {
      ...credentials,
      async authorize(given: Parameters<typeof credentials.authorize>[0]) {
        const attempts = await adapter.countAttempt?.(`password ${given.email}`, 60_000)
        if (!attempts || attempts.count > 3) return null
        return credentials.authorize(given)
      },
    }
    const visit = createTestApp({ adapter, providers: [guarded], session: { strategy: 'jwt' } }).open()
    for (const password of ['one', 'two', 'three'])
      await visit.signInWithCredentials({ email: 'ada@example.com', password })
    await visit.signInWithCredentials({ email: 'ada@example.com', password: 'correct horse' })
    expect(await visit.getSession()).toBeNull()
    await visit.signInWithCredentials({ email: 'bob@example.com', password: 'correct horse' })
    expect(await visit.getSession()).toMatchObject({ user: { email: 'bob@example.com' } })
  })
})

describe('while Redis is unavailable', () => {
  test.each([
    ['Redis only', false],
    ['users in SQLite and sessions in Redis', true],
  ])(
    'users stay signed in, and sign-in works again when it is back: %s',
    { timeout: 30_000 },
    async (_, isComposed) => {
      const redis = await startPersistentRedis()
      const reconnecting = createClient({ url: redis.url, socket: { reconnectStrategy: 20 } }).on(
        'error',
        () => {},
      )
      await reconnecting.connect()
      try {
        const sessions = RedisAdapter(reconnecting, { prefix: randomUUID(), timeout: 300 })
        const adapter = isComposed ? composeAdapters({ users, sessions }) : sessions
        const { op, open, log } = createTestApp({ adapter })
        const [ada, guest] = [open(), open()]
        await runRoundTrip(ada, op)
        const cookie = ada.jar.get(sessionCookie)?.value
        expect(await ada.getSession()).not.toBeNull()

        await redis.halt()
        const answer = await ada.get('/auth/session')
        expect([answer.status, await answer.json()]).toEqual([503, null])
        expect(answer.headers.getSetCookie().filter(line => line.includes('session-token'))).toEqual([])
        expect(getLocation(await runRoundTrip(guest, op))).toBe(`${origin}/auth/error?error=Configuration`)
        expect(log.errors.every(error => error instanceof AuthError)).toBe(true)

        await redis.resume()
        await expect.poll(async () => (await ada.get('/auth/session')).status).toBe(200)
        expect(ada.jar.get(sessionCookie)?.value).toBe(cookie)
        expect(await ada.getSession()).toMatchObject({
          user: { email: expect.stringContaining('@example.com') },
        })
        expect(getLocation(await runRoundTrip(guest, op))).toBe(origin)
      } finally {
        reconnecting.destroy()
        await redis.stop()
      }
    },
  )
})
