import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
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
