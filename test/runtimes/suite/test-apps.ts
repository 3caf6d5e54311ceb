import { MemoryAdapter } from 'latchkey/adapters/memory'
import {
  type AppSetup,
  ada,
  createTestApp,
  credentials,
  runRoundTrip,
  sessionCookie,
} from '../../support/app.js'
import { createMaliciousProvider, type Lies } from '../../support/malicious-provider.js'
import type { Visitor } from '../../support/visitor.js'
import { assertSame } from './harness.js'

/** An app with a password form and an OpenID provider. */
export function createSignInApp({ op = createMaliciousProvider(), ...more }: AppSetup = {}) {
  return createTestApp({ op, providers: [credentials, op.provider(), op.plainProvider()], ...more })
}

/** Somebody who just signed in with their password. */
export async function createSignedIn(more: AppSetup = {}) {
  const app = createSignInApp(more)
  const visit = app.open()
  const answer = await visit.signInWithCredentials(ada)
  return { ...app, visit, answer }
}

/** The same, where sessions are records of a store that knows the person. */
export async function createSignedInWithDatabase(more: AppSetup = {}) {
  const store = MemoryAdapter()
  await store.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
  return { store, ...(await createSignedIn({ adapter: store, ...more })) }
}

/** What an answer does to the session cookie and its chunks. */
export function listSessionLines(response: Response): string[] {
  return response.headers.getSetCookie().filter(line => line.startsWith(sessionCookie))
}

/** Updates the session as a page's script does. */
export async function update(visit: Visitor, data: unknown): Promise<Response> {
  return visit.post('/auth/session', { csrfToken: await visit.getCsrfToken(), data }, { json: true })
}

/** What the browser holds as its session. */
export function getSessionValue({ jar }: Visitor): string | undefined {
  return jar.get(sessionCookie)?.value
}

/** The session of who comes from the provider. */
export const graceSession = { user: { name: 'Grace Hopper', email: 'grace@example.com' } }

/** The provider lies: nobody is in, and the app is told so. */
export async function assertSignInRejected(
  lies: Lies,
  setup: Parameters<typeof createMaliciousProvider>[0] = {},
  provider = 'op',
) {
  const op = createMaliciousProvider(setup)
  op.lies = lies
  const { open, log } = createSignInApp({ op })
  const visit = open()
  const answer = await runRoundTrip(visit, op, { provider })
  assertSame(await visit.getSession(), null)
  return { answer, log, op }
}
