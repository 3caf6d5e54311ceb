import { Auth, type AuthConfig } from 'latchkey'
import { getToken, type JWT } from 'latchkey/jwt'
import { signInAs } from 'latchkey/testing'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, origin, runRoundTrip, secret } from '../support/app.js'
import { getConfigError } from '../support/config-error.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { createVisitor, type Visitor } from '../support/visitor.js'

/** Returns whether the cookies of a visitor open a session in another configuration. */
async function opensSession(visit: Visitor, config: AuthConfig): Promise<boolean> {
  const other = createVisitor(request => Auth(request, config), origin, { jar: visit.jar })
  return (await other.getSession()) !== null
}

function createTenant(tenant: string | undefined, options: Partial<AuthConfig> = {}) {
  return createTestApp({ tenant, providers: [credentials], ...options })
}

describe('a session of one tenant', () => {
  test.each([
    ['acme', 'acme', true],
    ['acme', 'umbrella', false],
    ['acme', 'ACME', false],
    ['acme', undefined, false],
    [undefined, 'acme', false],
    [undefined, undefined, true],
  ])('of %s opens %s: %s', async (issuedBy, readBy, isOpen) => {
    const visit = createTenant(issuedBy).open()
    await visit.signInWithCredentials(ada)
    const req = { headers: { cookie: visit.jar.header(`${origin}/`) }, url: origin }
    const token = await getToken({ req, secret, ...(readBy !== undefined && { tenant: readBy }) })
    expect(token !== null).toBe(isOpen)
    expect(await opensSession(visit, createTenant(readBy).config)).toBe(isOpen)
  })

  test('cannot be moved by a `jwt` callback', async () => {
    const jwt = () => ({ sub: 'ada', auth_tenant: 'umbrella' })
    const acme = createTenant('acme', { callbacks: { jwt } })
    const visit = acme.open()
    await visit.signInWithCredentials(ada)
    expect(await visit.getSession()).not.toBeNull()
    expect(await visit.getSession(), 'after the token was issued again').not.toBeNull()
    expect(await opensSession(visit, createTenant('umbrella').config)).toBe(false)
  })

  test.each([
    ['the `jwt` callback', {}, () => ({ sub: 'ada', auth_tenant: 'umbrella', session_start: 1 })],
    [
      'an update',
      { auth_tenant: 'umbrella', session_start: 1 },
      ({ token, session }: { token: JWT; session?: object }) => ({ ...token, ...session }),
    ],
  ])('cannot be made by %s of a configuration without a tenant', async (_, data, jwt) => {
    const none = createTenant(undefined, { callbacks: { jwt } })
    const visit = none.open()
    await visit.signInWithCredentials(ada)
    const csrfToken = await visit.getCsrfToken()
    await visit.post('/auth/session', { csrfToken, data }, { json: true })
    const req = { headers: { cookie: visit.jar.header(`${origin}/`) }, url: origin }
    const token = await getToken({ req, secret })
    expect(Object.keys(token ?? {})).toContain('sub')
    expect(Object.keys(token ?? {})).not.toContain('auth_tenant')
    expect(Object.keys(token ?? {})).not.toContain('session_start')
    expect(await opensSession(visit, createTenant('umbrella').config)).toBe(false)
  })

  test('is not shown to clients, and keeps a claim `tenant` of the app', async () => {
    const acme = createTenant('acme', {
      callbacks: {
        jwt: ({ token }) => ({ ...token, tenant: 'of the app' }),
        session: ({ session, token }) => ({ ...session, tenant: token['tenant'] }),
      },
    })
    const visit = acme.open()
    await visit.signInWithCredentials(ada)
    expect(JSON.stringify(await visit.getSession())).toContain('of the app')
    expect(JSON.stringify(await visit.getSession())).not.toContain('acme')
  })

  test('is what `signInAs` creates', async () => {
    const acme = createTenant('acme')
    const visit = acme.open()
    const { cookies } = await signInAs(acme.config, { user: ada, url: origin })
    for (const { name, value } of cookies) visit.jar.set(origin, `${name}=${value}; Secure; Path=/`)
    expect(await visit.getSession()).not.toBeNull()
    expect(await opensSession(visit, createTenant('umbrella').config)).toBe(false)
  })
})

describe('a user id that is derived without an adapter', () => {
  async function readUserId(tenant: string | undefined): Promise<string> {
    const op = createMaliciousProvider()
    const ids: string[] = []
    const { open } = createTestApp({
      op,
      tenant,
      events: { signIn: ({ user }) => void ids.push(user.id ?? '') },
    })
    await runRoundTrip(open(), op)
    return ids[0] ?? ''
  }

  test('differs between tenants, and stays the same in each', async () => {
    const [acme, again, umbrella, none] = await Promise.all(
      ['acme', 'acme', 'umbrella', undefined].map(readUserId),
    )
    expect(acme).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(again).toBe(acme)
    expect(new Set([acme, umbrella, none])).toHaveProperty('size', 3)
  })
})

describe('configurations that share a secret and a provider id', () => {
  const ops = [
    createMaliciousProvider({ issuer: 'https://one.example' }),
    createMaliciousProvider({ issuer: 'https://two.example' }),
  ]

  async function listWarnings(options: readonly Partial<AuthConfig>[]): Promise<string[]> {
    const apps = options.map((more, index) =>
      createTestApp({ providers: [ops[index]?.provider() ?? credentials], ...more }),
    )
    for (const { open } of apps) await open().get('/auth/csrf')
    return apps.flatMap(({ log }) => log.warningMessages)
  }

  const shared = (letter: string) => ({ secret: letter.repeat(40) })

  test('and have other issuers are named in a warning', async () => {
    expect(await listWarnings([shared('a'), shared('a')])).toEqual([
      'Two configurations with the same `secret` have a provider "op" with different issuers. A session of one opens the other, and users with the same account id are one user. Set `tenant` in each, or give each its own secret. Details: npx latchkey explain tenants-share-secret',
    ])
  })

  test('are named after a hundred configurations with other secrets', async () => {
    for (let index = 0; index < 101; index++)
      await createTestApp({ secret: `secret of configuration ${index}`.padEnd(40), providers: [credentials] })
        .open()
        .get('/auth/csrf')
    expect(await listWarnings([shared('e'), shared('e')])).toHaveLength(1)
  })

  test.each([
    [
      'with a tenant each',
      [
        { ...shared('b'), tenant: 'acme' },
        { ...shared('b'), tenant: 'umbrella' },
      ],
    ],
    ['with a secret each', [shared('c'), shared('d')]],
  ])('%s are not', async (_, options) => {
    expect(await listWarnings(options)).toEqual([])
  })
})

test.each([[''], [7], [null], [{}]])('`tenant` cannot be %j', async tenant => {
  const { config } = createTestApp()
  const { type, message } = await getConfigError({ ...config, tenant } as unknown as AuthConfig)
  expect(type).toBe('InvalidConfig')
  expect(message).toContain('`tenant` must be a name that is not empty.')
})
