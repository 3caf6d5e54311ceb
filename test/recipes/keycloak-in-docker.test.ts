import { type AuthConfig, customFetch } from 'latchkey'
import { createInMemoryProvider } from 'latchkey/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp } from '../support/app.js'
import { config, explicitConfig } from './keycloak-in-docker.js'

const realm = 'http://localhost:8080/realms/acme'
const internalRealm = 'http://keycloak:8080/realms/acme'

/** The names of Keycloak's endpoints, and those of the provider in memory. */
const endpoints: Readonly<Record<string, string>> = {
  auth: 'authorize',
  token: 'token',
  userinfo: 'userinfo',
  certs: 'jwks',
}

beforeEach(() => void vi.stubEnv('AUTH_ALLOW_INSECURE_HTTP', 'true'))
afterEach(() => vi.unstubAllEnvs())

/**
 * Creates a Keycloak with `KC_HOSTNAME=http://localhost:8080`. The container of the app reaches it as `keycloak` only.
 *
 * @param isDynamic whether it has `KC_HOSTNAME_BACKCHANNEL_DYNAMIC=true`
 */
function createKeycloak(isDynamic: boolean) {
  const op = createInMemoryProvider({ issuer: realm })
  const requested: string[] = []
  const toInner = (url: URL) =>
    realm + url.pathname.replace('/realms/acme', '').replace(/protocol\/openid-connect\/(\w+)$/, replaceName)
  const respond: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (url.hostname === 'localhost') throw new TypeError('fetch failed: ECONNREFUSED')
    requested.push(url.pathname.replace(/.*\//, ''))
    const response = await op.fetch(new Request(toInner(url), request))
    if (!url.pathname.endsWith('/openid-configuration')) return response
    const base = `${isDynamic ? internalRealm : realm}/protocol/openid-connect`
    return Response.json({
      ...((await response.json()) as object),
      authorization_endpoint: `${realm}/protocol/openid-connect/auth`,
      token_endpoint: `${base}/token`,
      userinfo_endpoint: `${base}/userinfo`,
      jwks_uri: `${base}/certs`,
    })
  }
  const authorize = (url: URL) => op.authorize(toInner(url) + url.search)
  const client = { clientId: op.clientId, clientSecret: op.clientSecret, [customFetch]: respond }
  return { client, authorize, requested }
}

function replaceName(_: string, name: string): string {
  return endpoints[name] ?? name
}

/** Signs a user in and returns the session and the logged errors. */
async function signIn(recipe: AuthConfig, keycloak: ReturnType<typeof createKeycloak>) {
  const [provider] = recipe.providers
  if (typeof provider !== 'object') throw new Error('Expected a provider with options.')
  const options = { ...provider.options, ...keycloak.client }
  const { log, open } = createTestApp({
    providers: [{ ...provider, options } as AuthConfig['providers'][number]],
  })
  const visitor = open()
  const away = visitor.getLocation(await visitor.signIn('keycloak'))
  if (away.origin !== 'http://localhost:8080') return { session: null, errors: log.errors.map(String) }
  await visitor.get(keycloak.authorize(away))
  return { session: await visitor.getSession(), errors: log.errors.map(String) }
}

test.each([
  ['reads the endpoints from a Keycloak that answers each host with its own', config, true],
  ['has the endpoints itself, for a Keycloak that names those of the browser', explicitConfig, false],
  ['has the endpoints itself, for a Keycloak that answers each host with its own', explicitConfig, true],
])('the recipe %s', async (_, recipe, isDynamic) => {
  const keycloak = createKeycloak(isDynamic)
  const { session, errors } = await signIn(recipe, keycloak)
  expect(errors).toEqual([])
  expect(session).toMatchObject({ user: { email: 'ada@example.com' } })
  expect(keycloak.requested).toContain('token')
})

test('without KC_HOSTNAME_BACKCHANNEL_DYNAMIC, discovery leads the server to the host of the browser', async () => {
  const { session, errors } = await signIn(config, createKeycloak(false))
  expect(session).toBeNull()
  expect(errors).not.toEqual([])
})

test('the internal host name needs AUTH_ALLOW_INSECURE_HTTP', async () => {
  vi.stubEnv('AUTH_ALLOW_INSECURE_HTTP', undefined)
  const { session, errors } = await signIn(config, createKeycloak(true))
  expect(session).toBeNull()
  expect(errors.join('\n')).toContain('AUTH_ALLOW_INSECURE_HTTP')
})
