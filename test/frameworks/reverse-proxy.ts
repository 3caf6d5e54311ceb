import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { openContext, openTab } from './browser-contexts.js'
import type { ServedExample, Settings } from './example-site.js'
import { startTlsProxy } from './tls-proxy.js'

/** Puts nginx in front of an example, which tells the app where it is; or `AUTH_URL` does, and the proxy is silent. */
export function testBehindProxy(trial: ServedExample): void {
  const originSource = trial.strategy === 'database' ? 'AUTH_URL' : 'the proxy'

  test(`serves https behind a proxy, with cookies that only https gets, as ${originSource} says`, async () => {
    const { site } = trial
    const origin = `https://localhost:${site.publicPort}`
    const proxy = await startTlsProxy(site, originSource === 'AUTH_URL' ? 'silent' : 'telling')
    try {
      // With the clock of everybody else, too: Harbor's tokens last an hour.
      await site.start(originSource === 'AUTH_URL' ? createAuthUrlSettings(origin) : {})
      const context = await openContext(origin)
      const person = await openTab(context)
      await person.open('/protected')
      await person.signInAtHarbor()
      await person.part('protected').waitFor()
      expect(person.page.url()).toBe(`${origin}/protected`)
      await hasOnlyGuardedCookies(context, origin)
      await person.goTo('client')
      await person.expectText('client-user', 'grace@example.com')
      await person.signOut()
      expect(new URL(person.page.url()).origin).toBe(origin)

      await person.open('/account')
      await person.signInWithPassword('ada@example.com')
      await person.part('account').waitFor()
      expect(person.page.url()).toBe(`${origin}/account`)
      await hasOnlyGuardedCookies(context, origin)
    } finally {
      await proxy.stop()
    }
  })
}

/** In place of `AUTH_TRUST_HOST`; an empty variable is none. */
function createAuthUrlSettings(origin: string): Settings {
  return { AUTH_URL: origin, AUTH_TRUST_HOST: '' }
}

async function hasOnlyGuardedCookies(context: BrowserContext, origin: string): Promise<void> {
  const cookies = (await context.cookies(origin)).filter(({ name }) => name.includes('authjs'))
  expect(cookies.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['__Host-authjs.csrf-token', '__Secure-authjs.session-token']),
  )
  for (const cookie of cookies) expect(cookie).toMatchObject({ secure: true, httpOnly: true })
}
