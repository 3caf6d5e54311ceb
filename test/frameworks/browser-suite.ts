import { expect, test } from 'vitest'
import { plugIn } from '../support/device.js'
import { somebody, tab } from './browser.js'
import type { Trial } from './site.js'
import type { Tab } from './tab.js'

const ada = 'ada@example.com'

/** Does with an example what people do with their browsers. */
export function inBrowsers(trial: Trial): void {
  const { basePath } = trial.example

  async function visit(path = '/'): Promise<Tab> {
    const opened = await tab(await somebody(trial.site.origin))
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
    await person.open(trial.site.mailedLink())
    await person.sees('user', 'mia@example.org')
    expect(person.path).toBe('/account')
  })

  test('lets in who made a passkey, and takes it the next time', async () => {
    const person = await tab(await somebody(trial.site.origin))
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
    const context = await somebody(trial.site.origin)
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

  /** Two tabs of a stranger, sent to sign in one after the other. */
  async function twoAtSignIn(): Promise<[one: Tab, other: Tab]> {
    const context = await somebody(trial.site.origin)
    const [one, other] = [await tab(context), await tab(context)]
    await one.open('/account')
    await one.isAtSignIn()
    await other.open('/protected')
    await other.isAtSignIn()
    return [one, other]
  }

  test('starts a sign-in in two tabs, and both may be finished', async () => {
    const [one, other] = await twoAtSignIn()
    await one.signInWithPassword(ada)
    await one.part('account').waitFor()
    await other.signInWithPassword(ada)
    await other.part('protected').waitFor()
  })

  test('goes to a provider in two tabs, and comes back in the other order', async () => {
    const [one, other] = await twoAtSignIn()
    await one.goToHarbor()
    await other.goToHarbor()
    await other.tellHarbor()
    await other.page.getByRole('button', { name: 'Allow' }).click()
    await other.part('protected').waitFor()
    await one.tellHarbor()
    await one.part('account').waitFor()
    expect([one.path, other.path]).toEqual(['/account', '/protected'])
    expect(await one.user()).toBe('grace@example.com')
  })
}
