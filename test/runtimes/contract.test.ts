import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeIntegration } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildProgram,
  createIntegration,
  type FetchRuntime,
  fetchRuntimes,
  type RuntimeProcess,
  startProgram,
} from './contract/serve-runtime.js'

const isCI = ['true', '1'].includes(process.env.CI ?? '')

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

/** Starts a runtime once for each set of variables. */
function createLauncher(runtime: FetchRuntime) {
  const processes = new Map<string, Promise<RuntimeProcess>>()
  let folder = ''
  let bundle = ''
  return {
    async open() {
      folder = await mkdtemp(join(tmpdir(), 'latchkey-fetch-'))
      bundle = await buildProgram(runtime, folder)
    },
    async getOrigin(variables: Readonly<Record<string, string>>): Promise<string> {
      const key = JSON.stringify(variables)
      const started = processes.get(key) ?? startProgram(runtime, bundle, variables)
      processes.set(key, started)
      return (await started).origin
    },
    async close() {
      for (const started of processes.values()) await started.then(({ stop }) => stop())
      await rm(folder, { recursive: true, force: true })
    },
  }
}

describe.each(fetchRuntimes.map(runtime => [runtime.name, runtime] as const))('%s', (name, runtime) => {
  const isInstalled = runtime.command('').every(part => !part.startsWith('/') || existsSync(part))
  const launcher = createLauncher(runtime)

  beforeAll(async () => {
    if (isInstalled) await launcher.open()
  }, 30_000)
  afterAll(launcher.close)

  describe.skipIf(!isInstalled && !isCI)('installed', () => {
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

function toCookieHeader(response: Response): string {
  return response.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}
