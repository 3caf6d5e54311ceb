import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { Plugin } from 'latchkey/plugins'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPlainAdapter, createTestApp } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import type { Visitor } from '../support/visitor.js'

const strategies = ['jwt', 'database'] as const
const stores = ['an adapter with records', 'an adapter of Auth.js with records'] as const
type App = ReturnType<typeof createApp>
type SignIn = (app: App, visit: Visitor) => Promise<void>

/** Raises the session, and says what it is worth. */
const level: Plugin = {
  id: 'level',
  actions: {
    '': {
      GET: async ctx => ({ data: { methods: [...((await ctx.getSession())?.methods ?? [])].map(toText) } }),
      POST: async ctx => ({ data: { isRaised: await ctx.raiseSession(['otp']) } }),
    },
  },
}

function toText({ amr, at, provider }: { amr: string; at: number; provider: string }): string {
  return `${provider} ${amr} ${at}`
}

const getTime = () => Math.floor(Date.now() / 1000)

function createApp(strategy: (typeof strategies)[number], store: (typeof stores)[number]) {
  const op = createMaliciousProvider()
  const emails = captureEmails()
  const memory = MemoryAdapter()
  const adapter = store === stores[0] ? memory : createPlainAdapter(memory)
  const unknown = {
    id: 'unknown',
    name: 'Unknown',
    type: 'credentials' as const,
    credentials: { email: {} },
    authorize: () => memory.getUserByEmail(String(grace.email)),
  }
  const app = createTestApp({
    op,
    adapter,
    records: memory.records,
    session: { strategy },
    revocation: { maxStale: 0 },
    throttling: {},
    plugins: [level],
    providers: [op.provider(), emails.provider, unknown],
  })
  return { ...app, op, emails }
}

const signInAtProvider =
  (secondsAgo: number): SignIn =>
  async ({ op }, visit) => {
    op.lies = { claims: { auth_time: getTime() - secondsAgo } }
    await visit.get(op.authorize(visit.getLocation(await visit.signIn('op'))), { from: op.issuer })
  }

const signInByEmail: SignIn = async ({ emails }, visit) => {
  await visit.signIn('mail', { email: String(grace.email) })
  await visit.get(emails.getLatestEmail().url, { follow: true })
}

const signInWithoutMethods: SignIn = async (_, visit) => {
  await visit.signInWithCredentials({ email: String(grace.email) }, { provider: 'unknown' })
}

const raise: SignIn = async (_, visit) => {
  await visit.post('/auth/level', { csrfToken: await visit.getCsrfToken() })
}

/** Ways in which a session rises: how it starts, and what the owner does then. */
const ways: Readonly<Record<string, readonly [SignIn, SignIn]>> = {
  'by the first known method': [signInWithoutMethods, signInAtProvider(0)],
  'by the first known method, an email': [signInWithoutMethods, signInByEmail],
  'by a step-up without known methods': [signInWithoutMethods, raise],
  'by a newer sign-in at the same provider': [signInAtProvider(900), signInAtProvider(0)],
  'by a link in another email': [signInAtProvider(900), signInByEmail],
  'by a provider after an email': [signInByEmail, signInAtProvider(0)],
  'by a step-up': [signInAtProvider(900), raise],
}

const cases = strategies.flatMap(strategy =>
  stores.flatMap(store => Object.keys(ways).map(way => [strategy, store, way] as const)),
)

async function readMethods(visit: Visitor): Promise<readonly unknown[]> {
  const response = await visit.get('/auth/level', { headers: { accept: 'application/json' } })
  const body: unknown = await response.json()
  return (Object(body) as { methods?: unknown[] }).methods ?? []
}

describe.each(cases)('a session (%s, %s) that rises %s', (strategy, store, way) => {
  afterEach(() => void vi.useRealTimers())

  test('does not raise a copy of its cookie, which ends after 30 seconds', async () => {
    const app = createApp(strategy, store)
    const [begin, rise] = ways[way] ?? [raise, raise]
    await signInAtProvider(900)(app, app.open())
    const owner = app.open()
    await begin(app, owner)
    const copy = owner.cloneWithCookies()
    const before = await readMethods(owner)
    await rise(app, owner)
    const after = await readMethods(owner)
    expect(after.join()).not.toBe(before.join())
    expect((await readMethods(copy)).join()).toBe(before.join())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect(await copy.getSession()).toBeNull()
    expect(await owner.getSession()).not.toBeNull()
  })
})
