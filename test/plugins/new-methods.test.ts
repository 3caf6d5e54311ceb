import { encode } from 'latchkey/jwt'
import type { Plugin } from 'latchkey/plugins'
import Passkey from 'latchkey/providers/passkey'
import { signInAs } from 'latchkey/testing'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, origin, runRoundTrip, secret, sessionCookie } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createTestStore, toStoreOptions } from '../support/test-store.js'
import type { Visitor } from '../support/visitor.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const day = 86_400_000
const json = { headers: { accept: 'application/json' } }

/** Each session, and whether a user may add a way to sign in with it. */
const sessions = {
  'a session of one minute with known methods': { age: 60_000, amr: ['pwd'], isAllowed: true },
  'a session of 14 minutes with known methods': { age: 840_000, amr: ['pwd'], isAllowed: true },
  'a session of 16 minutes with known methods': { age: 960_000, amr: ['pwd'], isAllowed: false },
  'a session of 20 days with known methods': { age: 20 * day, amr: ['pwd'], isAllowed: false },
  'a session of one minute with unknown methods': { age: 60_000, amr: [], isAllowed: true },
  'a session of 16 minutes with unknown methods': { age: 960_000, amr: [], isAllowed: false },
  'a session of 20 days with unknown methods': { age: 20 * day, amr: [], isAllowed: false },
  'a session from Auth.js with unknown methods': { age: 0, amr: null, isAllowed: false },
} as const

/** A later plugin, which adds each kind of method. */
const kinds = ['factor', 'password', 'email-address', 'api-key'] as const
const added: string[] = []
const vault: Plugin = {
  id: 'vault',
  actions: Object.fromEntries(
    kinds.map(kind => [
      kind,
      {
        POST: async ctx => {
          const url = await ctx.authorizeNewMethod(kind)
          if (url !== null) return { status: 403, data: { error: 'recent-sign-in-required' }, redirect: url }
          added.push(kind)
          return { data: {} }
        },
      },
    ]),
  ),
}

interface Cell {
  readonly name: keyof typeof sessions
  readonly strategy: 'jwt' | 'database'
  readonly hasPlugin: boolean
}

const cells: Cell[] = (Object.keys(sessions) as Cell['name'][]).flatMap(name =>
  (['jwt', 'database'] as const).flatMap(strategy =>
    [false, true].map(hasPlugin => ({ name, strategy, hasPlugin })),
  ),
)

/** Opens a browser with the session. */
async function openSession({ name, strategy, hasPlugin }: Cell) {
  const { age, amr } = sessions[name]
  const store = createTestStore()
  const op = createMaliciousProvider()
  const app = createTestApp({
    op,
    ...toStoreOptions(store),
    session: { strategy },
    providers: [op.provider(), Passkey()],
    plugins: [vault, ...(hasPlugin ? [twoFactor({ notify: skipNotifications })] : [])],
  })
  const user = await store.createUser({
    id: 'ada-1',
    name: 'Ada',
    email: 'ada@example.com',
    emailVerified: null,
  })
  const visit = app.open()
  if (amr === null) await addAuthjsSession(visit, { store, strategy })
  else {
    const { cookies } = await signInAs(app.config, { user, amr, url: origin })
    for (const { name: cookie, value } of cookies)
      visit.jar.set(origin, `${cookie}=${value}; Secure; HttpOnly; Path=/`)
  }
  vi.setSystemTime(Date.now() + age)
  added.length = 0
  return { app, visit, store }
}

/** Auth.js renews its tokens, so their age says nothing about the sign-in. */
async function addAuthjsSession(
  visit: Visitor,
  { store, strategy }: { store: ReturnType<typeof createTestStore>; strategy: Cell['strategy'] },
): Promise<void> {
  const expires = new Date(Date.now() + day)
  const token = { sub: 'ada-1', name: 'Ada', email: 'ada@example.com' }
  const value =
    strategy === 'jwt' ? await encode({ token, secret, salt: sessionCookie }) : 'a session of Auth.js'
  if (strategy === 'database') await store.createSession({ sessionToken: value, userId: 'ada-1', expires })
  visit.jar.set(origin, `${sessionCookie}=${encodeURIComponent(value)}; Secure; HttpOnly; Path=/`)
}

const back = `${origin}/settings`

/** Tries to add a method. @returns the URL of the page that comes first, or null if it was added */
type Attempt = (opened: Awaited<ReturnType<typeof openSession>>) => Promise<string | null>

const attempts: Readonly<Record<string, Attempt>> = {
  async account({ app, visit, store }) {
    const start = await visit.signIn('op', { callbackUrl: back })
    const first = visit.getLocation(start)
    if (first.origin === origin) return first.href
    await runRoundTrip(visit, app.op, { as: { sub: 'ada-at-op' }, callbackUrl: back })
    const owner = await store.getUserByAccount({ provider: 'op', providerAccountId: 'ada-at-op' })
    expect(owner?.id).toBe('ada-1')
    return null
  },
  async passkey({ visit }) {
    const path = `/auth/webauthn-options/passkey?action=register&callbackUrl=${encodeURIComponent(back)}`
    const response = await visit.get(path)
    const body = (await response.json()) as { url?: string; options?: object }
    expect('options' in body).toBe(response.status === 200)
    return body.url ?? null
  },
  ...Object.fromEntries(
    kinds.map((kind): [string, Attempt] => [
      kind,
      async ({ visit }) => {
        const csrfToken = await visit.getCsrfToken()
        const response = await visit.post(`/auth/vault/${kind}`, { csrfToken, callbackUrl: back }, json)
        const { url = null } = (await response.json()) as { url?: string }
        expect(added).toEqual(url === null ? [kind] : [])
        return url
      },
    ]),
  ),
}

/** The second factor of the plugin, whose page returns to itself. */
const enroll: Attempt = async ({ visit }) => {
  const response = await visit.get('/auth/two-factor/enroll', json)
  const body = (await response.json()) as { url?: string; secret?: string }
  expect(body.secret === undefined).toBe(body.url !== undefined)
  return body.url ?? null
}

const pairs = cells.map((cell): [string, Cell] => [
  `${cell.name}, ${cell.strategy} strategy, ${cell.hasPlugin ? 'with' : 'without'} the plugin`,
  cell,
])

describe.each(pairs)('%s', (_, cell) => {
  const { isAllowed } = sessions[cell.name]
  const tried = cell.hasPlugin ? { ...attempts, 'authenticator app': enroll } : attempts

  test.each(Object.entries(tried))(
    isAllowed ? 'adds %s' : 'adds no %s, and is led to the step-up page',
    async (kind, attempt) => {
      const opened = await openSession(cell)
      const url = await attempt(opened)
      if (isAllowed) return expect(url).toBeNull()
      const page = new URL(url ?? '')
      expect(page.pathname).toBe('/auth/step-up')
      const returnUrl = kind === 'authenticator app' ? `${origin}/auth/two-factor/enroll` : back
      expect(page.searchParams.get('callbackUrl')).toBe(returnUrl)
      const answer = await opened.visit.get(page.href, json)
      const { methods, advice } = (await answer.json()) as { methods: unknown[]; advice?: string }
      // A user who can confirm with no method signs out and in again, which is always possible.
      expect([answer.status, methods.length > 0 || advice === 'signInAgain']).toEqual([200, true])
    },
  )
})

test('the session stays as it was, and a new sign-in of unknown methods leads back', async () => {
  const cell = {
    name: 'a session of 20 days with unknown methods',
    strategy: 'jwt',
    hasPlugin: false,
  } as const
  const { app, visit } = await openSession(cell)
  const stepUp = visit.getLocation(await visit.signIn('op', { callbackUrl: back }))
  expect(await visit.getSession()).not.toBeNull()
  expect(stepUp.searchParams.get('methods')).toBe('any')
  const { cookies } = await signInAs(app.config, { user: { id: 'ada-1' }, url: origin })
  for (const { name, value } of cookies) visit.jar.set(origin, `${name}=${value}; Secure; HttpOnly; Path=/`)
  expect(visit.getLocation(await visit.get(stepUp)).href).toBe(back)
})
