import { NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, credentials } from '../support/app.js'
import { CookieJar } from '../support/cookie-jar.js'
import { serve } from '../support/serve.js'
import { createVisitor } from '../support/visitor.js'

beforeEach(() => {
  vi.stubEnv('AUTH_SECRET_OF_SHOP', 'the secret of the shop, of 32 characters!')
  vi.stubEnv('AUTH_SECRET_OF_BLOG', 'the secret of the blog, of 32 characters!')
  vi.resetModules()
})
afterEach(() => vi.unstubAllEnvs())

const logger = { error() {}, warn() {}, info() {} }

/** Serves the app on a port of localhost, with a password instead of GitHub. */
async function openVisitor(config: NodeAuthConfig, jar: CookieJar) {
  const { basePath = '/auth' } = config
  const listener = NodeAuth({ ...config, providers: [credentials], trustHost: true, logger })
  const { origin, close } = await serve(listener)
  onTestFinished(close)
  return createVisitor(fetch, origin, { jar, basePath })
}

describe('several apps on ports of localhost', () => {
  test('keep their sessions, forms and pending sign-ins apart', async () => {
    const { createAppConfig } = await import('./several-apps.js')
    const jar = new CookieJar()
    const shop = await openVisitor(createAppConfig('shop'), jar)
    const blog = await openVisitor(createAppConfig('blog'), jar)
    const csrfToken = await shop.getCsrfToken()
    await blog.signInWithCredentials({ ...ada, email: 'blog@example.com' })
    await shop.post('/auth/callback/credentials', { ...ada, csrfToken })
    expect(await shop.getSession()).toMatchObject({ user: { email: ada.email } })
    expect(await blog.getSession()).toMatchObject({ user: { email: 'blog@example.com' } })
    await blog.signOut()
    expect(await blog.getSession()).toBeNull()
    expect(await shop.getSession()).toMatchObject({ user: { email: ada.email } })
  })

  test('sign each other out with the default names of the cookies', async () => {
    const { createAppConfig } = await import('./several-apps.js')
    const jar = new CookieJar()
    const { cookies: _, ...withDefaults } = createAppConfig('shop')
    const { secret } = createAppConfig('blog')
    const shop = await openVisitor(withDefaults, jar)
    const blog = await openVisitor({ ...withDefaults, secret }, jar)
    await shop.signInWithCredentials(ada)
    expect(await shop.getSession()).not.toBeNull()
    await blog.signInWithCredentials(ada)
    expect(await shop.getSession()).toBeNull()
  })

  test('name every cookie that the default configuration writes', async () => {
    const { createAppConfig } = await import('./several-apps.js')
    const { getCookieOptions } = await import('../../src/config/cookie-options.js')
    const { cookies = {} } = createAppConfig('shop')
    // Two are only read, for sign-ins that Auth.js started. The cookie of a sign-out follows the session cookie.
    const written = Object.keys(getCookieOptions('plain')).filter(
      key => key !== 'pkceCodeVerifier' && key !== 'nonce' && key !== 'signOut',
    )
    expect(Object.keys(cookies).toSorted()).toEqual(written.toSorted())
    expect(new Set(Object.values(cookies).map(cookie => cookie?.name)).size).toBe(written.length)
  })

  test('have the prefixes of secure cookies in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { createAppConfig } = await import('./several-apps.js')
    const { sessionToken, csrfToken } = createAppConfig('shop').cookies ?? {}
    expect([sessionToken?.name, csrfToken?.name]).toEqual([
      '__Secure-shop.session-token',
      '__Host-shop.csrf-token',
    ])
  })
})

describe('several apps on paths of one host', () => {
  test('are signed in each for itself, and the browser sends the session to its own path only', async () => {
    const { createAppConfig } = await import('./several-apps.js')
    const jar = new CookieJar()
    const shop = await openVisitor(createAppConfig('shop', '/shop'), jar)
    const blog = await openVisitor(createAppConfig('blog', '/blog'), jar)
    await shop.signInWithCredentials(ada)
    await blog.signInWithCredentials({ ...ada, email: 'blog@example.com' })
    expect(await shop.getSession()).toMatchObject({ user: { email: ada.email } })
    expect(await blog.getSession()).toMatchObject({ user: { email: 'blog@example.com' } })
    expect(jar.header('http://localhost/shop/cart')).toContain('shop.session-token')
    for (const path of ['/', '/blog', '/shopping'])
      expect(jar.header(`http://localhost${path}`)).not.toContain('shop.session-token')
    await shop.signOut()
    expect(await shop.getSession()).toBeNull()
    expect(await blog.getSession()).not.toBeNull()
  })
})
