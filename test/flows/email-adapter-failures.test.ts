import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { leadsTo, makeApp, origin, plainAdapter, tapped } from '../support/app.js'
import { type Letter, postOffice } from '../support/post-office.js'
import type { Visitor } from '../support/visitor.js'

const address = 'ada@example.com'
const broken = `${origin}/auth/error?error=Configuration`

interface World {
  readonly strategy: 'jwt' | 'database'
  readonly code: boolean
  readonly isPlain: boolean
  readonly isKnown: boolean
}

const either = [true, false]
const worlds: World[] = (['jwt', 'database'] as const).flatMap(strategy =>
  either.flatMap(code =>
    either.flatMap(isPlain => either.map(isKnown => ({ strategy, code, isPlain, isKnown }))),
  ),
)

/** A store that fails at one of its calls, counted from when it is told to. */
function failing(adapter: Adapter) {
  let left = Number.POSITIVE_INFINITY
  const tap = tapped(adapter, () => {
    if (--left === 0) throw new Error('the store is away')
  })
  /** From now on; 0 is never again. */
  const failAt = (call: number): void => {
    left = call
  }
  return { ...tap, failAt }
}

async function makeWorld({ strategy, code, isPlain, isKnown }: World) {
  const store = MemoryAdapter()
  if (isKnown) await store.createUser({ id: 'ada', email: address, emailVerified: null })
  const created: string[] = []
  const faulty = failing(isPlain ? plainAdapter(store) : store)
  const office = postOffice({ code })
  const app = makeApp({
    adapter: faulty.adapter,
    providers: [office.provider],
    session: { strategy },
    events: { createUser: ({ user }) => void created.push(String(user.id)) },
  })
  const visit = app.open()
  const ask = () => visit.signIn('mail', { email: address })
  const come = () => comeIn(visit, office.letter(), code)
  return { ...app, ...office, ...faulty, store, visit, ask, come, created }
}

async function comeIn(visit: Visitor, { url, token }: Letter, code: boolean): Promise<string | null> {
  if (!code) return leadsTo(await visit.get(url))
  return leadsTo(await visit.post('/auth/callback/mail', { csrfToken: await visit.csrf(), token }))
}

/** How many calls of the store a step makes when nothing fails. */
async function callsOf(world: World, step: 'ask' | 'come'): Promise<number> {
  const { calls, ask, come } = await makeWorld(world)
  await ask()
  if (step === 'ask') return calls.length
  calls.length = 0
  await come()
  return calls.length
}

describe.each(worlds)(
  'a store that fails at one call: $strategy, code: $code, plain: $isPlain, known: $isKnown',
  world => {
    test('while a mail is asked for: nothing is mailed that does not work, and the next one does', {
      timeout: 30_000,
    }, async () => {
      const most = await callsOf(world, 'ask')
      expect(most).toBeGreaterThan(1)
      for (let call = 1; call <= most; call++) {
        const { ask, come, failAt, letters, visit } = await makeWorld(world)
        failAt(call)
        expect(leadsTo(await ask()), `call ${call}`).toBe(broken)
        expect(letters).toHaveLength(0)
        failAt(0)
        await ask()
        expect(await come(), `call ${call}`).toBe(origin)
        expect(await visit.session()).toMatchObject({ user: { email: address } })
      }
    })

    test('while one comes in: nobody is half in, and a new mail lets them in as one user', {
      timeout: 30_000,
    }, async () => {
      const most = await callsOf(world, 'come')
      expect(most).toBeGreaterThan(1)
      for (let call = 1; call <= most; call++) {
        const { ask, come, failAt, visit, store, created } = await makeWorld(world)
        await ask()
        failAt(call)
        const target = await come()
        expect([broken, `${origin}/auth/error?error=Verification`], `call ${call}`).toContain(target)
        failAt(0)
        expect(await visit.session(), `call ${call}`).toBeNull()
        const before = await store.getUserByEmail(address)
        await ask()
        expect(await come(), `call ${call}`).toBe(origin)
        expect(await visit.session()).toMatchObject({ user: { email: address } })
        const now = await store.getUserByEmail(address)
        if (before) expect(now?.id).toBe(before.id)
        expect(now?.emailVerified).toEqual(expect.any(Date))
        expect(created.length).toBeLessThanOrEqual(world.isKnown ? 0 : 1)
      }
    })
  },
)
