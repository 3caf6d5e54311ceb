import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { customFetch } from 'latchkey'
import type { OAuth2Config, OIDCConfig } from 'latchkey/providers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Untyped } from '../../src/types/untyped.js'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { createCertificate } from '../support/certificate.js'
import { getFreePort } from '../support/free-port.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { listen } from '../support/serve.js'
import { createTempFolder } from '../support/temp-folder.js'

type Fetch = typeof fetch

/** Ways in which a connection fails, with the origin and the code that the log must contain. */
const unreachable: Record<string, { code: RegExp; start: () => Promise<{ url: string; fetch?: Fetch }> }> = {
  'a closed port': {
    code: /ECONNREFUSED/,
    start: async () => ({ url: `http://localhost:${await getFreePort()}` }),
  },
  'a host name that does not exist': {
    // A resolver that is itself unreachable answers EAI_AGAIN.
    code: /ENOTFOUND|EAI_AGAIN/,
    start: async () => ({ url: 'https://identity-provider-of-nobody.invalid' }),
  },
  'a self-signed certificate': {
    code: /DEPTH_ZERO_SELF_SIGNED_CERT/,
    start: async () => {
      const folder = await createTempFolder('tls')
      onTestFinished(folder.remove)
      const { key, cert } = createCertificate(folder.path)
      const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
        response.end(),
      )
      const { origin, close } = await listen(server, 'https')
      onTestFinished(close)
      return { url: origin }
    },
  },
  ...Object.fromEntries(
    ['CERT_HAS_EXPIRED', 'UND_ERR_CONNECT_TIMEOUT', 'ECONNRESET'].map(code => [
      `a failure ${code} below fetch`,
      {
        code: new RegExp(code),
        start: async () => ({
          url: 'https://login.identity-provider.example',
          fetch: createFailingFetch(code),
        }),
      },
    ]),
  ),
}

function createFailingFetch(code: string): Fetch {
  return () =>
    Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code }) }))
}

function createProviders(
  url: string,
  fetch: Fetch | undefined,
): [OIDCConfig<Untyped>, OAuth2Config<Untyped>] {
  const op = createMaliciousProvider()
  const network = { [customFetch]: fetch ?? globalThis.fetch }
  return [
    { ...op.provider(network), issuer: url },
    { ...op.plainProvider(network), token: `${url}/token?api_key=hunter2`, userinfo: `${url}/userinfo` },
  ]
}

describe.each(Object.entries(unreachable))('a provider behind %s', (_, { code, start }) => {
  test.each(['logger', 'console'])('has its origin and code in the %s', async writer => {
    const { url, fetch } = await start()
    const lines: string[] = []
    const spy = vi
      .spyOn(console, 'error')
      .mockImplementation((...values) => void lines.push(values.join(' ')))
    onTestFinished(() => void spy.mockRestore())
    const logger = { error: (error: Error) => void lines.push(error.message) }
    const { open } = createTestApp({
      providers: createProviders(url, fetch),
      logger: writer === 'logger' ? logger : undefined,
    })

    const visit = open()
    expect(getLocation(await visit.signIn('op'))).toBe(`${origin}/auth/signin?error=OAuthSignin`)
    const message = lines.find(line => line.includes('failed')) ?? ''
    expect(message).toContain(`${url} failed: `)
    expect(message).toMatch(code)

    lines.length = 0
    const away = visit.getLocation(await visit.signIn('plain'))
    const callback = new URLSearchParams({ code: 'x', state: away.searchParams.get('state') ?? '' })
    await visit.get(`/auth/callback/plain?${callback}`)
    const written = lines.join('\n')
    expect(written).toContain(`${url} failed: `)
    expect(written).toMatch(code)
    expect(written).not.toContain('hunter2')
  })
})

test('a failure below the fetch of the app itself has its code in the cause', async () => {
  const errors: Error[] = []
  const fail = createFailingFetch('ECONNREFUSED')
  const authorize = async () => {
    await fail('https://directory.example')
    return null
  }
  const providers = [{ id: 'own', name: 'Own', type: 'credentials' as const, credentials: {}, authorize }]
  const { open } = createTestApp({ providers, logger: { error: error => void errors.push(error) } })
  await open().signInWithCredentials({}, { provider: 'own' })
  expect(errors[0]?.cause).toMatchObject({ err: { message: 'fetch failed (ECONNREFUSED)' } })
})
