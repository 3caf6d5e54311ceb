import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../../support/chromium.js'
import { clientPages } from './client-pages.js'
import { type ClientPage, call, expectText, Site, signInAsAda } from './site.js'

let browser: Browser

beforeAll(async () => {
  browser = await startChromium()
})

afterAll(() => browser?.close())

describe.each(Object.entries(clientPages))('a page with %s', (_, buildPage) => {
  let built: ClientPage = { script: '' }
  beforeAll(async () => {
    built = await buildPage()
  })
  const site = new Site(() => ({ browser, ...built }))

  test('signs in with a password without a redirect, returns the error for a wrong password, and signs out', async () => {
    const page = await site.open()
    await expectText(page, 'status', 'unauthenticated')
    expect(site.requests).toEqual(['GET session'])
    const wrong = { email: 'a@b.example', password: 'wrong', redirect: false }
    expect(await call(page, 'signIn', 'credentials', wrong)).toMatchObject({
      error: 'CredentialsSignin',
      ok: false,
    })
    await expectText(page, 'status', 'unauthenticated')
    expect(await signInAsAda(page)).toMatchObject({ ok: true, url: page.url() })
    await expectText(page, 'user', 'Ada')
    await expectText(page, 'status', 'authenticated')
    await call(page, 'signOut', { redirect: false })
    await expectText(page, 'user', '')
  })

  test('signs in at a provider and returns to the callback URL', async () => {
    const page = await site.open()
    await expectText(page, 'status', 'unauthenticated')
    await page.getByRole('button', { name: 'Harbor' }).click()
    await page.getByRole('button', { name: 'Grace Hopper' }).click()
    await page.waitForURL(`${site.origin}/?back`)
    await expectText(page, 'user', 'Grace Hopper')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectText(page, 'status', 'unauthenticated')
  })

  test('shows the session of the server without a request or a warning', async () => {
    await site.openSignedIn()
    site.requests.length = 0
    const page = await openPage()
    const messages: string[] = []
    page.on('console', message => void messages.push(message.text()))
    page.on('pageerror', error => void messages.push(String(error)))
    const options = encodeURIComponent(JSON.stringify({ basePath: '/auth' }))
    const response = await page.goto(`/?rendered&options=${options}`)
    if (built.render) expect(await response?.text()).toContain('<p id="user">Ada</p>')
    await expectText(page, 'user', 'Ada')
    await page.waitForFunction(() => 'unmount' in window)
    await page.waitForLoadState('networkidle')
    expect(site.requests).toEqual([])
    expect(messages.filter(text => !/favicon|404|devtools/i.test(text))).toEqual([])
  })

  test('shows a sign-out of one tab in the other', async () => {
    const first = await site.openSignedIn()
    const second = await site.open()
    await expectText(second, 'user', 'Ada')
    await call(first, 'signOut', { redirect: false })
    await expectText(second, 'status', 'unauthenticated')
    await expectText(second, 'user', '')
  })

  test('shows an updated session', async () => {
    const page = await site.openSignedIn()
    await call(page, 'update', { name: 'Ada King' })
    await expectText(page, 'user', 'Ada King')
  })

  test('keeps the last known session during an outage, with the error', async () => {
    const page = await site.openSignedIn()
    site.interfere = (req, res) => {
      const isSession = req.url?.includes('/session') === true
      if (isSession) res.writeHead(503).end('null')
      return isSession
    }
    await call(page, 'update').catch(() => null)
    await reopenTab(page)
    await expectText(page, 'error', 'SessionUnavailable')
    await expectText(page, 'user', 'Ada')
    site.interfere = () => false
    await expectText(page, 'error', '')
    await expectText(page, 'user', 'Ada')
  })

  test('sends no request after it is removed', async () => {
    const page = await site.openSignedIn({ refetchInterval: 0.2 })
    await page.waitForRequest(/\/auth\/session/)
    await page.evaluate(() => (window as unknown as { unmount: () => void }).unmount())
    await page.waitForLoadState('networkidle')
    site.requests.length = 0
    await page.waitForTimeout(1_000)
    expect(site.requests).toEqual([])
  })

  function openPage(): Promise<Page> {
    if (!site.context) throw new Error('The browser context is not open.')
    return site.context.newPage()
  }
})

/** The page becomes visible more than five seconds after the last response, so the session is requested. */
async function reopenTab(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 10_000
    document.dispatchEvent(new Event('visibilitychange'))
  })
}
