import { describeIntegration } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLauncher, isSkipped, toCookieHeader } from './contract/launcher.js'
import { createIntegration, elysiaRuntime, fetchRuntimes } from './contract/serve-runtime.js'

const config = {
  providers: [
    {
      id: 'credentials',
      name: 'Password',
      type: 'credentials' as const,
      credentials: {},
      authorize: async () => ({ id: '1', email: 'ada@example.com' }),
    },
  ],
  secret: 'a secret of more than 32 characters!',
  session: { updateAge: 0 },
}

const runtimes = [...fetchRuntimes, elysiaRuntime].map(runtime => [runtime.name, runtime] as const)

describe.each(runtimes)('%s', (name, runtime) => {
  const launcher = createLauncher(runtime)
  beforeAll(launcher.open, 30_000)
  afterAll(launcher.close)

  describe.skipIf(isSkipped(runtime))('installed', () => {
    const integration = createIntegration(name, launcher.getOrigin)
    describeIntegration({ describe, it }, integration)

    if (runtime.entry === 'worker')
      it('uses the URL of the request, whatever headers say', async () => {
        const app = await integration.serve(config)
        const headers = {
          accept: 'text/html',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'https',
        }
        const response = await app.answer(new Request('https://app.example/account', { headers }))
        await app.close()
        expect(new URL(response.headers.get('location') ?? '').hostname).toBe('localhost')
      })

    it('adds the cookies to a response with immutable headers', async () => {
      const app = await integration.serve({ ...config, trustHost: true })
      const send = (path: string, init?: RequestInit) =>
        app.answer(new Request(`https://app.example${path}`, init))
      const csrf = await send('/auth/csrf')
      const { csrfToken } = await csrf.json()
      const headers = { cookie: toCookieHeader(csrf), 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ csrfToken }).toString()
      const signedIn = await send('/auth/callback/credentials', { method: 'POST', headers, body })
      const response = await send('/immutable', { headers: { cookie: toCookieHeader(signedIn) } })
      await app.close()
      expect([response.status, response.headers.get('location')]).toEqual([302, 'https://app.example/ok'])
      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Secure-authjs\.session-token=\S/),
      ])
    })
  })
})
