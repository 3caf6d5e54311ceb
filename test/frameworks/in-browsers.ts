import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../support/chromium.js'
import { plugIn } from '../support/device.js'
import { type Example, strategies } from './examples.js'
import { openSite, type Site } from './site.js'
import { Tab } from './tab.js'
import { startTlsProxy } from './tls-proxy.js'

const ada = 'ada@example.com'

let browser: Browser
let contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await launchChromium()
})

afterEach(async () => {
  for (const context of contexts) await context.close()
  contexts = []
})

afterAll(() => browser?.close())

/** Somebody with a browser of their own. */
async function somebody(origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en', ignoreHTTPSErrors: true })
  context.setDefaultTimeout(15_000)
  contexts.push(context)
  return context
}

async function tab(context: BrowserContext): Promise<Tab> {
  return new Tab(await context.newPage())
}

/** Does with an example what people do with their browsers. */
export function inBrowsers(example: Example): void {
  describe.each(strategies)('sessions in the %s strategy', strategy => {
    const { basePath } = example
    let site: Site

    beforeAll(async () => {
      site = await openSite(example, strategy)
    })

    afterAll(() => site?.dispose())

    async function visit(path = '/'): Promise<Tab> {
      const opened = await tab(await somebody(site.origin))
      await opened.open(path)
      return opened
    }

    test('lets in who comes back from an OpenID provider, also after a reload and on every page', async () => {
      const grace = await visit()
      expect(await grace.user()).toBe('nobody')
      await grace.part('sign-in').click()
      await grace.signInAtHarbor()
      await grace.sees('user', 'grace@example.com')
      expect(grace.path).toBe('/')
      await grace.sees('name', 'Grace Hopper')
      await grace.page.reload()
      expect(await grace.user()).toBe('grace@example.com')
      await grace.goTo('protected')
      expect(await grace.part('protected').textContent()).toContain('grace@example.com')
      await grace.goTo('account')
      expect(await grace.part('account').textContent()).toContain('grace@example.com')
      await grace.goTo('client')
      await grace.sees('client-user', 'grace@example.com')
      await grace.goTo('home')
      expect(await grace.user()).toBe('grace@example.com')
    })

    test.each(['/protected', '/account', '/protected?a=1&b=%2F'])(
      'sends a stranger from %s to sign in, and back there',
      async path => {
        const stranger = await visit(path)
        expect(new URL(stranger.page.url()).pathname).toBe(`${basePath}/signin`)
        await stranger.signInWithPassword(ada)
        await stranger.sees('user', ada)
        expect(stranger.path).toBe(path)
      },
    )

    test('sends a stranger to sign in who comes by a link of the app', async () => {
      const stranger = await visit('/client')
      await stranger.sees('client-user', 'nobody')
      await stranger.part('to-protected').click()
      await stranger.signInWithPassword(ada)
      await stranger.part('protected').waitFor()
      expect(stranger.path).toBe('/protected')
    })

    test('keeps a wrong password out, and lets the next try in', async () => {
      const person = await visit('/account')
      const form = person.page.locator('form[action$="/callback/credentials"]')
      await form.locator('[name=email]').fill(ada)
      await form.locator('[name=password]').fill('wrong')
      await form.locator('button').click()
      await person.page.getByRole('alert').waitFor()
      await person.signInWithPassword(ada)
      await person.part('account').waitFor()
    })

    test('lets in who opens the link that was mailed', async () => {
      const person = await visit('/account')
      await person.askForMail('mia@example.org')
      await person.page.waitForURL(url => url.pathname === `${basePath}/verify-request`)
      await person.open(site.mailedLink())
      await person.sees('user', 'mia@example.org')
      expect(person.path).toBe('/account')
    })

    test('lets in who made a passkey, and takes it the next time', async () => {
      const person = await tab(await somebody(site.origin))
      await plugIn(person.page)
      await person.open('/account')
      await person.makePasskey('pia@example.org')
      await person.sees('user', 'pia@example.org')
      expect(person.path).toBe('/account')
      await person.leave()
      // The field of the sign-in page offers it, and the device agrees at once.
      await person.open('/account')
      await person.sees('user', 'pia@example.org')
      expect(person.path).toBe('/account')
    })

    test('keeps no page of a member in a cache', async () => {
      const person = await visit()
      await person.comeIn(ada)
      const answer = await person.page.goto('/account')
      expect(answer?.headers()['cache-control']).toContain('no-store')
    })

    test('changes the session from the browser, and remembers the change', async () => {
      const person = await visit('/client')
      await person.comeIn('rename@example.com')
      await person.sees('client-name', 'Rename')
      await person.part('new-name').fill('Countess <Ada>')
      await person.part('update').click()
      await person.sees('client-name', 'Countess <Ada>')
      await person.page.reload()
      await person.sees('client-name', 'Countess <Ada>')
      await person.goTo('home')
      expect(await person.part('name').textContent()).toBe('Countess <Ada>')
      expect(await person.user()).toBe('rename@example.com')
    })

    test('shows in one tab that somebody left in another', async () => {
      const context = await somebody(site.origin)
      const [one, other] = [await tab(context), await tab(context)]
      await one.open('/client')
      await one.comeIn(ada)
      await other.open('/')
      expect(await other.user()).toBe(ada)
      await one.open('/client')
      await one.sees('client-user', ada)
      await other.leave()
      await one.sees('client-user', 'nobody')
      await one.sees('client-name', 'a stranger')
      await one.part('to-account').click()
      await one.page.waitForURL(url => url.pathname === `${basePath}/signin`)
    })

    test('lets two people into two browsers at the same time', async () => {
      const [one, other] = [await visit(), await visit()]
      await Promise.all([one.comeIn('one@example.com'), other.comeIn('other@example.com')])
      await Promise.all([one.page.reload(), other.page.reload()])
      expect([await one.user(), await other.user()]).toEqual(['one@example.com', 'other@example.com'])
      await one.leave()
      await other.page.reload()
      expect(await other.user()).toBe('other@example.com')
    })

    test('starts a sign-in in two tabs, and both may be finished', async () => {
      const context = await somebody(site.origin)
      const [one, other] = [await tab(context), await tab(context)]
      for (const opened of [one, other]) {
        await opened.open('/')
        await opened.part('sign-in').click()
      }
      await one.signInWithPassword(ada)
      await one.sees('user', ada)
      await other.signInWithPassword(ada)
      await other.sees('user', ada)
    })

    test('keeps people signed in while the server restarts', async () => {
      const person = await visit()
      await person.comeIn(ada)
      await site.stop()
      await site.start()
      await person.open('/account')
      expect(await person.user()).toBe(ada)
    })

    test('ends a session that nobody uses', async () => {
      await site.start({ SESSION_MAX_AGE: '3' })
      const person = await visit()
      await person.comeIn(ada)
      await person.page.waitForTimeout(3_500)
      await person.page.reload()
      expect(await person.user()).toBe('nobody')
      await person.open('/protected')
      expect(new URL(person.page.url()).pathname).toBe(`${basePath}/signin`)
      await site.start()
    })

    test('serves https behind a proxy, with cookies that only https gets', async () => {
      const proxy = await startTlsProxy(site.folder, site.publicPort, site.origin)
      try {
        const origin = `https://localhost:${site.publicPort}`
        const context = await somebody(origin)
        const person = await tab(context)
        await person.open('/protected')
        await person.signInAtHarbor()
        await person.part('protected').waitFor()
        expect(person.page.url()).toBe(`${origin}/protected`)
        const cookies = (await context.cookies(origin)).filter(({ name }) => name.includes('authjs'))
        expect(cookies.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['__Host-authjs.csrf-token', '__Secure-authjs.session-token']),
        )
        for (const cookie of cookies) expect(cookie).toMatchObject({ secure: true, httpOnly: true })
        await person.goTo('client')
        await person.sees('client-user', 'grace@example.com')
        await person.leave()
        expect(new URL(person.page.url()).origin).toBe(origin)
      } finally {
        await proxy.stop()
      }
    })
  })
}
