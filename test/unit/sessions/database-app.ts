import type { Adapter, AdapterSession } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type AppSetup, ada, createTappedAdapter, sessionCookie, type Tap } from '../../support/app.js'
import type { Visitor } from '../../support/visitor.js'
import { adaUser, createSessionApp } from './session-app.js'

/** Creates an app with database sessions. Adapter methods in `broken` fail. */
export async function createDatabaseApp(more: AppSetup = {}) {
  const broken = new Set<string>()
  const store = MemoryAdapter()
  await store.createUser({ ...adaUser, emailVerified: null })
  const tap: Tap = method => {
    if (broken.has(method)) throw new Error('The store is down.')
  }
  const { adapter, calls } = createTappedAdapter(store, tap)
  const app = createSessionApp({ adapter, session: { strategy: 'database' }, ...more })
  return { ...app, store, broken, calls }
}

/** Creates such an app and signs a user in with a password. */
export async function createSignedInWithDatabase(more: AppSetup = {}) {
  const app = await createDatabaseApp(more)
  const visit = app.open()
  const answer = await visit.signInWithCredentials(ada)
  app.calls.length = 0
  return { ...app, visit, answer }
}

/** Finds the session record of the visitor's cookie. */
export async function findSessionRecord(
  visit: Visitor,
  store: Required<Adapter>,
): Promise<AdapterSession | undefined> {
  const found = await store.getSessionAndUser(visit.jar.get(sessionCookie)?.value ?? '')
  return found?.session
}
