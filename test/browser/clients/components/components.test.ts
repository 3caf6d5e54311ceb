import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../../../support/chromium.js'
import { addVirtualAuthenticator } from '../../../support/virtual-authenticator.js'
import { findViolations } from '../../pages/accessibility-audit.js'
import { componentPages } from './component-pages.js'
import { ComponentSite } from './component-site.js'

let browser: Browser
let site: ComponentSite

beforeAll(async () => {
  browser = await startChromium()
  site = await ComponentSite.start(browser)
})

afterEach(() => site.closeContexts())

afterAll(async () => {
  await site?.stop()
  await browser?.close()
})

const openMenu = (page: Page) => page.locator('details.latchkey-user-button[open]')
const button = (page: Page) => page.locator('summary')

/** Returns the text of the focused element, or its name. */
function readFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    return (activeElement?.querySelector('.latchkey-label') ?? activeElement)?.textContent?.trim() ?? ''
  })
}

async function expectNoOverflow(page: Page): Promise<void> {
  const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(width).toBeLessThanOrEqual(available ?? 0)
}

describe.each(Object.entries(componentPages))('the components in %s', (_, build) => {
  beforeAll(async () => {
    site.page = await build('development')
  })

  test('show each user their part of the page, and visitors theirs', async () => {
    const visitor = await site.open()
    await visitor.waitForSelector('#signed-out')
    expect(await visitor.locator('#signed-in, #staff, #recent').count()).toBe(0)
    expect(await visitor.textContent('#not-staff')).toBe('Staff only')
    const grace = await site.openSignedIn()
    await grace.waitForSelector('#signed-in')
    expect(await grace.locator('#signed-out, #staff').count()).toBe(0)
    // The session of a browser has no `authTime` by itself, and an unknown time is never recent.
    expect(await grace.textContent('#not-recent')).toBe('Confirm')
  })

  test('the user button opens by mouse and keyboard, and closes by Escape, a click outside and the focus', async () => {
    const page = await site.openSignedIn()
    await button(page).click()
    await openMenu(page).waitFor()
    expect(await page.locator('.latchkey-user bdi').allTextContents()).toEqual([
      'Grace Hopper',
      'grace@example.com',
    ])
    await page.mouse.click(5, 400)
    expect(await openMenu(page).count()).toBe(0)

    await button(page).focus()
    expect(await readFocus(page)).toBe('Account of Grace Hopper')
    await page.keyboard.press('ArrowDown')
    expect(await readFocus(page)).toBe('Manage account')
    await page.keyboard.press('ArrowDown')
    expect(await readFocus(page)).toBe('Settings')
    await page.keyboard.press('End')
    expect(await readFocus(page)).toBe('Sign out')
    await page.keyboard.press('ArrowDown')
    expect(await readFocus(page)).toBe('Manage account')
    await page.keyboard.press('ArrowUp')
    expect(await readFocus(page)).toBe('Sign out')
    await page.keyboard.press('Home')
    await page.keyboard.press('Escape')
    expect(await readFocus(page)).toBe('Account of Grace Hopper')
    expect(await openMenu(page).count()).toBe(0)

    await page.keyboard.press('ArrowUp')
    expect(await readFocus(page)).toBe('Sign out')
    await page.keyboard.press('Shift+Tab')
    expect(await openMenu(page).count()).toBe(1)
    await page.keyboard.press('End')
    await page.keyboard.press('Tab')
    expect(await openMenu(page).count(), 'leaving the menu').toBe(0)
  })

  test('the user button signs out by keyboard alone, and links visitors to the sign-in page', async () => {
    const page = await site.openSignedIn()
    await button(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#signed-out')
    await page.waitForURL('**/?view=none')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/auth/signin?callbackUrl=*')
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${site.origin}/?view=none`)
  })

  test('the sign-in form offers each provider, in the order of the configuration', async () => {
    const page = await site.open({ view: 'sign-in' })
    const buttons = page.locator('.latchkey-sign-in button')
    await buttons.last().waitFor()
    expect((await buttons.allTextContents()).map(text => text.trim())).toEqual([
      'Sign in',
      'Continue with Harbor',
      'Continue with email',
      'Sign in with a passkey',
    ])
  })

  test('the email form sends an email, and opens the page that says so', async () => {
    const page = await site.open({ view: 'sign-in' })
    await page.locator('[data-provider=email] input').fill('ada@acme.example')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/auth/verify-request?**')
    expect(site.emails.at(-1)).toBe('ada@acme.example')
  })

  test('a wrong password and a canceled passkey show an error, and the form can be sent again', async () => {
    const page = await site.open({ view: 'sign-in', language: 'de' })
    const form = page.locator('[data-provider=password]')
    await form.locator('[name=email]').fill('grace@example.com')
    await form.locator('[name=password]').fill('a wrong password')
    await page.keyboard.press('Enter')
    const alert = page.locator('.latchkey-sign-in [role=alert]')
    await expect.poll(() => alert.textContent()).toBe('The email address or the password is not correct.')
    expect(await form.locator('[name=email]').inputValue()).toBe('grace@example.com')
    expect(await page.locator('h2').textContent()).toBe('Anmelden')

    await addVirtualAuthenticator(page, { isUserVerified: false })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect.poll(() => alert.textContent()).toMatch(/^The passkey was not used/)
    await page.route('**/auth/signin/harbor', route => route.abort())
    await page.getByRole('button', { name: 'Continue with Harbor' }).click()
    await expect.poll(() => alert.textContent()).toBe('There is no connection to the server. Try again.')
    expect(await findViolations(page)).toEqual([])
  })

  test('without a server, the sign-in form shows an error and a link to the built-in page', async () => {
    const page = await site.open({ view: 'none' })
    await page.route('**/auth/providers', route => route.abort())
    await site.visit(page, { view: 'sign-in' })
    await expect
      .poll(() => page.locator('.latchkey-sign-in [role=alert]').textContent())
      .toBe('There is no connection to the server. Try again.')
    expect(await page.getByRole('link', { name: 'Open the sign-in page' }).getAttribute('href')).toBe(
      '/auth/signin',
    )
  })

  test('the page of the server shows the user at once, and is hydrated without a warning or a session request', async () => {
    const page = await site.openSignedIn()
    // The page before requests the session after it has loaded.
    await page.waitForLoadState('networkidle')
    site.requests.length = 0
    const messages: string[] = []
    page.on('console', message => void messages.push(message.text()))
    page.on('pageerror', error => void messages.push(String(error)))
    const response = await page.goto('/?view=sign-in&rendered')
    const html = (await response?.text()) ?? ''
    expect(html).toContain('Members only')
    expect(html).not.toContain('Visitors only')
    expect(html).toContain('Account of Grace Hopper')
    await page.waitForSelector('html[data-mounted]')
    await page.getByRole('button', { name: 'Continue with Harbor' }).waitFor()
    expect(site.requests).not.toContain('GET session')
    expect(messages.filter(text => !/devtools/i.test(text))).toEqual([])
    await button(page).focus()
    await page.keyboard.press('ArrowDown')
    expect(await readFocus(page)).toBe('Manage account')
  })

  test('without JavaScript, the menu opens, signs out, and the sign-in form links to the built-in page', async () => {
    const signedIn = await site.openSignedIn()
    const storageState = await signedIn.context().storageState()
    const page = await site.open(
      { view: 'sign-in', rendered: '' },
      { javaScriptEnabled: false, storageState },
    )
    await button(page).click()
    expect(await page.getByRole('link', { name: 'Manage account' }).getAttribute('href')).toBe(
      '/auth/account',
    )
    expect(await page.getByRole('link', { name: 'Open the sign-in page' }).getAttribute('href')).toBe(
      '/auth/signin',
    )
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.locator('form button[type=submit]').click()
    await page.goto('/?view=none&rendered')
    expect(await page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth/signin')
  })

  test.each([
    ['light', 'ltr'],
    ['dark', 'rtl'],
  ] as const)(
    'at 320 pixels, %s and %s, axe finds no violation and nothing overflows',
    async (colorScheme, dir) => {
      const options = { viewport: { width: 320, height: 700 }, colorScheme }
      const direction = dir === 'rtl' ? { dir } : {}
      const visitor = await site.open({ view: 'sign-in', ...direction }, options)
      await visitor.getByRole('button', { name: 'Continue with Harbor' }).waitFor()
      expect(await findViolations(visitor)).toEqual([])
      await expectNoOverflow(visitor)
      const page = await site.openSignedIn(direction, options)
      await page.waitForSelector('#signed-in')
      await page.evaluate(() => {
        for (const name of document.querySelectorAll('.latchkey-user bdi'))
          name.textContent = 'Wolfeschlegelstein'.repeat(3)
      })
      await button(page).click()
      expect(await findViolations(page)).toEqual([])
      await expectNoOverflow(page)
      const menu = await page.locator('.latchkey-menu').boundingBox()
      expect(menu?.x).toBeGreaterThanOrEqual(0)
      expect((menu?.x ?? 0) + (menu?.width ?? 999)).toBeLessThanOrEqual(320)
    },
  )
})

describe.each(Object.entries(componentPages))('the production build of the components in %s', (_, build) => {
  beforeAll(async () => {
    site.page = await build('production')
  })

  test('is hydrated without a message in the console', async () => {
    const page = await site.openSignedIn()
    const messages: string[] = []
    page.on('console', message => void messages.push(message.text()))
    page.on('pageerror', error => void messages.push(String(error)))
    await site.visit(page, { view: 'sign-in', rendered: '' })
    await page.getByRole('button', { name: 'Continue with Harbor' }).waitFor()
    expect(messages).toEqual([])
  })
})
