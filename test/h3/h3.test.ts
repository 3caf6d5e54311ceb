import { MemoryAdapter } from 'latchkey/adapters/memory'
import { H3Auth, type H3AuthConfig, type H3AuthContext } from 'latchkey/h3'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { forward } from '../integrations/contract/proxy.js'
import { ada, createTappedAdapter, credentials, origin } from '../support/app.js'
import { serve } from '../support/serve.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { type H3Two, loadH3One, loadH3Two, loadH3TwoCandidate, type TestEvent } from './h3-versions.js'

const baseConfig: H3AuthConfig = {
  providers: [credentials],
  secret: 'a secret of more than 32 characters!',
  trustHost: true,
  logger: { error: () => {}, warn: () => {} },
}

type Answer = (context: H3AuthContext) => unknown
interface App {
  readonly visit: Visitor
  /** What handlers threw, as the framework's `isError` sees it. */
  readonly errors: boolean[]
}

const versions = [
  {
    version: 'h3 1',
    async open(answer: Answer, more?: Partial<H3AuthConfig>): Promise<App> {
      const h3 = await loadH3One()
      const { handler, errors } = createHandler(answer, h3.isError)
      const app = h3.createApp()
      app.use(h3.eventHandler(H3Auth({ ...baseConfig, ...more }).auth))
      app.use('/page', h3.eventHandler(handler))
      const served = forward(await serve(h3.toNodeListener(app)))
      onTestFinished(served.close)
      return { visit: createVisitor(served.answer, origin), errors }
    },
  },
  { version: 'h3 2', open: createOpenTwo(loadH3Two) },
  { version: 'the h3 2 of Nitro 3.0.0', open: createOpenTwo(loadH3TwoCandidate) },
]

function createOpenTwo(load: () => Promise<H3Two>) {
  return async (answer: Answer, more?: Partial<H3AuthConfig>): Promise<App> => {
    const { H3, HTTPError } = await load()
    const { handler, errors } = createHandler(answer, HTTPError.isError)
    const app = new H3({ silent: true })
    app.use(H3Auth({ ...baseConfig, ...more }).auth)
    app.all('/page', handler)
    return { visit: createVisitor(async request => app.fetch(request), origin), errors }
  }
}

function createHandler(answer: Answer, isError: (error: unknown) => boolean) {
  const errors: boolean[] = []
  async function handler({ context }: TestEvent): Promise<unknown> {
    try {
      return await answer(context)
    } catch (error) {
      errors.push(isError(error))
      throw error
    }
  }
  return { handler, errors }
}

// The first call installs h3.
beforeAll(async () => void (await loadH3One()), 120_000)

describe.each(versions)('$version', ({ open }) => {
  test('a handler that requires a session redirects pages, and answers APIs with 401', async () => {
    const { visit, errors } = await open(async ({ auth }) => (await auth.requireAuth()).user?.email)
    const page = await visit.get('/page')
    expect([page.status, visit.getLocation(page).searchParams.get('callbackUrl')]).toEqual([
      303,
      `${origin}/page`,
    ])
    const api = await visit.get('/page', { headers: { accept: '*/*' } })
    expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await api.json()).toMatchObject({ data: { error: 'login_required' } })
    expect(errors).toEqual([true, true])
    await visit.signInWithCredentials(ada)
    expect(await (await visit.get('/page')).text()).toBe('ada@example.com')
  })

  test('an outage is an error of the framework with status 503, and keeps the cookie', async () => {
    const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
      if (method === 'getSessionAndUser') throw new Error('The database is down.')
    })
    const { visit, errors } = await open(({ auth }) => auth.getSession(), { adapter })
    const response = await visit.get('/page', { headers: { cookie: '__Secure-authjs.session-token=token' } })
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
    expect(errors).toEqual([true])
  })

  test('a response that depends on the session is not stored by shared caches', async () => {
    const { visit } = await open(async ({ auth }) => `${await auth.getSession()}`)
    expect((await visit.get('/page')).headers.get('cache-control')).toBe('private, no-store')
  })

  test('a response that the app caches stays as it is', async () => {
    const headers = { 'cache-control': 'private, max-age=60' }
    const { visit } = await open(async ({ auth }) => {
      await auth.getSession()
      return new Response('page', { headers })
    })
    expect((await visit.get('/page')).headers.get('cache-control')).toBe('private, max-age=60')
  })

  test('a handler can sign out, and reads no session afterwards', async () => {
    const { visit } = await open(
      async ({ auth }) => {
        await auth.getSession()
        const redirect = await auth.signOut({ redirectTo: '/bye' })
        return (await auth.getSession()) ?? redirect
      },
      { session: { updateAge: 0 } },
    )
    await visit.signInWithCredentials(ada)
    const response = await visit.get('/page')
    expect([response.status, visit.getLocation(response).href]).toEqual([303, `${origin}/bye`])
    const cookies = response.headers.getSetCookie().filter(line => line.includes('session-token'))
    expect(cookies).toEqual([expect.stringContaining('Max-Age=0')])
  })

  test('a handler can sign in', async () => {
    const { visit } = await open(({ auth }) =>
      auth.signIn({ provider: 'credentials', fields: ada, redirectTo: '/in' }),
    )
    const response = await visit.get('/page', { from: origin })
    expect(visit.getLocation(response).pathname).toBe('/in')
    expect(response.headers.getSetCookie().join()).toContain('session-token=')
  })

  test('a sign-in by the form of another site is an error of the framework with status 403', async () => {
    const { visit, errors } = await open(({ auth }) => auth.signIn({ provider: 'credentials', fields: ada }))
    const response = await visit.post('/page', {}, { from: 'https://evil.example' })
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
    expect(errors).toEqual([true])
  })
})

test('a body that middleware of h3 2 has consumed is an error that says what to do', async () => {
  const { H3 } = await loadH3Two()
  const errors: Error[] = []
  const logger = { error: (error: Error) => void errors.push(error) }
  const app = new H3({ silent: true })
  app.use(async ({ req }) => void (await (req as Request).text()))
  app.use(H3Auth({ ...baseConfig, logger }).auth)
  const response = await app.fetch(
    new Request(`${origin}/auth/signin/credentials`, { method: 'POST', body: new URLSearchParams(ada) }),
  )
  expect(response.status).toBe(400)
  expect(errors.join()).toContain('The body was read before `auth`.')
})

test('an event of another framework is an error', async () => {
  const { auth } = H3Auth(baseConfig)
  await expect(auth({ context: {}, req: {} })).rejects.toThrow('`auth` is middleware of h3 1 and 2.')
})
