import { MemoryAdapter } from 'latchkey/adapters/memory'
import { type AppSetup, ada, credentials, makeApp, roundTrip, sessionCookie } from '../../support/app.js'
import { type Lies, lyingProvider } from '../../support/lying-provider.js'
import type { Visitor } from '../../support/visitor.js'
import { same } from './harness.js'

/** An app with a password form and an OpenID provider. */
export function house({ op = lyingProvider(), ...more }: AppSetup = {}) {
  return makeApp({ op, providers: [credentials, op.provider(), op.plainProvider()], ...more })
}

/** Somebody who just signed in with their password. */
export async function signedIn(more: AppSetup = {}) {
  const app = house(more)
  const visit = app.open()
  const answer = await visit.signInWithCredentials(ada)
  return { ...app, visit, answer }
}

/** The same, where sessions are records of a store that knows the person. */
export async function signedInStored(more: AppSetup = {}) {
  const store = MemoryAdapter()
  await store.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
  return { store, ...(await signedIn({ adapter: store, ...more })) }
}

/** What an answer does to the session cookie and its chunks. */
export function sessionLines(response: Response): string[] {
  return response.headers.getSetCookie().filter(line => line.startsWith(sessionCookie))
}

/** Updates the session as a page's script does. */
export async function update(visit: Visitor, data: unknown): Promise<Response> {
  return visit.post('/auth/session', { csrfToken: await visit.csrf(), data }, { json: true })
}

/** What the browser holds as its session. */
export function sessionValue({ jar }: Visitor): string | undefined {
  return jar.get(sessionCookie)?.value
}

/** The session of who comes from the provider. */
export const graceIsIn = { user: { name: 'Grace Hopper', email: 'grace@example.com' } }

/** The provider lies: nobody is in, and the app is told so. */
export async function letsNobodyIn(
  lies: Lies,
  setup: Parameters<typeof lyingProvider>[0] = {},
  provider = 'op',
) {
  const op = lyingProvider(setup)
  op.lies = lies
  const { open, log } = house({ op })
  const visit = open()
  const answer = await roundTrip(visit, op, { provider })
  same(await visit.session(), null)
  return { answer, log, op }
}
