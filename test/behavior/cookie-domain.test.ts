import { Auth, type AuthConfig } from 'latchkey'
import { createAuth, originChecked, toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials } from '../support/app.js'
import { createVisitor } from '../support/visitor.js'

const keys = ['sessionToken', 'csrfToken', 'callbackUrl', 'state', 'sessionMarker'] as const

function createApp(domain: unknown, key: (typeof keys)[number] = 'sessionToken') {
  const cookies = { [key]: { name: 'mine', options: { domain } } } as AuthConfig['cookies']
  return createTestApp({ providers: [credentials], cookies })
}

async function signIn(domain: string, site: string) {
  const { config, log } = createApp(domain)
  const visit = createVisitor(request => Auth(request, config), site)
  await visit.signInWithCredentials(ada)
  await visit.get('/auth/csrf')
  return { log, isSignedIn: (await visit.getSession()) !== null }
}

describe('a cookie domain that no host has', () => {
  test.each([
    ['https://example.com', 'is a URL'],
    ['HTTP://example.com/', 'is a URL'],
    ['example.com:3000', 'has a port'],
    ['localhost:3000', 'has a port'],
    ['*.example.com', 'has a `*`'],
    ['.*.example.com', 'has a `*`'],
    ['com', 'is a top-level domain'],
    ['.dev', 'is a top-level domain'],
    ['vercel.app', 'is shared'],
    ['.github.io', 'is shared'],
    ['HerokuApp.com', 'is shared'],
    ['pages.dev', 'is shared'],
    ['netlify.app', 'is shared'],
    ['workers.dev', 'is shared'],
    ['fly.dev', 'is shared'],
    ['onrender.com', 'is shared'],
    ['co.uk', 'is shared'],
    ['bücher.example', 'ASCII'],
    [' example.com', 'is not the name of a host'],
    ['example.com ', 'is not the name of a host'],
    ['exam ple.com', 'is not the name of a host'],
    ['example.com.', 'is not the name of a host'],
    ['..example.com', 'is not the name of a host'],
    ['example..com', 'is not the name of a host'],
    ['-example.com', 'is not the name of a host'],
    ['example.com/app', 'is not the name of a host'],
    ['"example.com"', 'is not the name of a host'],
    ['a.example, b.example', 'is not the name of a host'],
    ['[::1]', 'is not the name of a host'],
    ['.', 'is not the name of a host'],
    [42, 'is not text'],
  ])('fails at the first request, with its value and the cause: %s', async (domain, cause) => {
    for (const key of keys) {
      const { open, log } = createApp(domain, key)
      expect((await open().get('/auth/csrf')).status).toBe(500)
      expect(log.types()).toEqual(['InvalidConfig'])
      expect(log.errors[0]?.message).toContain(
        `\`cookies.${key}.options.domain\` is ${JSON.stringify(domain)}, which ${cause}`.replace(
          /which ASCII/,
          'which must be written in ASCII',
        ),
      )
    }
  })
})

describe('a cookie domain', () => {
  test.each([
    ['https://app.example.com', 'app.example.com'],
    ['https://app.example.com', '.example.com'],
    ['https://app.example.com', 'EXAMPLE.com'],
    ['https://app.example.com:8443', 'example.com'],
    ['https://shop.vercel.app', 'shop.vercel.app'],
    ['https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['http://localhost:3000', 'localhost'],
  ])('of %s can be %s', async (site, domain) => {
    const { log, isSignedIn } = await signIn(domain, site)
    expect([log.types(), log.warnings, isSignedIn]).toEqual([[], [], true])
  })

  test.each([
    ['https://pr-1.preview.example', '.example.com'],
    ['http://localhost:3000', 'example.com'],
    ['https://example.com', 'app.example.com'],
    ['https://notexample.com', 'example.com'],
    ['https://example.com.evil.example', 'example.com'],
    ['http://127.0.0.1:3000', 'localhost'],
    ['http://[::1]:3000', 'example.com'],
  ])('is logged once if a request has another host: %s, %s', async (site, domain) => {
    const { log } = await signIn(domain, site)
    expect(log.warnings).toEqual(['cookie-domain-mismatch'])
    expect(log.warningMessages[0]).toContain(site)
    expect(log.warningMessages[0]).toContain(`"${domain.replace(/^\./, '')}"`)
  })

  test('is logged for a sign-in by server code', async () => {
    const { config, log } = createApp('example.com')
    const head = toRequestHead(new Request('https://preview.example/'))
    await createAuth(config).signIn(head, {
      provider: 'credentials',
      fields: ada,
      originCheck: originChecked,
    })
    expect(log.warnings).toEqual(['cookie-domain-mismatch'])
  })
})
