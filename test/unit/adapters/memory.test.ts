import { MemoryAdapter } from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aUser } from '../../contract/records.js'

describe('custom fields in MemoryAdapter', () => {
  it('are stored and returned as copies, with any value', async () => {
    const adapter = MemoryAdapter()
    const own = { tags: ['a', { b: 1 }], seen: new Date(1), bytes: new Uint8Array([1]), big: 1n }
    const given = aUser(structuredClone(own))
    await adapter.createUser(given)
    Object.assign(given, { tags: [] })
    const found = await adapter.getUser(given.id)
    expect(found).toMatchObject(own)
    Object.assign(found ?? {}, { tags: [] })
    expect(await adapter.getUser(given.id)).toMatchObject(own)
  })

  it('named __proto__ do not change prototypes', async () => {
    const adapter = MemoryAdapter()
    const user = await adapter.createUser({ ...aUser(), ...JSON.parse('{"__proto__":{"role":"admin"}}') })
    const changed = await adapter.updateUser(JSON.parse(`{"id":"${user.id}","__proto__":{"role":"admin"}}`))
    for (const one of [user, changed, await adapter.getUser(user.id)]) {
      expect(one).not.toHaveProperty('role')
      expect(Object.getPrototypeOf(one)).toBe(Object.prototype)
    }
    expect({}).not.toHaveProperty('role')
  })
})

it('two adapters share no records', async () => {
  const [one, other] = [MemoryAdapter(), MemoryAdapter()]
  const user = await one.createUser(aUser())
  expect(await other.getUser(user.id)).toBeNull()
})

describe('counters of MemoryAdapter', () => {
  afterEach(() => void vi.useRealTimers())

  const day = 86_400_000

  async function countAll(
    count: (key: string) => Promise<unknown>,
    from: number,
    to: number,
  ): Promise<number> {
    const readClock = vi.spyOn(Date, 'now')
    for (let index = from; index < to; index++) await count(`key ${index}`)
    const readings = readClock.mock.calls.length
    readClock.mockRestore()
    return readings
  }

  it.each(['countAttempt', 'incrementRecord'] as const)(
    '%s costs the same if thousands of counters are open',
    async method => {
      const adapter = MemoryAdapter()
      const count = async (key: string) =>
        method === 'countAttempt'
          ? adapter.countAttempt(key, day)
          : adapter.records.incrementRecord('count', key, day)
      await countAll(count, 0, 3_000)
      // Each comparison of an expiry reads the clock.
      expect(await countAll(count, 3_000, 3_500)).toBeLessThan(500 * 10)
    },
  )

  it('leave no expired records', async () => {
    vi.useFakeTimers()
    const { records } = MemoryAdapter()
    for (let index = 0; index < 900; index++) await records.incrementRecord('expired', `key ${index}`, 1_000)
    vi.advanceTimersByTime(1_000)
    for (let index = 0; index < 200; index++) await records.incrementRecord('open', `key ${index}`, day)
    expect(await records.listKinds?.()).toEqual(['open'])
  })
})
