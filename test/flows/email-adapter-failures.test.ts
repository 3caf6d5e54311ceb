import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import {
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
} from '../support/app.js'
import { type CapturedEmail, captureEmails } from '../support/captured-emails.js'
import type { Visitor } from '../support/visitor.js'

const address = 'ada@example.com'
const broken = `${origin}/auth/error?error=Configuration`

interface World {
  readonly strategy: 'jwt' | 'database'
  readonly oneTimeCode: boolean
  readonly isPlain: boolean
  readonly isKnown: boolean
}

const either = [true, false]
const worlds: World[] = (['jwt', 'database'] as const).flatMap(strategy =>
  either.flatMap(oneTimeCode =>
    either.flatMap(isPlain => either.map(isKnown => ({ strategy, oneTimeCode, isPlain, isKnown }))),
  ),
)

/** An adapter that fails at one call. */
function createFailingAdapter(adapter: Adapter) {
  let left = Number.POSITIVE_INFINITY
  const tap = createTappedAdapter(adapter, () => {
    if (--left === 0) throw new Error('the store is away')
  })
  /** Fails at this call from now on; 0 never fails. */
  const failAt = (call: number): void => {
    left = call
  }
  return { ...tap, failAt }
}

async function makeWorld({ strategy, oneTimeCode, isPlain, isKnown }: World) {
  const store = MemoryAdapter()
  if (isKnown) await store.createUser({ id: 'ada', email: address, emailVerified: null })
  const created: string[] = []
  const faulty = createFailingAdapter(isPlain ? createPlainAdapter(store) : store)
  const mailbox = captureEmails({ oneTimeCode })
  const app = createTestApp({
    adapter: faulty.adapter,
    providers: [mailbox.provider],
    session: { strategy },
    events: { createUser: ({ user }) => void created.push(String(user.id)) },
  })
  const visit = app.open()
  const requestEmail = () => visit.signIn('mail', { email: address })
  const openLink = () => useToken(visit, mailbox.getLatestEmail(), oneTimeCode)
  return { ...app, ...mailbox, ...faulty, store, visit, requestEmail, openLink, created }
}

async function useToken(
  visit: Visitor,
  { url, token }: CapturedEmail,
  oneTimeCode: boolean,
): Promise<string | null> {
  if (!oneTimeCode) return getLocation(await visit.get(url))
  return getLocation(
    await visit.post('/auth/callback/mail', { csrfToken: await visit.getCsrfToken(), token }),
  )
}

/** The number of adapter calls of a step without failures. */
async function countCalls(world: World, step: 'request' | 'use'): Promise<number> {
  const { calls, requestEmail, openLink } = await makeWorld(world)
  await requestEmail()
  if (step === 'request') return calls.length
  calls.length = 0
  await openLink()
  return calls.length
}

describe.each(worlds)(
  'an adapter that fails at one call: $strategy, oneTimeCode: $oneTimeCode, plain: $isPlain, existing user: $isKnown',
  world => {
    test('when an email is requested: no email is sent, and the next request works', {
      timeout: 30_000,
    }, async () => {
      const most = await countCalls(world, 'request')
      expect(most).toBeGreaterThan(1)
      for (let call = 1; call <= most; call++) {
        const { requestEmail, openLink, failAt, emails, visit } = await makeWorld(world)
        failAt(call)
        expect(getLocation(await requestEmail()), `call ${call}`).toBe(broken)
        expect(emails).toHaveLength(0)
        failAt(0)
        await requestEmail()
        expect(await openLink(), `call ${call}`).toBe(origin)
        expect(await visit.getSession()).toMatchObject({ user: { email: address } })
      }
    })

    test('when a token is used: no session is created, and a new email signs in a single user', {
      timeout: 30_000,
    }, async () => {
      const most = await countCalls(world, 'use')
      expect(most).toBeGreaterThan(1)
      for (let call = 1; call <= most; call++) {
        const { requestEmail, openLink, failAt, visit, store, created } = await makeWorld(world)
        await requestEmail()
        failAt(call)
        const target = await openLink()
        expect([broken, `${origin}/auth/error?error=Verification`], `call ${call}`).toContain(target)
        failAt(0)
        expect(await visit.getSession(), `call ${call}`).toBeNull()
        const before = await store.getUserByEmail(address)
        await requestEmail()
        expect(await openLink(), `call ${call}`).toBe(origin)
        expect(await visit.getSession()).toMatchObject({ user: { email: address } })
        const now = await store.getUserByEmail(address)
        if (before) expect(now?.id).toBe(before.id)
        expect(now?.emailVerified).toEqual(expect.any(Date))
        expect(created.length).toBeLessThanOrEqual(world.isKnown ? 0 : 1)
      }
    })
  },
)
