import type { AuthConfig } from 'latchkey'
import { createAuth } from 'latchkey/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTestApp, origin } from '../support/app.js'

afterEach(() => vi.unstubAllEnvs())

const headers = {
  host: 'app.example',
  'x-forwarded-host': 'app.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '192.0.2.1',
}

/** Sends a request through a proxy that ends TLS. Returns the warnings. */
async function sendThroughProxy(
  options: Partial<AuthConfig>,
  path = '/auth/csrf',
): Promise<readonly string[]> {
  const { config, log } = createTestApp(options)
  const { handler } = createAuth(config)
  for (let count = 0; count < 2; count++) await handler(new Request(`http://app.example${path}`, { headers }))
  return log.warningMessages
}

const message =
  /^A proxy received a request over https .* but the URL of the site is http\. .*Set AUTH_URL to the https URL, or `trustHost: true` and `trustedProxies` .* Details: npx latchkey explain untrusted-proxy$/

describe.each(['production', 'development'])('a proxy that ends TLS, in %s', environment => {
  test('is logged once if `trustedProxies` is 0', async () => {
    vi.stubEnv('NODE_ENV', environment)
    expect(await sendThroughProxy({ trustedProxies: 0 })).toEqual([expect.stringMatching(message)])
  })

  test('is logged if AUTH_URL is http', async () => {
    vi.stubEnv('NODE_ENV', environment)
    vi.stubEnv('AUTH_URL', 'http://app.example')
    expect(await sendThroughProxy({}, '/auth/session')).toEqual([expect.stringMatching(message)])
  })

  test('is logged if `Auth` gets its URL, not the public one', async () => {
    vi.stubEnv('NODE_ENV', environment)
    const { answer, log } = createTestApp()
    await answer(new Request('http://app.example/auth/session', { headers }))
    expect(log.warningMessages).toEqual([expect.stringMatching(message)])
  })

  test('is not logged if it is trusted', async () => {
    vi.stubEnv('NODE_ENV', environment)
    expect(await sendThroughProxy({})).toEqual([])
    expect(await sendThroughProxy({ trustedProxies: 1 })).toEqual([])
  })
})

test('a request over http without a proxy is not logged', async () => {
  const { answer, log } = createTestApp()
  await answer(new Request(`${origin.replace('https', 'http')}/auth/session`))
  expect(log.warnings).toEqual([])
})
