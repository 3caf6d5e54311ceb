import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { AuthConfig } from 'latchkey/server'
import { createInMemoryProvider } from 'latchkey/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, createTappedAdapter, credentials, origin } from '../../support/app.js'
import { createVisitor, type Visitor } from '../../support/visitor.js'
import { astro } from './astro.js'
import { express } from './express.js'
import { fastify } from './fastify.js'
import { type AppSetup, appCookies, type FrameworkUnderTest } from './framework-under-test.js'
import { h3One, h3Two, h3TwoOnNode } from './h3.js'
import { hono, honoOnNode } from './hono.js'
import { koa } from './koa.js'
import { nest, nestOnFastify } from './nest.js'
import { node } from './node.js'
import { reactRouter } from './react-router.js'

/** The frameworks of the contract. */
const frameworks: readonly FrameworkUnderTest[] = [
  astro,
  express,
  fastify,
  h3One,
  h3Two,
  h3TwoOnNode,
  hono,
  honoOnNode,
  koa,
  nest,
  nestOnFastify,
  node,
  reactRouter,
]

const op = createInMemoryProvider()
const formPost = op.provider({
  id: 'form-post',
  authorization: { params: { response_mode: 'form_post' } },
})

const logger = { error: () => {}, warn: () => {} }
const baseConfig: AuthConfig = {
  providers: [credentials, op.provider(), formPost],
  secret: 'a secret of the contract of integrations',
  trustHost: true,
  logger,
  session: { updateAge: 0 },
}

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST']) vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
})

describe.each(frameworks.map(framework => ({ name: framework.name, framework })))(
  '$name',
  ({ framework }) => {
    async function open(more: Partial<AuthConfig> = {}, setup?: AppSetup): Promise<Visitor> {
      const app = await framework.serve({ ...baseConfig, ...more }, setup)
      onTestFinished(app.close)
      return createVisitor(app.answer, origin)
    }

    async function openSignedIn(more?: Partial<AuthConfig>): Promise<Visitor> {
      const visit = await open(more)
      await visit.signInWithCredentials(ada)
      return visit
    }

    const answers = [
      ['/ok', 200, 'ada@example.com'],
      ['/redirect', 302, ''],
      ['/unauthorized', 401, 'No.'],
      ['/error', 500, 'Something went wrong.'],
      ['/stream', 200, 'ada@example.com'],
    ] as const

    test.each(answers)('sends all cookies of %s, status %i', async (path, status, body) => {
      const visit = await openSignedIn()
      const response = await visit.get(path)
      expect([response.status, await response.text()]).toEqual([status, body])
      const lines = response.headers.getSetCookie()
      expect(lines).toHaveLength(3)
      expect(lines).toEqual(expect.arrayContaining(appCookies))
      const rolled = lines.filter(line => line.startsWith('__Secure-authjs.session-token='))
      expect(rolled).toEqual([
        expect.stringMatching(/; Expires=\w{3}, [^;]*GMT; HttpOnly; Secure; SameSite=Lax$/),
      ])
    })

    test.each(answers)('sends all parts of a session of 8 kB at %s, and clears them all', async path => {
      const callbacks: AuthConfig['callbacks'] = {
        jwt: ({ token }) => ({ ...token, notes: 'n'.repeat(8000) }),
      }
      const visit = await openSignedIn({ callbacks })
      const response = await visit.get(path)
      const parts = response.headers.getSetCookie().filter(line => line.includes('session-token.'))
      expect(parts.length).toBeGreaterThanOrEqual(3)
      for (const part of parts) expect(part).toMatch(/^[^,]*; Expires=\w{3}, [^,]*$/)
      expect(await (await visit.get('/ok')).text()).toBe('ada@example.com')
      await visit.signOut()
      expect(visit.jar.cookies().filter(({ name }) => name.includes('session-token'))).toEqual([])
      expect(await (await visit.get('/ok')).text()).toBe('visitor')
    })

    describe.each([
      ['an unparsed', false],
      ['a parsed', true],
    ])('with %s body', (_, parsesBodies) => {
      test.each([
        ['a form', false],
        ['JSON', true],
      ])('signs in and out by %s', async (_name, json) => {
        const visit = await open({}, { parsesBodies })
        await visit.signInWithCredentials(ada, { json })
        expect(await (await visit.get('/ok')).text()).toBe('ada@example.com')
        await visit.signOut({}, { json })
        expect(await (await visit.get('/ok')).text()).toBe('visitor')
      })

      test('accepts the form that a provider posts from its site', async () => {
        const visit = await open({}, { parsesBodies })
        const away = await visit.signIn('form-post', { callbackUrl: '/ok' })
        const callback = op.authorize(visit.getLocation(away))
        const { origin: site, pathname, searchParams } = callback
        const response = await visit.post(site + pathname, searchParams, { from: op.issuer })
        expect(visit.getLocation(response).href).toBe(`${origin}/ok`)
        expect(await (await visit.follow(response)).text()).toBe('ada@example.com')
      })

      test('rejects the form of another site', async () => {
        const visit = await open({}, { parsesBodies })
        const response = await visit.post('/auth/callback/credentials', ada, { from: 'https://evil.example' })
        expect(visit.getLocation(response).pathname).toBe('/auth/signin')
        expect(await (await visit.get('/ok')).text()).toBe('visitor')
      })
    })

    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'host=evil.example;proto=http',
    }

    test('ignores hostile headers if AUTH_URL is set', async () => {
      vi.stubEnv('AUTH_URL', origin)
      const visit = await openSignedIn()
      const csrfToken = await visit.getCsrfToken()
      const away = await visit.post('/auth/signin/op', { csrfToken }, { headers: forged })
      expect(visit.getLocation(away).searchParams.get('redirect_uri')).toBe(`${origin}/auth/callback/op`)
      const page = await visit.get('/ok', { headers: forged })
      expect(await page.text()).toBe('ada@example.com')
      expect(page.headers.getSetCookie().join()).toContain('__Secure-authjs.session-token=')
      const visitor = await open()
      const refused = await visitor.get('/account', { headers: forged })
      expect(visitor.getLocation(refused).origin).toBe(origin)
    })

    test('serves nothing without AUTH_URL and without a trusted host', async () => {
      const visit = await open({ trustHost: false })
      for (const path of ['/auth/signin', '/auth/session', '/ok', '/account']) {
        const response = await visit.get(path, { headers: forged })
        expect(response.status).toBe(500)
        expect([...response.headers].join()).not.toContain('evil.example')
      }
    })

    test('redirects visitors from a guarded page, answers an API with 401, and lets users in', async () => {
      const visit = await open()
      const page = await visit.get('/account')
      expect([page.status, visit.getLocation(page).searchParams.get('callbackUrl')]).toEqual([
        303,
        `${origin}/account`,
      ])
      const api = await visit.get('/account', { headers: { accept: '*/*' } })
      expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      await visit.signInWithCredentials(ada)
      const allowed = await visit.get('/account')
      expect(allowed.status).toBe(200)
      expect(allowed.headers.getSetCookie()).toEqual([expect.stringContaining('session-token=')])
    })

    test('answers an outage with 503 and keeps the cookie', async () => {
      let isDown = false
      const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
        if (isDown && method === 'getSessionAndUser') throw new Error('The database is down.')
      })
      const visit = await open({ adapter })
      const away = await visit.signIn('op')
      await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
      isDown = true
      for (const path of ['/ok', '/account', '/stream']) {
        const response = await visit.get(path)
        expect(response.status).toBe(503)
        expect(response.headers.getSetCookie().join()).not.toContain('session-token')
      }
      isDown = false
      expect(await (await visit.get('/ok')).text()).toBe('ada@example.com')
    })
  },
)
