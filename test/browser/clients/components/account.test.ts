import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../../../support/chromium.js'
import { selectCases } from '../../../support/fire.js'
import { addVirtualAuthenticator } from '../../../support/virtual-authenticator.js'
import { findViolations } from '../../pages/accessibility-audit.js'
import { componentPages } from './component-pages.js'
import { ComponentSite } from './component-site.js'

let browser: Browser
let site: ComponentSite

beforeAll(async () => {
  browser = await startChromium()
})

afterEach(() => site.closeContexts())

afterAll(async () => {
  await site?.stop()
  await browser?.close()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const readStatus = (page: Page) => page.locator('section > [role=status]').textContent()

/** Waits for the result of a change. */
const expectSaved = (page: Page) => expect.poll(() => readStatus(page)).toBe('Saved.')

// The components share the state, and components.test.ts renders those of each framework.
const frameworks = selectCases(Object.entries(componentPages), ([name]) => name === 'React')

describe.each(frameworks)('the account of a user in %s', (_, build) => {
  beforeAll(async () => {
    await site?.stop()
    site = await ComponentSite.start(browser)
    site.page = await build('development')
  })

  async function openProfile(): Promise<Page> {
    const page = await site.openSignedIn({ view: 'profile' })
    await page.getByRole('heading', { name: 'Email addresses' }).waitFor()
    return page
  }

  test('UserProfile changes the name, which the user button shows at once', async () => {
    const page = await openProfile()
    await page.getByLabel('Name', { exact: true }).fill('Grace Brewster Hopper')
    await page.keyboard.press('Enter')
    await expectSaved(page)
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Grace Brewster Hopper')
    await page.getByLabel('Name', { exact: true }).fill('x'.repeat(300))
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('section > [role=alert]').textContent()).not.toBe('')
    expect(await readStatus(page)).toBe('')
  })

  test('UserProfile adds an email address and removes it, and keeps the focus', async () => {
    const page = await openProfile()
    await page.getByRole('textbox', { name: 'New email address' }).fill('grace@navy.example')
    await page.keyboard.press('Enter')
    await expectSaved(page)
    expect(site.emails.at(-1)).toBe('grace@navy.example')
    expect(await page.getByRole('textbox', { name: 'New email address' }).inputValue()).toBe('')
    await page.getByText('Unverified').waitFor()
    await page.getByRole('button', { name: 'Remove grace@navy.example' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByText('grace@navy.example').count()).toBe(0)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Profile')
  })

  test('UserProfile adds, renames and removes a passkey, with which the user signs in', async () => {
    const page = await openProfile()
    await addVirtualAuthenticator(page)
    await press(page, 'Add a passkey')
    const name = page.getByLabel('Name of the passkey')
    await name.fill('Laptop')
    await page.keyboard.press('Enter')
    await expectSaved(page)
    expect(await name.inputValue()).toBe('Laptop')
    expect(await page.getByText(/^Created /).textContent()).toMatch(/Created \w{3} \d/)

    await page.context().clearCookies()
    await site.visit(page, { view: 'sign-in' })
    await press(page, 'Sign in with a passkey')
    await page.waitForURL('**/?view=none')
    await page.waitForSelector('#signed-in')
    await site.visit(page, { view: 'profile' })
    await press(page, 'Remove Laptop')
    await expectSaved(page)
    expect(await page.getByLabel('Name of the passkey').count()).toBe(0)
  })

  test('a change that needs a fresh sign-in leads to the page for it, and back', async () => {
    const page = await openProfile()
    const { origin } = site
    const url = `/auth/step-up?callbackUrl=${origin}/auth/account`
    await page.route('**/auth/account/emails', route =>
      route.fulfill({ status: 403, json: { error: 'recent-sign-in-required', url } }),
    )
    await page.getByRole('textbox', { name: 'New email address' }).fill('grace@navy.example')
    const request = page.waitForRequest('**/auth/step-up?**')
    await page.keyboard.press('Enter')
    const { searchParams } = new URL((await request).url())
    expect(searchParams.get('callbackUrl')).toBe(`${origin}/?view=profile`)
  })

  test('SessionList shows where the user is signed in, and ends one session and all others', async () => {
    const others = [await site.openSignedIn(), await site.openSignedIn(), await site.openSignedIn()]
    const page = await site.openSignedIn({ view: 'sessions' })
    const entries = page.locator('.latchkey-sessions li')
    await entries.first().waitFor()
    const count = await entries.count()
    expect(count).toBeGreaterThanOrEqual(4)
    expect(await entries.filter({ hasText: 'This browser' }).getByRole('button').count()).toBe(0)
    expect(await entries.first().textContent()).toContain('Chrome')
    await page
      .getByRole('button', { name: /^Sign out .*Chrome/ })
      .first()
      .click()
    await expect.poll(() => entries.count()).toBe(count - 1)
    await press(page, 'Sign out all others')
    await expect.poll(() => entries.count()).toBe(1)
    for (const other of others) {
      await other.reload()
      await other.waitForSelector('#signed-out')
    }
    await press(page, 'Sign out everywhere')
    await page.waitForSelector('#signed-out')
  })

  test.each([
    ['light', 'ltr'],
    ['dark', 'rtl'],
  ] as const)(
    'at 320 pixels, %s and %s, axe finds no violation and nothing overflows',
    async (colorScheme, dir) => {
      const options = { viewport: { width: 320, height: 800 }, colorScheme }
      for (const view of ['profile', 'sessions'] as const) {
        const page = await site.openSignedIn({ view, ...(dir === 'rtl' && { dir }) }, options)
        await page.locator('main > section li').first().waitFor()
        await page.evaluate(() => {
          for (const name of document.querySelectorAll('main bdi'))
            name.textContent = 'Wolfeschlegelstein'.repeat(5)
        })
        expect(await findViolations(page)).toEqual([])
        const [width, available] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ])
        expect(width, view).toBeLessThanOrEqual(available ?? 0)
      }
    },
  )

  test('UserProfile deletes the account after a question', async () => {
    const page = await openProfile()
    await page.locator('summary', { hasText: 'Delete account' }).click()
    await press(page, 'Delete my account')
    await page.waitForURL('**/auth/account/deleted')
    expect(await (await page.request.get('/auth/session')).json()).toBeNull()
  })
})
