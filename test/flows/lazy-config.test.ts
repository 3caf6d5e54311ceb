import { Auth, type AuthConfig, customFetch } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { mergeProvider, resolveProvider } from '../../src/config/resolve-provider.js'
import { createTestApp, getLocation, origin, runRoundTrip, secret } from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

/** An app that creates its configuration for each request. */
function createLazyVisitor(write: (request: Request) => AuthConfig): Visitor {
  return createVisitor(request => Auth(request, write(request)), origin)
}

describe('a configuration that is created for each request', () => {
  test('signs in, reads and ends a session, and caches provider metadata', async () => {
    const op = createMaliciousProvider()
    const adapter = MemoryAdapter()
    const write = () => createTestApp({ op, adapter, providers: [op.provider()] }).config
    for (let visits = 0; visits < 3; visits++) {
      const visit = createLazyVisitor(write)
      expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
      expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
      await visit.signOut()
      expect(await visit.getSession()).toBeNull()
    }
    const asked = op.listRequestedEndpoints()
    expect(asked.filter(name => name === 'discovery')).toHaveLength(1)
    expect(asked.filter(name => name === 'jwks')).toHaveLength(1)
  })

  test('logs its warnings once, and again for a changed option', async () => {
    const { log, config } = createTestApp({ secret: 'short', debug: true })
    let written: object = {}
    const visit = createLazyVisitor(() => ({ ...config, ...written }))
    for (let visits = 0; visits < 3; visits++) await visit.getSession()
    expect(log.warnings).toEqual(['debug-enabled', 'short-secret'])
    written = { secret: 'other' }
    for (let visits = 0; visits < 3; visits++) await visit.getSession()
    expect(log.warnings).toEqual(['debug-enabled', 'short-secret', 'short-secret'])
  })

  test('resolves an unchanged provider once', () => {
    const op = createMaliciousProvider()
    const options = { clientId: 'tenant', authorization: { params: { scope: 'openid' } } }
    const write = () =>
      resolveProvider(mergeProvider({ ...op.provider(), options: structuredClone(options) }))
    const first = write()
    expect(write()).toBe(first)
    options.authorization.params.scope = 'openid email'
    expect(write()).not.toBe(first)
  })
})

describe('tenants with the same provider id', () => {
  const tenants = ['red', 'blue'] as const

  test.each<[string, (tenant: string) => object, (away: URL) => string | null]>([
    ['client id', tenant => ({ clientId: tenant }), away => away.searchParams.get('client_id')],
    ['options', tenant => ({ options: { clientId: tenant } }), away => away.searchParams.get('client_id')],
    [
      'parameters',
      tenant => ({ authorization: { params: { scope: tenant } } }),
      away => away.searchParams.get('scope'),
    ],
    [
      'redirect proxy',
      tenant => ({ redirectProxyUrl: `https://${tenant}` }),
      away => new URL(away.searchParams.get('redirect_uri') ?? '').host,
    ],
  ])('have their own %s', async (_, more, shown) => {
    const op = createMaliciousProvider()
    for (let turn = 0; turn < 2; turn++)
      for (const tenant of tenants) {
        const visit = createLazyVisitor(
          () => createTestApp({ op, providers: [op.provider(more(tenant))] }).config,
        )
        expect(shown(visit.getLocation(await visit.signIn('op')))).toBe(tenant)
      }
  })

  test('have their own functions', async () => {
    const op = createMaliciousProvider()
    for (const tenant of [...tenants, ...tenants]) {
      const profile = () => ({ id: tenant, name: tenant, email: `${tenant}@example.com` })
      const visit = createLazyVisitor(
        () => createTestApp({ op, providers: [op.provider({ profile })] }).config,
      )
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).toMatchObject({ user: { name: tenant } })
    }
  })

  test('have their own `fetch` and metadata cache', async () => {
    const ops = tenants.map(() => createMaliciousProvider())
    for (const op of [...ops, ...ops]) {
      const visit = createLazyVisitor(
        () => createTestApp({ op, providers: [{ ...op.provider(), [customFetch]: op.fetch }] }).config,
      )
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    }
    for (const op of ops) expect(op.listRequestedEndpoints()[0]).toBe('discovery')
  })

  test('have their own secret and redirect proxy', async () => {
    const op = createMaliciousProvider()
    const config = (tenant: string): AuthConfig => ({
      ...createTestApp({ op }).config,
      secret: `${secret} ${tenant}`,
      redirectProxyUrl: `https://${tenant}.example`,
    })
    const [red, blue] = tenants.map(tenant => createLazyVisitor(() => config(tenant)))
    if (!red || !blue) throw new Error('Expected two.')
    for (const [visit, tenant] of [
      [red, 'red'],
      [blue, 'blue'],
      [red, 'red'],
    ] as const) {
      const asked = visit.getLocation(await visit.signIn('op')).searchParams
      expect(asked.get('redirect_uri')).toBe(`https://${tenant}.example/callback/op`)
    }
  })

  test('can share an object that the app changes', async () => {
    const op = createMaliciousProvider()
    const provider = op.provider()
    for (const clientId of [...tenants, ...tenants]) {
      provider.clientId = clientId
      const visit = createLazyVisitor(() => ({ ...createTestApp({ op }).config, providers: [provider] }))
      expect(visit.getLocation(await visit.signIn('op')).searchParams.get('client_id')).toBe(clientId)
    }
  })
})
