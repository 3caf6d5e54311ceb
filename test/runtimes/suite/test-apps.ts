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

/** Creates an app with a password form and an OpenID provider. */
export function createSignInApp({ op = createMaliciousProvider(), ...more }: AppSetup = {}) {
  return createTestApp({ op, providers: [credentials, op.provider(), op.plainProvider()], ...more })
}

/** Creates an app and signs in with a password. */
export async function createSignedIn(more: AppSetup = {}) {
  const app = createSignInApp(more)
  const visit = app.open()
  const response = await visit.signInWithCredentials(ada)
  return { ...app, visit, response }
}

/** Creates an app with database sessions and an existing user, and signs in. */
export async function createSignedInWithDatabase(more: AppSetup = {}) {
  const store = MemoryAdapter()
  await store.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
  return { store, ...(await createSignedIn({ adapter: store, ...more })) }
}

/** Returns the Set-Cookie lines of the session cookie and its chunks. */
export function listSessionLines(response: Response): string[] {
  return response.headers.getSetCookie().filter(line => line.startsWith(sessionCookie))
}

/** Updates the session like the client library. */
export async function update(visit: Visitor, data: unknown): Promise<Response> {
  return visit.post('/auth/session', { csrfToken: await visit.getCsrfToken(), data }, { json: true })
}

/** Returns the value of the session cookie. */
export function getSessionValue({ jar }: Visitor): string | undefined {
  return jar.get(sessionCookie)?.value
}

/** The session after a sign-in at the provider. */
export const graceSession = { user: { name: 'Grace Hopper', email: 'grace@example.com' } }

/** Asserts that a sign-in at a malicious provider creates no session. Returns the response and the log. */
export async function assertSignInRejected(
  lies: Lies,
  setup: Parameters<typeof createMaliciousProvider>[0] = {},
  provider = 'op',
) {
  const op = createMaliciousProvider(setup)
  op.lies = lies
  const { open, log } = createSignInApp({ op })
  const visit = open()
  const response = await runRoundTrip(visit, op, { provider })
  assertSame(await visit.getSession(), null)
  return { response, log, op }
}
