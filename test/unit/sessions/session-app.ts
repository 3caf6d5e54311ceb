import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { AuthConfig } from 'latchkey'
import { getSession } from 'latchkey/node'
import { vi } from 'vitest'
import { type AppSetup, ada, createTestApp, credentials, origin, sessionCookie } from '../../support/app.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import type { Visitor } from '../../support/visitor.js'

/** Who the password belongs to. */
export const adaUser = { id: 'ada-1', name: 'Ada', email: ada.email }

/** An app with a password form and an OpenID provider. */
export function createSessionApp({ op = createMaliciousProvider(), ...more }: AppSetup = {}) {
  return createTestApp({ op, providers: [credentials, op.provider()], ...more })
}

/** Somebody who just signed in with their password. */
export async function createSignedIn(more: AppSetup = {}) {
  const app = createSessionApp(more)
  const visit = app.open()
  return { ...app, visit, answer: await visit.signInWithCredentials(ada) }
}

/** What an answer does to the session cookie: the `Set-Cookie` lines of it and of its chunks. */
export function listSessionLines(response: Response, name = sessionCookie): string[] {
  return response.headers
    .getSetCookie()
    .filter(line => line.startsWith(`${name}=`) || line.startsWith(`${name}.`))
}

/** Does the answer take the session cookie away, and nothing else? */
export function isSessionCleared(response: Response): boolean {
  const lines = listSessionLines(response)
  return lines.length > 0 && lines.every(line => /^[^=]+=; Max-Age=0;/.test(line))
}

/** When the browser will drop the session cookie. */
export function getCookieExpiry({ jar }: Visitor, name = sessionCookie): string {
  return new Date(jar.get(name)?.expires ?? Number.NaN).toISOString()
}

/** Updates the session as a page's script does. */
export async function update(visit: Visitor, data: unknown): Promise<Response> {
  return visit.post('/auth/session', { csrfToken: await visit.getCsrfToken(), data }, { json: true })
}

/** The session as the app's own Node server reads it. */
export function read(visit: Visitor, config: AuthConfig) {
  const req = new IncomingMessage(new Socket())
  req.headers = { host: 'app.example', 'x-forwarded-proto': 'https', cookie: visit.jar.header(origin) }
  return getSession(req, config)
}

const noon = Date.parse('2026-06-01T12:00:00Z')

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour

/** A clock that stands still at noon; only `Date` is held, so that everything asynchronous goes on. */
export const clock = {
  stop: () => void vi.useFakeTimers({ toFake: ['Date'], now: noon }),
  start: () => void vi.useRealTimers(),
  /** Lets seconds pass. */
  pass: (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000),
  in: (seconds: number) => new Date(noon + seconds * 1000).toISOString(),
}
