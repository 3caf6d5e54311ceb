import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { grace } from '../support/malicious-provider.js'

const notUsers = {
  'an empty object': {},
  'a text': 'text',
  'a user with an empty id': { id: '', email: 'x@example.com' },
}

/** A store of which one method returns another result, after its effect. */
function createAdapter(method: keyof Adapter, result: unknown): Adapter {
  return new Proxy(MemoryAdapter(), {
    get(target, name) {
      const original: unknown = Reflect.get(target, name)
      if (name !== method || typeof original !== 'function') return original
      return async (...args: unknown[]) => {
        await Reflect.apply(original, target, args)
        return result
      }
    },
  })
}

describe.each(Object.entries(notUsers))('an adapter that returns %s instead of a user', (_, result) => {
  test.each(['getUserByAccount', 'getUserByEmail'] as const)(
    'in `%s` signs nobody in, and is named in the log',
    async method => {
      const { op, open, log } = createTestApp({
        adapter: createAdapter(method, result),
        session: { strategy: 'jwt' },
      })
      const visit = open()
      const answer = await runRoundTrip(visit, op, { as: grace })
      expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(await visit.getSession()).toBeNull()
      expect(log.types()).toEqual(['AdapterError'])
      expect(log.errors[0]?.message).toContain(`\`${method}\` of the adapter did not return a user`)
    },
  )

  test('in `updateUser` signs nobody in', async () => {
    const { provider, getLatestEmail } = captureEmails()
    const adapter = createAdapter('updateUser', result)
    await adapter.createUser?.({ id: 'ada', email: ada.email, emailVerified: null })
    const app = createTestApp({ adapter, providers: [provider], session: { strategy: 'jwt' } })
    const visit = app.open()
    await visit.signIn('mail', { email: ada.email })
    await visit.get(getLatestEmail().url)
    expect(await visit.getSession()).toBeNull()
    expect(app.log.types()).toEqual(['AdapterError'])
  })
})

test('a store without transactions whose `createUser` returns nothing creates one usable user', async () => {
  const { createUserWithAccount: _, ...adapter } = MemoryAdapter()
  const { createUser } = adapter
  const { op, open } = createTestApp({
    adapter: { ...adapter, createUser: async user => void (await createUser(user)) as never },
  })
  const visit = open()
  await runRoundTrip(visit, op, { as: grace })
  expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
})
