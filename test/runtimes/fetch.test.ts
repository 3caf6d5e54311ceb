import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { ServedIntegration } from 'latchkey/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLauncher, isSkipped, toCookieHeader } from './contract/launcher.js'
import { createIntegration, fetchRuntimes } from './contract/serve-runtime.js'

const site = 'https://app.example'

const config = {
  providers: [
    {
      id: 'credentials',
      name: 'Password',
      type: 'credentials' as const,
      credentials: { email: {}, password: { type: 'password' } },
      authorize: async () => null,
    },
  ],
  secret: 'a secret of more than 32 characters!',
  trustHost: true,
}

interface Submission {
  readonly path: string
  readonly fields?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Submits a form of the app, with a CSRF token. */
async function submit(
  { answer }: ServedIntegration,
  { path, fields, headers }: Submission,
): Promise<Response> {
  const csrf = await answer(new Request(`${site}/auth/csrf`))
  const { csrfToken } = await csrf.json()
  return answer(
    new Request(site + path, {
      method: 'POST',
      headers: {
        cookie: toCookieHeader(csrf),
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      body: new URLSearchParams({ csrfToken, ...fields }).toString(),
    }),
  )
}

/** A promise with its function. Node 20 has no `Promise.withResolvers`. */
function createSignal() {
  let resolve = (): void => {}
  const promise = new Promise<void>(settle => {
    resolve = settle
  })
  return { promise, resolve: () => resolve() }
}

afterEach(() => vi.unstubAllEnvs())

describe.each(fetchRuntimes.map(runtime => [runtime.name, runtime] as const))('%s', (name, runtime) => {
  const launcher = createLauncher(runtime)
  beforeAll(launcher.open, 30_000)
  afterAll(launcher.close)
  const integration = createIntegration(name, launcher.getOrigin)

  describe.skipIf(isSkipped(runtime))('installed', { timeout: 30_000 }, () => {
    it('says what to change if the body was read before', async () => {
      const app = await integration.serve(config)
      await submit(app, { path: '/auth/signout', headers: { 'x-consume-body': '1' } })
      const errors = await (await app.answer(new Request(`${site}/errors`))).json()
      await app.close()
      expect(errors.join()).toContain('The body was read before `withAuth`. Read `request.clone()` instead.')
    })

    it('limits attempts by the client that the platform knows', async () => {
      const app = await integration.serve({ ...config, throttling: { source: { limit: 2 } } })
      const attempt = async (headers: Readonly<Record<string, string>> = {}) => {
        const fields = { email: `${crypto.randomUUID()}@example.com`, password: 'wrong' }
        return (await submit(app, { path: '/auth/callback/credentials', fields, headers })).status
      }
      const statuses = [await attempt(), await attempt(), await attempt()]
      const other = await attempt({ 'cf-connecting-ip': '192.0.2.4' })
      await app.close()
      expect(statuses).toEqual([302, 302, 429])
      // Only Cloudflare sets this header. Elsewhere, a client could send it.
      expect(other).toBe(runtime.entry === 'worker' ? 302 : 429)
    })

    it('sends emails after the response, with `waitUntil`', async () => {
      const [allowed, sent, done] = [createSignal(), createSignal(), createSignal()]
      let isSent = false
      const app = await integration.serve({
        ...config,
        adapter: MemoryAdapter(),
        providers: [
          {
            id: 'email',
            name: 'Email',
            type: 'email',
            maxAge: 600,
            async sendVerificationRequest() {
              await allowed.promise
              isSent = true
              sent.resolve()
            },
          },
        ],
        waitUntil: () => done.resolve(),
      })
      const response = await submit(app, { path: '/auth/signin/email', fields: { email: 'ada@example.com' } })
      expect([response.status, isSent]).toEqual([302, false])
      expect(response.headers.get('location')).toBe(`${site}/auth/verify-request?provider=email&type=email`)
      allowed.resolve()
      await Promise.all([sent.promise, done.promise])
      await app.close()
    })

    it('reads the secret and the credentials of providers from variables of the platform', async () => {
      vi.stubEnv('AUTH_SECRET', 'another secret of more than 32 characters')
      vi.stubEnv('AUTH_HARBOR_ID', 'id from the platform')
      vi.stubEnv('AUTH_HARBOR_SECRET', 'secret from the platform')
      const endpoint = 'https://harbor.example'
      const harbor = { id: 'harbor', name: 'Harbor', type: 'oauth', issuer: endpoint }
      const endpoints = {
        authorization: `${endpoint}/authorize`,
        token: `${endpoint}/token`,
        userinfo: endpoint,
      }
      const { secret: _, ...withoutSecret } = config
      const app = await integration.serve({
        ...withoutSecret,
        providers: [{ ...harbor, ...endpoints }],
      } as never)
      const response = await submit(app, { path: '/auth/signin/harbor' })
      await app.close()
      const redirect = new URL(response.headers.get('location') ?? '')
      expect(redirect.searchParams.get('client_id')).toBe('id from the platform')
    })
  })
})
