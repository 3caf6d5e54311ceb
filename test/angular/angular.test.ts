import { AngularAuth } from 'latchkey/angular/server'
import type { AuthConfig } from 'latchkey/server'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { serveBehindProxy } from '../integrations/contract/proxy.js'
import { ada, credentials, origin } from '../support/app.js'
import { serve } from '../support/serve.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { loadAngularApp, readPage } from './angular-app.js'

const app = await loadAngularApp()

vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET'])
    vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
})

function createConfig(more: Partial<AuthConfig> = {}): AuthConfig {
  return {
    providers: [credentials],
    secret: 'a secret of the tests of latchkey/angular',
    trustHost: true,
    session: { updateAge: 0 },
    logger: { error: () => {}, warn: () => {} },
    ...more,
  }
}

/** Opens the production build of the app in `installed`, in Express. */
async function openApp(config = createConfig()): Promise<Visitor> {
  const { answer, close } = await serveBehindProxy(app.listen(config))
  onTestFinished(close)
  return createVisitor(answer, origin)
}

async function openSignedIn(config?: AuthConfig): Promise<Visitor> {
  const visitor = await openApp(config)
  await visitor.signInWithCredentials(ada)
  return visitor
}

/** Returns the state that the server passes to the browser. */
function readTransferState(html: string): Record<string, unknown> {
  const json = /<script id="ng-state" type="application\/json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}'
  return JSON.parse(json)
}

describe('a page that the server renders', () => {
  test('contains the public session for the browser, so that it does not request it', async () => {
    const callbacks: AuthConfig['callbacks'] = {
      jwt: ({ token }) => ({ ...token, secretNote: 'for the server only' }),
    }
    const visitor = await openSignedIn(createConfig({ callbacks }))
    const html = await (await visitor.get('/ok')).text()
    expect(readTransferState(html)['latchkey.session']).toMatchObject({ user: { email: ada.email } })
    expect(html).not.toContain('for the server only')
    expect(html).toContain('<i>authenticated</i>')
  })

  test('contains null for a visitor', async () => {
    const html = await (await (await openApp()).get('/ok')).text()
    expect(readTransferState(html)['latchkey.session']).toBeNull()
    expect(html).toContain('<i>unauthenticated</i>')
  })
})

test('a prerendered page has no session, and its response no cookie', async () => {
  const visitor = await openSignedIn()
  const response = await visitor.get('/static')
  const html = await response.text()
  expect(html).toContain('<i>loading</i>')
  expect(readTransferState(html)).not.toHaveProperty(['latchkey.session'])
  expect(response.headers.getSetCookie()).toEqual([])
})

describe('requireAuth', () => {
  test('redirects to a route of the app, which is the option signInPath', async () => {
    const visitor = await openApp()
    const response = await visitor.get('/members')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('/login?callbackUrl=%2Fmembers')
  })

  test('shows the page to a signed-in user, with signInPath', async () => {
    const visitor = await openSignedIn()
    expect(await readPage(await visitor.get('/members'))).toBe(ada.email)
  })

  test('redirects a visitor from a page that requires a recent sign-in', async () => {
    const response = await (await openApp()).get('/recent')
    expect(response.status).toBe(303)
  })

  test('keeps the query of the page in the redirect to the sign-in page', async () => {
    const response = await (await openApp()).get('/account?tab=2')
    expect(response.status).toBe(303)
    const location = new URL(response.headers.get('location') ?? '', origin)
    expect(location.pathname).toBe('/auth/signin')
    expect(location.searchParams.get('callbackUrl')).toBe(`${origin}/account?tab=2`)
  })
})

describe('authInterceptor', () => {
  /** Opens an app whose page requests `/echo` of its own origin and of another one. */
  async function openRequests(more: Partial<AuthConfig> = {}) {
    const other = await serve((req, res) => void res.end(`[${req.headers.cookie ?? 'no cookie'}]`))
    const own = await serve(app.listen(createConfig(more)))
    onTestFinished(async () => {
      await Promise.all([other.close(), own.close()])
      Reflect.deleteProperty(globalThis, 'otherOrigin')
    })
    Object.assign(globalThis, { otherOrigin: other.origin })
    const response = await fetch(`${own.origin}/requests`, { headers: { cookie: 'color=blue' } })
    return readPage(response)
  }

  test('sends the cookies of the user to the origin of the app only', async () => {
    expect(await openRequests()).toBe('[color=blue] [no cookie]')
  })

  test('sends none if AUTH_URL names another origin than that of the request', async () => {
    vi.stubEnv('AUTH_URL', 'https://app.example')
    expect(await openRequests()).toBe('[no cookie] [no cookie]')
  })
})

test('the app names what server.ts must pass, if it passes no session', async () => {
  const { handleAuth } = globalThis as unknown as { handleAuth: ReturnType<typeof AngularAuth>['handleAuth'] }
  onTestFinished(() => void Object.assign(globalThis, { handleAuth }))
  const withoutAuth: typeof handleAuth = (request, render) =>
    handleAuth(request, () => render({} as Parameters<typeof render>[0]))
  Object.assign(globalThis, { handleAuth: withoutAuth })
  await expect(app.fetch(createConfig())(new Request(`${origin}/ok`))).rejects.toThrow(
    'In server.ts, call `handleAuth(req, auth => angularApp.handle(req, { auth }))`.',
  )
})

describe('handleAuth', () => {
  const { handleAuth } = AngularAuth(createConfig())

  test('returns null if the app does not respond', async () => {
    expect(await handleAuth(new Request(`${origin}/x`), async () => null)).toBeNull()
  })

  test('leaves a response alone that does not depend on the session', async () => {
    const response = new Response('public')
    expect(await handleAuth(new Request(`${origin}/x`), async () => response)).toBe(response)
  })

  test('signs in and out in an endpoint, with a redirect and its cookies', async () => {
    const post = (cookie = '') => new Request(`${origin}/x`, { method: 'POST', headers: { origin, cookie } })
    const signedIn = await handleAuth(post(), auth =>
      auth.signIn({ provider: 'credentials', fields: ada, redirectTo: '/account' }),
    )
    expect([signedIn?.status, signedIn?.headers.get('location')]).toEqual([303, `${origin}/account`])
    const cookie = signedIn?.headers.getSetCookie().find(line => line.includes('session-token=')) ?? ''
    const signedOut = await handleAuth(post(cookie.split(';')[0]), auth => auth.signOut())
    expect(signedOut?.status).toBe(303)
    expect(signedOut?.headers.getSetCookie().join()).toMatch(/session-token=;/)
  })

  test('rejects the form of another site with status 403', async () => {
    const headers = { origin: 'https://evil.example' }
    const request = new Request(`${origin}/x`, { method: 'POST', headers })
    const response = await handleAuth(request, auth => auth.signIn({ provider: 'credentials', fields: ada }))
    expect([response?.status, response?.headers.getSetCookie()]).toEqual([403, []])
  })
})
