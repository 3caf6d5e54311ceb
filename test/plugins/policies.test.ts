import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AccessDenied } from 'latchkey/errors'
import type { Plugin, PolicyDecision, SignInCandidate } from 'latchkey/plugins'
import { describe, expect, test } from 'vitest'
import {
  type AppSetup,
  ada,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createPasskeyApp, register } from '../support/passkey-app.js'
import type { Visitor } from '../support/visitor.js'

type Store = ReturnType<typeof MemoryAdapter>
type SignIn = (
  setup: AppSetup & { store: Store },
) => Promise<{ open(): Visitor; visit: Visitor; response: Response }>

const adaUser = { id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null }

/** Signs in with each method. */
const methods: Readonly<Record<string, SignIn>> = {
  'OpenID Connect': async ({ store, ...setup }) => {
    const { op, open } = createTestApp({ adapter: store, ...setup })
    const visit = open()
    return { open, visit, response: await runRoundTrip(visit, op) }
  },
  credentials: async ({ store, ...setup }) => {
    await store.createUser(adaUser)
    const { open } = createTestApp({ providers: [credentials], adapter: store, ...setup })
    const visit = open()
    return { open, visit, response: await visit.signInWithCredentials(ada) }
  },
  'a magic link': async ({ store, ...setup }) => {
    const { emails, provider } = captureEmails()
    const { open } = createTestApp({ providers: [provider], adapter: store, ...setup })
    const visit = open()
    await visit.signIn('mail', { email: ada.email })
    return { open, visit, response: await visit.get(emails[0]?.url ?? '') }
  },
  'a passkey': async setup => {
    const { open } = createPasskeyApp(setup)
    const visit = open()
    return { open, visit, response: (await register(visit, ada.email)).response }
  },
  'a plugin': async ({ store, plugins = [], ...setup }) => {
    const user = await store.createUser(adaUser)
    const signInPlugin: Plugin = {
      id: 'badge',
      actions: { '': { POST: async ctx => ({ redirect: await ctx.signInUser(user, ['sc']) }) } },
    }
    const { open } = createTestApp({ adapter: store, plugins: [signInPlugin, ...plugins], ...setup })
    const visit = open()
    return {
      open,
      visit,
      response: await visit.post('/auth/badge', { csrfToken: await visit.getCsrfToken() }),
    }
  },
}

const strategies = ['jwt', 'database'] as const

function createPolicy(decide: (candidate: SignInCandidate) => PolicyDecision) {
  const candidates: SignInCandidate[] = []
  const plugin: Plugin = {
    id: 'gate',
    policies: [
      (_, candidate) => {
        candidates.push(candidate)
        return decide(candidate)
      },
    ],
    actions: {
      pass: {
        POST: async ctx => {
          const pending = await ctx.getPendingSignIn()
          return pending ? { redirect: await ctx.resumeSignIn(pending, ['otp']) } : { status: 400, data: {} }
        },
      },
    },
  }
  return { plugin, candidates }
}

const isPassed = ({ methods }: SignInCandidate) => methods.some(({ amr }) => amr === 'otp')

test('a user whom the app stores elsewhere is signed in after an interruption', async () => {
  const { plugin } = createPolicy(candidate =>
    isPassed(candidate) ? 'allow' : { interrupt: `${origin}/auth/gate/pass` },
  )
  const setup = { adapter: MemoryAdapter(), plugins: [plugin], session: { strategy: 'jwt' as const } }
  const { open } = createTestApp({ providers: [credentials], ...setup })
  const visit = open()
  const pending = visit.getLocation(await visit.signInWithCredentials(ada)).searchParams.get('pending')
  await visit.post('/auth/gate/pass', { csrfToken: await visit.getCsrfToken(), pending })
  expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
})

test('a user who was deleted during an interruption gets no session', async () => {
  const { plugin } = createPolicy(candidate =>
    isPassed(candidate) ? 'allow' : { interrupt: `${origin}/auth/gate/pass` },
  )
  const store = MemoryAdapter()
  await store.createUser(adaUser)
  const setup = { adapter: store, plugins: [plugin], session: { strategy: 'jwt' as const } }
  const { open } = createTestApp({ providers: [credentials], ...setup })
  const visit = open()
  const pending = visit.getLocation(await visit.signInWithCredentials(ada)).searchParams.get('pending')
  await store.deleteUser(adaUser.id)
  await visit.post('/auth/gate/pass', { csrfToken: await visit.getCsrfToken(), pending })
  expect(await visit.getSession()).toBeNull()
})

describe.each(strategies)('with the %s strategy', strategy => {
  describe.each(Object.entries(methods))('a sign-in with %s', (_, signIn) => {
    const run = async (plugins: Plugin[]) => {
      const store = MemoryAdapter()
      return { store, ...(await signIn({ store, plugins, session: { strategy } })) }
    }

    async function expectSignedOut({ visit }: { visit: Visitor }) {
      expect(visit.jar.get(sessionCookie)).toBeUndefined()
      expect(await visit.getSession()).toBeNull()
    }

    test('gets a session if all policies allow it', async () => {
      const { plugin, candidates } = createPolicy(() => 'allow')
      const { visit } = await run([plugin])
      expect(await visit.getSession()).not.toBeNull()
      expect(candidates).toHaveLength(1)
    })

    test('gets no session if a policy denies it', async () => {
      const { plugin } = createPolicy(() => ({ deny: new AccessDenied('No.') }))
      const { visit, response } = await run([createPolicy(() => 'allow').plugin, { ...plugin, id: 'second' }])
      await expectSignedOut({ visit })
      expect(getLocation(response) ?? (await response.text())).toContain('error=AccessDenied')
    })

    test('gets no session if a policy returns anything else', async () => {
      const { plugin } = createPolicy(() => undefined as never)
      await expectSignedOut(await run([plugin]))
    })

    test('gets no session while a policy interrupts it, and one when all policies allow it', async () => {
      const interrupt = { interrupt: `${origin}/auth/gate/pass` }
      const { plugin, candidates } = createPolicy(candidate => (isPassed(candidate) ? 'allow' : interrupt))
      const { visit, response } = await run([plugin])
      await expectSignedOut({ visit })
      const url = new URL(getLocation(response) ?? ((await response.json()) as { url: string }).url)
      expect(url.pathname).toBe('/auth/gate/pass')
      const pending = url.searchParams.get('pending') ?? ''
      const csrfToken = await visit.getCsrfToken()

      const resumed = await visit.post('/auth/gate/pass', { csrfToken, pending })
      expect(getLocation(resumed)).not.toContain('/auth/')
      expect(await visit.getSession()).not.toBeNull()
      expect(candidates.map(isPassed)).toEqual([false, true])

      const repeated = await visit.post('/auth/gate/pass', { csrfToken, pending })
      expect(repeated.status).toBe(400)
    })

    test('cannot be resumed in another browser', async () => {
      const { plugin } = createPolicy(() => ({ interrupt: `${origin}/auth/gate/pass` }))
      const { open, response } = await run([plugin])
      const url = getLocation(response) ?? ((await response.json()) as { url: string }).url
      const pending = new URL(url).searchParams.get('pending') ?? ''
      const other = open()
      const csrfToken = await other.getCsrfToken()
      expect((await other.post('/auth/gate/pass', { csrfToken, pending })).status).toBe(400)
    })
  })

  test('a pending sign-in is resumed by one of sixteen concurrent requests', async () => {
    const interrupt = { interrupt: `${origin}/auth/gate/pass` }
    const { plugin } = createPolicy(candidate => (isPassed(candidate) ? 'allow' : interrupt))
    const store = MemoryAdapter()
    const { op, open } = createTestApp({ adapter: store, plugins: [plugin], session: { strategy } })
    const visit = open()
    const response = await runRoundTrip(visit, op)
    const pending = visit.getLocation(response).searchParams.get('pending') ?? ''
    const csrfToken = await visit.getCsrfToken()
    const tabs = Array.from({ length: 16 }, () => visit.cloneWithCookies())
    const results = await Promise.all(tabs.map(tab => tab.post('/auth/gate/pass', { csrfToken, pending })))
    const sessions = await Promise.all(tabs.map(tab => tab.getSession()))
    expect(results).toHaveLength(16)
    expect(sessions.filter(session => session !== null)).toHaveLength(1)
  })
})
