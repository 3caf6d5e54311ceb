import { expect, test } from 'vitest'
import { addVirtualAuthenticator } from '../support/virtual-authenticator.js'
import { openContext, openTab } from './browser-contexts.js'
import type { BrowserTab } from './browser-tab.js'
import type { ServedExample } from './example-site.js'
import { hasManyFrameworks } from './examples.js'

const ada = 'ada@example.com'
const guarded = ['/protected', '/account', '/protected?a=1&b=%2F']

/** Registers tests that use an example in a browser. */
export function testInBrowsers(served: ServedExample): void {
  const { basePath } = served.example

  async function openVisit(path = '/'): Promise<BrowserTab> {
    const opened = await openTab(await openContext(served.site.origin))
    await opened.open(path)
    return opened
  }

  test('signs in at an OpenID provider and shows the session on every page and after a reload', async () => {
    const grace = await openVisit()
    expect(await grace.user()).toBe('Not signed in')
    await grace.part('sign-in').click()
    await grace.signInAtHarbor()
    await grace.expectText('user', 'grace@example.com')
    expect(grace.path).toBe('/')
    await grace.expectText('name', 'Grace Hopper')
    await grace.page.reload()
    expect(await grace.user()).toBe('grace@example.com')
    await grace.goTo('protected')
    await grace.part('protected').filter({ hasText: 'grace@example.com' }).waitFor()
    await grace.goTo('account')
    await grace.part('account').filter({ hasText: 'grace@example.com' }).waitFor()
    await grace.goTo('client')
    await grace.expectText('client-user', 'grace@example.com')
    await grace.goTo('home')
    expect(await grace.user()).toBe('grace@example.com')
  })

  test.each(hasManyFrameworks ? guarded : guarded.slice(1))(
    'redirects a visitor from %s to the sign-in page and back',
    async path => {
      const visitor = await openVisit(path)
      expect(new URL(visitor.page.url()).pathname).toBe(`${basePath}/signin`)
      await visitor.signInWithPassword(ada)
      await visitor.expectText('user', ada)
      expect(parsePath(visitor.path)).toEqual(parsePath(path))
    },
  )

  test('redirects a visitor who follows a link of the app to the sign-in page and back', async () => {
    const visitor = await openVisit('/client')
    await visitor.expectText('client-user', 'Not signed in')
    await visitor.part('to-protected').click()
    await visitor.signInWithPassword(ada)
    await visitor.part('protected').waitFor()
    expect(visitor.path).toBe('/protected')
  })

  test('rejects a wrong password and accepts the correct one afterwards', async () => {
    const user = await openVisit('/account')
    await user.signInWithPassword(ada, 'wrong')
    await user.page.getByRole('alert').waitFor()
    await user.signInWithPassword(ada)
    await user.part('account').waitFor()
  })

  test('signs in with a magic link', async () => {
    const user = await openVisit('/account')
    await user.requestEmail('mia@example.org')
    await user.page.waitForURL(url => url.pathname === `${basePath}/verify-request`)
    await user.open(served.site.getEmailedLink())
    await user.expectText('user', 'mia@example.org')
    expect(user.path).toBe('/account')
  })

  test('creates a passkey and signs in with it', async () => {
    const user = await openTab(await openContext(served.site.origin))
    await addVirtualAuthenticator(user.page)
    await user.open('/account')
    await user.createPasskey('pia@example.org')
    await user.expectText('user', 'pia@example.org')
    expect(user.path).toBe('/account')
    await user.signOut()
    // Autofill offers the passkey, and the virtual authenticator accepts at once.
    await user.open('/account')
    await user.expectText('user', 'pia@example.org')
    expect(user.path).toBe('/account')
  })

  test('sends pages of signed-in users with `no-store`', async () => {
    const user = await openVisit()
    await user.signIn(ada)
    const answer = await user.page.goto('/account')
    expect(answer?.headers()['cache-control']).toContain('no-store')
  })

  test('updates the session from the browser and keeps the change', async () => {
    const user = await openVisit('/client')
    await user.signIn('rename@example.com')
    await user.expectText('client-name', 'Rename')
    await user.part('new-name').fill('Countess <Ada>')
    await user.part('update').click()
    await user.expectText('client-name', 'Countess <Ada>')
    await user.page.reload()
    await user.expectText('client-name', 'Countess <Ada>')
    await user.goTo('home')
    expect(await user.part('name').textContent()).toBe('Countess <Ada>')
    expect(await user.user()).toBe('rename@example.com')
  })

  test('shows a sign-out of one tab in the other', async () => {
    const context = await openContext(served.site.origin)
    const [one, other] = [await openTab(context), await openTab(context)]
    await one.open('/client')
    await one.signIn(ada)
    await other.open('/')
    expect(await other.user()).toBe(ada)
    await one.open('/client')
    await one.expectText('client-user', ada)
    await other.signOut()
    await one.expectText('client-user', 'Not signed in')
    await one.expectText('client-name', 'guest')
    await one.part('to-account').click()
    await one.page.waitForURL(url => url.pathname === `${basePath}/signin`)
  })

  if (served.example.hasServerFunctions)
    test('shows a sign-in and a sign-out by server functions in the browser without a reload, and in another tab', async () => {
      const context = await openContext(served.site.origin)
      const [tab, other] = [await openTab(context), await openTab(context)]
      await other.open('/client')
      await tab.open('/client')
      await tab.expectText('client-user', 'Not signed in')
      await tab.page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
      await tab.signInOnServer(ada)
      await other.expectText('client-user', ada)
      await tab.goTo('home')
      await tab.goTo('client')
      await tab.expectText('client-user', ada)
      await tab.part('server-sign-out').click()
      await tab.expectText('client-user', 'Not signed in')
      await other.expectText('client-user', 'Not signed in')
      await tab.goTo('home')
      await tab.goTo('client')
      await tab.expectText('client-user', 'Not signed in')
      expect(await tab.page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true)
    })

  // The button of the other examples loads a new document.
  if (served.example.framework === 'Next')
    test('shows a sign-out by a server action that redirects, without a reload', async () => {
      const tab = await openVisit('/client')
      await tab.signInOnServer(ada)
      await tab.page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
      await tab.signOut()
      await tab.goTo('client')
      await tab.expectText('client-user', 'Not signed in')
      expect(await tab.page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true)
    })

  test('signs in two users in two browsers at the same time', async () => {
    const [one, other] = [await openVisit(), await openVisit()]
    await Promise.all([one.signIn('one@example.com'), other.signIn('other@example.com')])
    await Promise.all([one.page.reload(), other.page.reload()])
    expect([await one.user(), await other.user()]).toEqual(['one@example.com', 'other@example.com'])
    await one.signOut()
    await other.page.reload()
    expect(await other.user()).toBe('other@example.com')
  })

  /** Opens two tabs that are both redirected to the sign-in page. */
  async function openTwoSignInPages(): Promise<[one: BrowserTab, other: BrowserTab]> {
    const context = await openContext(served.site.origin)
    const [one, other] = [await openTab(context), await openTab(context)]
    await one.open('/account')
    await one.isAtSignIn()
    await other.open('/protected')
    await other.isAtSignIn()
    return [one, other]
  }

  test('completes both sign-ins that were started in two tabs', async () => {
    const [one, other] = await openTwoSignInPages()
    await one.submitIdentifier(ada)
    await other.submitIdentifier(ada)
    await one.signInWithPassword(ada)
    await one.part('account').waitFor()
    await other.signInWithPassword(ada)
    await other.part('protected').waitFor()
  })

  test('completes two OAuth sign-ins in two tabs in reverse order', async () => {
    const [one, other] = await openTwoSignInPages()
    await one.goToHarbor()
    await other.goToHarbor()
    await other.submitHarborForm()
    await other.page.getByRole('button', { name: 'Allow' }).click()
    await other.part('protected').waitFor()
    await one.submitHarborForm()
    await one.part('account').waitFor()
    expect([one.path, other.path]).toEqual(['/account', '/protected'])
    expect(await one.user()).toBe('grace@example.com')
  })
}

/** Parses a path with its query. Vue Router writes the query again, in another encoding. */
function parsePath(path: string): { readonly pathname: string; readonly query: readonly string[][] } {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  return { pathname, query: [...searchParams] }
}
