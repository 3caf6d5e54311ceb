import { Auth, type AuthConfig, customFetch } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { mergeProvider, resolveProvider } from '../../src/config/resolve-provider.js'
import { leadsTo, makeApp, origin, roundTrip, secret } from '../support/app.js'
import { grace, lyingProvider } from '../support/lying-provider.js'
import { type Visitor, visitor } from '../support/visitor.js'

/** An app that writes its configuration anew for each request. */
function lazily(write: (request: Request) => AuthConfig): Visitor {
  return visitor(request => Auth(request, write(request)), origin)
}

describe('a configuration that is written anew for each request', () => {
  test('signs in, keeps and ends a session, and asks the provider no more than ever', async () => {
    const op = lyingProvider()
    const adapter = MemoryAdapter()
    const write = () => makeApp({ op, adapter, providers: [op.provider()] }).config
    for (let visits = 0; visits < 3; visits++) {
      const visit = lazily(write)
      expect(leadsTo(await roundTrip(visit, op))).toBe(origin)
      expect(await visit.session()).toMatchObject({ user: { email: grace.email } })
      await visit.signOut()
      expect(await visit.session()).toBeNull()
    }
    const asked = op.asked()
    expect(asked.filter(name => name === 'discovery')).toHaveLength(1)
    expect(asked.filter(name => name === 'jwks')).toHaveLength(1)
  })

  test('is warned about once, and again when what is warned about changed', async () => {
    const { log, config } = makeApp({ secret: 'short', debug: true })
    let written: object = {}
    const visit = lazily(() => ({ ...config, ...written }))
    for (let visits = 0; visits < 3; visits++) await visit.session()
    expect(log.warnings).toEqual(['debug-enabled', 'short-secret'])
    written = { secret: 'other' }
    for (let visits = 0; visits < 3; visits++) await visit.session()
    expect(log.warnings).toEqual(['debug-enabled', 'short-secret', 'short-secret'])
  })

  test('builds a provider once, as long as nothing of it changed', () => {
    const op = lyingProvider()
    const options = { clientId: 'tenant', authorization: { params: { scope: 'openid' } } }
    const write = () =>
      resolveProvider(mergeProvider({ ...op.provider(), options: structuredClone(options) }))
    const first = write()
    expect(write()).toBe(first)
    options.authorization.params.scope = 'openid email'
    expect(write()).not.toBe(first)
  })
})

describe('tenants with providers of the same id', () => {
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
  ])('keep their own %s', async (_, more, shown) => {
    const op = lyingProvider()
    for (let turn = 0; turn < 2; turn++)
      for (const tenant of tenants) {
        const visit = lazily(() => makeApp({ op, providers: [op.provider(more(tenant))] }).config)
        expect(shown(visit.location(await visit.signIn('op')))).toBe(tenant)
      }
  })

  test('keep their own functions', async () => {
    const op = lyingProvider()
    for (const tenant of [...tenants, ...tenants]) {
      const profile = () => ({ id: tenant, name: tenant, email: `${tenant}@example.com` })
      const visit = lazily(() => makeApp({ op, providers: [op.provider({ profile })] }).config)
      await roundTrip(visit, op)
      expect(await visit.session()).toMatchObject({ user: { name: tenant } })
    }
  })

  test('keep their own `fetch`, and what was learnt through it', async () => {
    const ops = tenants.map(() => lyingProvider())
    for (const op of [...ops, ...ops]) {
      const visit = lazily(
        () => makeApp({ op, providers: [{ ...op.provider(), [customFetch]: op.fetch }] }).config,
      )
      await roundTrip(visit, op)
      expect(await visit.session()).not.toBeNull()
    }
    for (const op of ops) expect(op.asked()[0]).toBe('discovery')
  })

  test('keep their own secret and their own global proxy', async () => {
    const op = lyingProvider()
    const config = (tenant: string): AuthConfig => ({
      ...makeApp({ op }).config,
      secret: `${secret} ${tenant}`,
      redirectProxyUrl: `https://${tenant}.example`,
    })
    const [red, blue] = tenants.map(tenant => lazily(() => config(tenant)))
    if (!red || !blue) throw new Error('Expected two.')
    for (const [visit, tenant] of [
      [red, 'red'],
      [blue, 'blue'],
      [red, 'red'],
    ] as const) {
      const asked = visit.location(await visit.signIn('op')).searchParams
      expect(asked.get('redirect_uri')).toBe(`https://${tenant}.example/callback/op`)
    }
  })

  test('may be one object that the app changes in between', async () => {
    const op = lyingProvider()
    const provider = op.provider()
    for (const clientId of [...tenants, ...tenants]) {
      provider.clientId = clientId
      const visit = lazily(() => ({ ...makeApp({ op }).config, providers: [provider] }))
      expect(visit.location(await visit.signIn('op')).searchParams.get('client_id')).toBe(clientId)
    }
  })
})
