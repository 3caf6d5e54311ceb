import { expect, test } from 'vitest'
import { addVirtualAuthenticator } from '../support/virtual-authenticator.js'
import { openContext, openTab } from './browser-contexts.js'
import type { BrowserTab } from './browser-tab.js'
import type { ServedExample } from './example-site.js'

const ada = 'ada@example.com'

/** Does with an example what people do with their browsers. */
export function testInBrowsers(trial: ServedExample): void {
  const { basePath } = trial.example

  async function openVisit(path = '/'): Promise<BrowserTab> {
    const opened = await openTab(await openContext(trial.site.origin))
    await opened.open(path)
    return opened
  }

  test('lets in who comes back from an OpenID provider, also after a reload and on every page', async () => {
    const grace = await openVisit()
    expect(await grace.user()).toBe('nobody')
    await grace.part('sign-in').click()
    await grace.signInAtHarbor()
    await grace.expectText('user', 'grace@example.com')
    expect(grace.path).toBe('/')
    await grace.expectText('name', 'Grace Hopper')
    await grace.page.reload()
    expect(await grace.user()).toBe('grace@example.com')
    await grace.goTo('protected')
    expect(await grace.part('protected').textContent()).toContain('grace@example.com')
    await grace.goTo('account')
    expect(await grace.part('account').textContent()).toContain('grace@example.com')
    await grace.goTo('client')
    await grace.expectText('client-user', 'grace@example.com')
    await grace.goTo('home')
    expect(await grace.user()).toBe('grace@example.com')
  })

  test.each(['/protected', '/account', '/protected?a=1&b=%2F'])(
    'sends a stranger from %s to sign in, and back there',
    async path => {
      const stranger = await openVisit(path)
      expect(new URL(stranger.page.url()).pathname).toBe(`${basePath}/signin`)
      await stranger.signInWithPassword(ada)
      await stranger.expectText('user', ada)
      expect(stranger.path).toBe(path)
    },
  )

  test('sends a stranger to sign in who comes by a link of the app', async () => {
    const stranger = await openVisit('/client')
    await stranger.expectText('client-user', 'nobody')
    await stranger.part('to-protected').click()
    await stranger.signInWithPassword(ada)
    await stranger.part('protected').waitFor()
    expect(stranger.path).toBe('/protected')
  })

  test('keeps a wrong password out, and lets the next try in', async () => {
    const person = await openVisit('/account')
    const form = person.page.locator('form[action$="/callback/credentials"]')
    await form.locator('[name=email]').fill(ada)
    await form.locator('[name=password]').fill('wrong')
    await form.locator('button').click()
    await person.page.getByRole('alert').waitFor()
    await person.signInWithPassword(ada)
    await person.part('account').waitFor()
  })

  test('lets in who opens the link that was mailed', async () => {
    const person = await openVisit('/account')
    await person.requestEmail('mia@example.org')
    await person.page.waitForURL(url => url.pathname === `${basePath}/verify-request`)
    await person.open(trial.site.getEmailedLink())
    await person.expectText('user', 'mia@example.org')
    expect(person.path).toBe('/account')
  })

  test('lets in who made a passkey, and takes it the next time', async () => {
    const person = await openTab(await openContext(trial.site.origin))
    await addVirtualAuthenticator(person.page)
    await person.open('/account')
    await person.createPasskey('pia@example.org')
    await person.expectText('user', 'pia@example.org')
    expect(person.path).toBe('/account')
    await person.signOut()
    // The field of the sign-in page offers it, and the device agrees at once.
    await person.open('/account')
    await person.expectText('user', 'pia@example.org')
    expect(person.path).toBe('/account')
  })

  test('keeps no page of a member in a cache', async () => {
    const person = await openVisit()
    await person.signIn(ada)
    const answer = await person.page.goto('/account')
    expect(answer?.headers()['cache-control']).toContain('no-store')
  })

  test('changes the session from the browser, and remembers the change', async () => {
    const person = await openVisit('/client')
    await person.signIn('rename@example.com')
    await person.expectText('client-name', 'Rename')
    await person.part('new-name').fill('Countess <Ada>')
    await person.part('update').click()
    await person.expectText('client-name', 'Countess <Ada>')
    await person.page.reload()
    await person.expectText('client-name', 'Countess <Ada>')
    await person.goTo('home')
    expect(await person.part('name').textContent()).toBe('Countess <Ada>')
    expect(await person.user()).toBe('rename@example.com')
  })

  test('shows in one tab that somebody left in another', async () => {
    const context = await openContext(trial.site.origin)
    const [one, other] = [await openTab(context), await openTab(context)]
    await one.open('/client')
    await one.signIn(ada)
    await other.open('/')
    expect(await other.user()).toBe(ada)
    await one.open('/client')
    await one.expectText('client-user', ada)
    await other.signOut()
    await one.expectText('client-user', 'nobody')
    await one.expectText('client-name', 'a stranger')
    await one.part('to-account').click()
    await one.page.waitForURL(url => url.pathname === `${basePath}/signin`)
  })

  test('lets two people into two browsers at the same time', async () => {
    const [one, other] = [await openVisit(), await openVisit()]
    await Promise.all([one.signIn('one@example.com'), other.signIn('other@example.com')])
    await Promise.all([one.page.reload(), other.page.reload()])
    expect([await one.user(), await other.user()]).toEqual(['one@example.com', 'other@example.com'])
    await one.signOut()
    await other.page.reload()
    expect(await other.user()).toBe('other@example.com')
  })

  /** Two tabs of a stranger, sent to sign in one after the other. */
  async function openTwoSignInPages(): Promise<[one: BrowserTab, other: BrowserTab]> {
    const context = await openContext(trial.site.origin)
    const [one, other] = [await openTab(context), await openTab(context)]
    await one.open('/account')
    await one.isAtSignIn()
    await other.open('/protected')
    await other.isAtSignIn()
    return [one, other]
  }

  test('starts a sign-in in two tabs, and both may be finished', async () => {
    const [one, other] = await openTwoSignInPages()
    await one.signInWithPassword(ada)
    await one.part('account').waitFor()
    await other.signInWithPassword(ada)
    await other.part('protected').waitFor()
  })

  test('goes to a provider in two tabs, and comes back in the other order', async () => {
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
