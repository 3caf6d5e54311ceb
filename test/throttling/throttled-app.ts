import type { AuthConfig } from 'latchkey'
import { createAuth } from 'latchkey/server'
import { expect, onTestFinished, vi } from 'vitest'
import { type AppSetup, createTestApp, credentials, origin } from '../support/app.js'
import {
  advanceTestStore,
  createTestStore,
  findTestStoreName,
  toStoreOptions,
} from '../support/test-store.js'
import { createVisitor, type Visitor, type VisitorOptions } from '../support/visitor.js'

/** Options of a browser, and the IP address of its requests. */
export interface ClientOptions extends VisitorOptions {
  /** @default none */
  address?: string
  /** Headers that are added to each request. */
  headers?: Record<string, string>
}

/** Creates an app that limits attempts, with a secret of its own: the counters in memory belong to a secret. The counters of a test store are records. */
export function createThrottledApp(setup: AppSetup = {}) {
  const authorized: unknown[] = []
  const provider = {
    ...credentials,
    authorize: async (fields: { email?: unknown; password?: unknown }) => {
      authorized.push(fields.email)
      return credentials.authorize(fields)
    },
  }
  const app = createTestApp({
    providers: [provider],
    secret: crypto.randomUUID(),
    throttling: {},
    ...(findTestStoreName() !== null && {
      ...toStoreOptions(createTestStore()),
      session: { strategy: 'jwt' },
    }),
    ...setup,
  })
  const open = (client: ClientOptions = {}): Visitor => openClient(app.config, client)
  return { ...app, open, authorized }
}

/** Opens a browser whose requests come from an address. */
function openClient(config: AuthConfig, { address, headers = {}, ...options }: ClientOptions = {}): Visitor {
  const { raw: _, ...rest } = config
  const auth = createAuth(rest)
  const answer = (request: Request) => {
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    return auth.handler(request, { getClientAddress: () => address })
  }
  return createVisitor(answer, origin, options)
}

/** Submits a password. */
export async function submitPassword(
  visit: Visitor,
  email: string,
  password = 'wrong',
  headers: Record<string, string> = {},
): Promise<Response> {
  const csrfToken = await visit.getCsrfToken()
  return visit.post('/auth/callback/credentials', { csrfToken, email, password }, { headers })
}

/** Submits wrong passwords one after the other, and returns the statuses of the responses. */
export async function guess(visit: Visitor, email: string, times: number): Promise<number[]> {
  const statuses = []
  for (let count = 0; count < times; count++) statuses.push((await submitPassword(visit, email)).status)
  return statuses
}

/** Returns how often the response was not 429. */
export function countAllowed(statuses: readonly number[]): number {
  return statuses.filter(status => status !== 429).length
}

/** Signs in with the right password. */
export async function expectSignIn(visit: Visitor, email: string): Promise<void> {
  expect((await submitPassword(visit, email, 'correct horse')).status).toBe(302)
  expect(await visit.getSession()).toMatchObject({ user: { email } })
}

/** Stops the clock, and returns a function that advances it by seconds. */
export function stopClock(): (seconds: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  return async seconds => {
    vi.setSystemTime(Date.now() + seconds * 1000)
    await advanceTestStore(seconds)
  }
}
