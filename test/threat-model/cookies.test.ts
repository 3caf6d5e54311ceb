import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessionCookie } from '../support/app.js'
import { selectCases } from '../support/fire.js'
import type { Visitor } from '../support/visitor.js'
import {
  createOwner,
  findPending,
  isSignedInAsOwner,
  setUps,
  signInOwner,
  signInWithFirst,
} from './set-ups.js'
import { copyCookies, createThief } from './thief.js'
import { additions, attempts, changes } from './thief-actions.js'
import { createWorld, type World } from './world.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Fills a browser with every cookie of a user who is remembered, and who signs in again in other tabs. */
async function fillBrowser(world: World): Promise<{ owner: Visitor; pending: string | undefined }> {
  const owner = world.open()
  const pending = findPending(owner, await signInWithFirst(world, owner))
  await signInOwner(world, owner, 'in a remembered browser')
  await owner.signIn('mail', { email: 'ada@example.com' })
  await owner.signIn('op')
  await owner.get('/auth/webauthn-options/passkey?action=authenticate')
  return { owner, pending }
}

const cells = selectCases(
  setUps.filter(({ hasApp }) => hasApp),
  ({ first }) => first === 'password',
).flatMap(setUp => (['jwt', 'database'] as const).map(strategy => ({ setUp, strategy, name: setUp.name })))

describe.each(cells)('an owner with $name ($strategy sessions)', ({ setUp, strategy }) => {
  test('each cookie alone signs in only if it is the session cookie, and no cookie adds or changes anything', async () => {
    const world = createWorld({ strategy, setUp })
    await createOwner(world)
    const { owner, pending } = await fillBrowser(world)
    const names = owner.jar.cookies().map(({ name }) => name)
    expect(names.map(toKind)).toEqual(expect.arrayContaining(kinds))
    for (const name of names) {
      const thief = createThief(world, { pending })
      copyCookies(owner, thief.visit, copied => copied === name)
      const signedIn = [await isSignedInAsOwner(thief.visit)]
      for (const act of Object.values({ ...additions, ...changes, ...attempts })) {
        expect(await act(world, thief), name).toBe(false)
        signedIn.push(await isSignedInAsOwner(thief.visit))
      }
      expect(signedIn.includes(true), name).toBe(name === sessionCookie)
      expect(signedIn[0], name).toBe(name === sessionCookie)
    }
  })
})

/** The cookies of which a browser has at least one. */
const kinds = [
  'csrf-token',
  'callback-url',
  'session-token',
  'two-factor.device',
  'two-factor.known',
  'state',
  'challenge',
  'pending-sign-in',
]

/** Returns the name of a cookie without prefix and suffix. */
function toKind(name: string): string {
  return kinds.find(kind => name.includes(`authjs.${kind}`)) ?? name
}
