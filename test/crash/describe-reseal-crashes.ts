import type { RecordStore } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { createAuth } from 'latchkey/server'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import { describe, expect, test } from 'vitest'
import { resealRecords } from '../../src/adapters/reseal-records.js'
import { type Fault, FaultInjector, faultText } from '../faults/fault-injector.js'
import { computeCode, serverHead, submit } from '../plugins/two-factor/two-factor-app.js'
import { createTestApp } from '../support/app.js'
import { stopClock } from '../throttling/throttled-app.js'

const [older, newer] = ['an older secret of thirty-two characters', 'a newer secret of thirty-two characters']
const ring = [newer, older]
/** Secrets of other systems, by user: their codes differ. */
const secrets: Readonly<Record<string, string>> = {
  ada: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  bob: 'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK',
  eve: 'ONSWG4TFOQ5DCMRTGQ2TMNZYHEYDCMRT',
}
const userIds = Object.keys(secrets)

/** Ends the process before and after each call to the record store during a reseal. */
export function describeResealCrashes(name: string, open: () => Promise<RecordStore>): void {
  describe(`a reseal that ends at a call of the store, on ${name}`, { timeout: 60_000 }, () => {
    test('loses no secret of an authenticator app, and the next run completes', async () => {
      const advance = stopClock()
      const { points } = await resealWithFault(await openFilled(open), [])
      expect(points.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['listKinds', 'listRecords', 'putRecord']),
      )
      for (const at of points.keys())
        for (const kind of ['before', 'after'] as const) {
          const records = await openFilled(open)
          const { error } = await resealWithFault(records, [{ at, kind }])
          expect(String(error)).toContain(faultText)
          expect(await listRecordIds(records)).toEqual(userIds)
          await expectCodesToSignIn(records, ring)
          advance(30)
          expect(await resealRecords(records, { encryptionKeys: ring })).toMatchObject({ sealed: 3 })
          await expectCodesToSignIn(records, [newer])
          expect(await listRecordIds(records)).toEqual(userIds)
        }
    })
  })
}

/** Runs a reseal whose calls fail as planned. */
async function resealWithFault(records: RecordStore, plan: readonly Fault[]) {
  const injector = new FaultInjector(1)
  injector.arm(plan)
  const failing = new Proxy(records, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) =>
        injector.call(String(name), ['before', 'after'], () => Reflect.apply(method, target, args))
    },
  })
  const error = await injector
    .handle(() => resealRecords(failing, { encryptionKeys: ring }))
    .then(
      () => null,
      (cause: unknown) => cause,
    )
  return { points: injector.points, error }
}

/** Creates users with authenticator apps, whose secrets the older key seals. */
async function openFilled(open: () => Promise<RecordStore>): Promise<RecordStore> {
  const records = await open()
  const { api } = createApp(records, [older])
  for (const [userId, secret] of Object.entries(secrets))
    expect((await api.importSecret(serverHead, userId, { secret })).data).toBe(true)
  return records
}

async function listRecordIds(records: RecordStore): Promise<string[]> {
  return (await records.listRecords({ kind: 'two-factor-totp' })).map(({ id }) => id)
}

/** Signs each user in with the code of the current step. */
async function expectCodesToSignIn(records: RecordStore, encryptionKeys: string[]): Promise<void> {
  const { open } = createApp(records, encryptionKeys)
  for (const [userId, secret] of Object.entries(secrets)) {
    const visit = open()
    const response = await visit.signInWithCredentials({ userId })
    const pending = visit.getLocation(response).searchParams.get('pending') ?? ''
    const { body } = await submit(visit, 'verify', { pending, code: computeCode(secret) })
    expect(body).toHaveProperty('url')
    expect(await visit.getSession()).toMatchObject({ user: { name: userId } })
  }
}

function createApp(records: RecordStore, encryptionKeys: string[]) {
  const plugin = twoFactor({ notify: skipNotifications })
  const app = createTestApp({
    adapter: { ...MemoryAdapter(), records },
    session: { strategy: 'jwt' },
    encryptionKeys,
    plugins: [plugin],
    providers: [
      {
        id: 'credentials',
        name: 'User',
        type: 'credentials',
        credentials: { userId: {} },
        authorize: async ({ userId }) => ({ id: String(userId), name: String(userId) }),
      },
    ],
  })
  const { api } = createAuth({ ...app.config, plugins: [plugin] })
  return { ...app, api: api.twoFactor }
}
