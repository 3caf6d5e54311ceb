import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { openContext, openTab } from './browser-contexts.js'
import type { ServedExample, Settings } from './example-site.js'
import { startTlsProxy } from './tls-proxy.js'

/** Registers a test behind nginx. The origin comes from its `X-Forwarded-*` headers, or from `AUTH_URL` without them. */
export function testBehindProxy(served: ServedExample): void {
  const originSource = served.strategy === 'database' ? 'AUTH_URL' : 'X-Forwarded headers'

  test(`serves https behind a proxy with Secure cookies, with the origin from ${originSource}`, async () => {
    const { site } = served
    const origin = `https://localhost:${site.publicPort}`
    const proxy = await startTlsProxy(site, originSource === 'AUTH_URL' ? 'none' : 'forwarded')
    try {
      // Restarts without the shifted clock of earlier tests, because Harbor's tokens last an hour.
      await site.start(originSource === 'AUTH_URL' ? createAuthUrlSettings(origin) : {})
      const context = await openContext(origin)
      const user = await openTab(context)
      await user.open('/protected')
      await user.signInAtHarbor()
      await user.part('protected').waitFor()
      expect(user.page.url()).toBe(`${origin}/protected`)
      await expectSecureCookies(context, origin)
      await user.goTo('client')
      await user.expectText('client-user', 'grace@example.com')
      await user.signOut()
      expect(new URL(user.page.url()).origin).toBe(origin)

      await user.open('/account')
      await user.signInWithPassword('ada@example.com')
      await user.part('account').waitFor()
      expect(user.page.url()).toBe(`${origin}/account`)
      await expectSecureCookies(context, origin)
    } finally {
      await proxy.stop()
    }
  })
}

/** Sets `AUTH_URL` instead of `AUTH_TRUST_HOST`. An empty variable counts as unset. */
function createAuthUrlSettings(origin: string): Settings {
  return { AUTH_URL: origin, AUTH_TRUST_HOST: '' }
}

async function expectSecureCookies(context: BrowserContext, origin: string): Promise<void> {
  const cookies = (await context.cookies(origin)).filter(({ name }) => name.includes('authjs'))
  expect(cookies.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['__Host-authjs.csrf-token', '__Secure-authjs.session-token']),
  )
  // Scripts read only the marker, which a sign-out by a server function sets.
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ secure: true, httpOnly: cookie.name !== '__Secure-authjs.session-marker' })
}
