import type { Adapter, AdapterSession } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type AppSetup, ada, sessionCookie, type Tap, tapped } from '../../support/app.js'
import type { Visitor } from '../../support/visitor.js'
import { house, member } from './house.js'

/** An app whose sessions are records; `broken` names the adapter methods that fail for now. */
export async function storedHouse(more: AppSetup = {}) {
  const broken = new Set<string>()
  const store = MemoryAdapter()
  await store.createUser({ ...member, emailVerified: null })
  const tap: Tap = method => {
    if (broken.has(method)) throw new Error('The store is down.')
  }
  const { adapter, calls } = tapped(store, tap)
  const app = house({ adapter, session: { strategy: 'database' }, ...more })
  return { ...app, store, broken, calls }
}

/** Somebody who just signed in with their password. */
export async function signedInStored(more: AppSetup = {}) {
  const app = await storedHouse(more)
  const visit = app.open()
  const answer = await visit.signInWithCredentials(ada)
  app.calls.length = 0
  return { ...app, visit, answer }
}

/** The record behind the visitor's cookie. */
export async function recordOf(
  visit: Visitor,
  store: Required<Adapter>,
): Promise<AdapterSession | undefined> {
  const found = await store.getSessionAndUser(visit.jar.get(sessionCookie)?.value ?? '')
  return found?.session
}
