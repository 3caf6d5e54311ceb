import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { AuthConfig } from 'latchkey'
import { getSession } from 'latchkey/node'
import { vi } from 'vitest'
import { type AppSetup, ada, createTestApp, credentials, origin, sessionCookie } from '../../support/app.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import type { Visitor } from '../../support/visitor.js'

/** The user of the password. */
export const adaUser = { id: 'ada-1', name: 'Ada', email: ada.email }

/** Creates an app with a credentials and an OpenID provider. */
export function createSessionApp({ op = createMaliciousProvider(), ...more }: AppSetup = {}) {
  return createTestApp({ op, providers: [credentials, op.provider()], ...more })
}

/** Creates such an app and signs a user in with a password. */
export async function createSignedIn(more: AppSetup = {}) {
  const app = createSessionApp(more)
  const visit = app.open()
  return { ...app, visit, answer: await visit.signInWithCredentials(ada) }
}

/** Returns the `Set-Cookie` lines of the session cookie and its chunks. */
export function listSessionLines(response: Response, name = sessionCookie): string[] {
  return response.headers
    .getSetCookie()
    .filter(line => line.startsWith(`${name}=`) || line.startsWith(`${name}.`))
}

/** Returns whether the response deletes the session cookie. */
export function isSessionCleared(response: Response): boolean {
  const lines = listSessionLines(response)
  return lines.length > 0 && lines.every(line => /^[^=]+=; Max-Age=0;/.test(line))
}

/** Returns the expiry of the session cookie. */
export function getCookieExpiry({ jar }: Visitor, name = sessionCookie): string {
  return new Date(jar.get(name)?.expires ?? Number.NaN).toISOString()
}

/** Updates the session as the client does. */
export async function update(visit: Visitor, data: unknown): Promise<Response> {
  return visit.post('/auth/session', { csrfToken: await visit.getCsrfToken(), data }, { json: true })
}

/** Reads the session as the Node server of the app does. */
export function read(visit: Visitor, config: AuthConfig) {
  const req = new IncomingMessage(new Socket())
  req.headers = { host: 'app.example', 'x-forwarded-proto': 'https', cookie: visit.jar.header(origin) }
  return getSession(req, config)
}

const noon = Date.parse('2026-06-01T12:00:00Z')

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour

/** A clock that is stopped at noon. Only `Date` is faked, so that asynchronous code runs. */
export const clock = {
  stop: () => void vi.useFakeTimers({ toFake: ['Date'], now: noon }),
  start: () => void vi.useRealTimers(),
  /** Advances the clock by seconds. */
  pass: (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000),
  in: (seconds: number) => new Date(noon + seconds * 1000).toISOString(),
}
