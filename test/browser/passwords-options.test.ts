import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  auditPage,
  email,
  newPassword,
  PasswordsSite,
  password,
  readEmail,
  submit,
} from './passwords-site.js'

const withAndWithoutScript = [true, false]

describe('options of passwords in Chromium', () => {
  let site: PasswordsSite

  beforeAll(async () => {
    site = await PasswordsSite.start()
  })

  afterEach(() => site.closeWindows())

  afterAll(() => site?.stop())

  async function signIn(page: Page, login: string, entered = password): Promise<void> {
    await page.goto('/auth/passwords/sign-in?callbackUrl=/home')
    await page.fill('#email', login)
    await page.fill('#password', entered)
    await submit(page)
  }

  async function isVerified(): Promise<boolean> {
    return (await site.app.findUser())?.emailVerified instanceof Date
  }

  describe.each(withAndWithoutScript)('with JavaScript: %s', javaScriptEnabled => {
    const open = (options: BrowserContextOptions = {}) => site.open({ javaScriptEnabled, ...options })

    test('with `verification: "after"`, a visitor is signed in at once, and confirms the address with the link', async () => {
      site.configure('database', { verification: 'after' })
      const page = await open()
      await site.enterSignUp(page)
      await page.waitForURL('**/home')
      expect(await readEmail(page)).toBe(email)
      expect(await isVerified()).toBe(false)

      await page.goto('/auth/passwords/send-confirmation?callbackUrl=/home')
      const first = site.getLink()
      await submit(page)
      await page.waitForURL('**/passwords/sent?**')
      expect(site.getLink()).not.toBe(first)
      await page.goto(site.getLink())
      expect(await isVerified()).toBe(false)
      expect(await page.locator('#password').count()).toBe(0)
      await submit(page)
      await page.waitForURL('**/home')
      expect(await isVerified()).toBe(true)
    })

    test('with `verification: "after"`, another browser asks for the password, and is then signed in', async () => {
      site.configure('database', { verification: 'after' })
      await site.enterSignUp(await open())
      const phone = await open()
      await phone.goto(site.getLink())
      await phone.fill('#password', 'a wrong password')
      await submit(phone)
      expect(await phone.textContent('[role=alert]')).toContain('The password is not correct')
      expect(await isVerified()).toBe(false)
      await phone.fill('#password', password)
      await submit(phone)
      await phone.waitForURL('**/home')
      expect(await readEmail(phone)).toBe(email)
      expect(await isVerified()).toBe(true)
    })

    test('with `username`, a visitor chooses a free name, and signs in with it or with the address', async () => {
      site.configure('database', { username: { reserved: ['acme'] } })
      const page = await open()
      await site.enterSignUp(page, { username: 'Acme' })
      await page.waitForSelector('[role=alert]')
      expect(await page.textContent('[role=alert]')).toContain('not available')
      expect(await page.inputValue('#username')).toBe('Acme')
      expect(await page.inputValue('#email')).toBe(email)
      expect(await page.getAttribute('#username', 'aria-invalid')).toBe('true')
      await site.signUp(page, { username: 'Ada.L' })

      for (const login of ['ada.l', email]) {
        const other = await open()
        await signIn(other, login)
        await other.waitForURL('**/home')
        expect(await readEmail(other)).toBe(email)
      }
    })

    test('a forced change ends the session, and the next sign-in leads to a new password', async () => {
      site.configure('database')
      const page = await open()
      await site.signUp(page)
      expect(await site.app.requirePasswordChange()).toBe(true)
      expect(await readEmail(page)).toBeNull()

      await signIn(page, email)
      await page.waitForURL('**/passwords/sent?**')
      expect(await page.textContent('h1')).toMatch(/^Your password at .+ must be changed$/)
      expect(await readEmail(page)).toBeNull()
      await page.goto(site.getLink())
      await page.fill('#password', newPassword)
      await submit(page)
      await page.waitForURL('**/passwords/sign-in?**')
      await page.fill('#email', email)
      await page.fill('#password', newPassword)
      await submit(page)
      await page.waitForURL('**/home')
      expect(await readEmail(page)).toBe(email)
    })
  })

  test('with `signInWith: "username"`, the address does not sign in', async () => {
    site.configure('database', { username: { signInWith: 'username' } })
    const page = await site.open()
    await site.signUp(page, { username: 'ada' })
    const other = await site.open()
    await signIn(other, email)
    await other.waitForSelector('[role=alert]')
    expect(await readEmail(other)).toBeNull()
    await signIn(other, 'ada')
    await other.waitForURL('**/home')
  })

  // The English ones share the parts that `passwords.test.ts` audits.
  test('their pages are accessible and fit 320 pixels, in Arabic and dark', async () => {
    const options = { locale: 'ar', colorScheme: 'dark' as const, viewport: { width: 320, height: 640 } }
    site.configure('database', { verification: 'after', username: true })
    const page = await site.open(options)
    await page.goto('/auth/passwords/sign-in')
    await auditPage(page)
    await site.enterSignUp(page, { username: 'admin' })
    await page.waitForSelector('[role=alert]')
    await auditPage(page)
    await site.enterSignUp(page, { username: 'ada' })
    await page.waitForURL('**/home')
    await page.goto('/auth/passwords/send-confirmation')
    await auditPage(page)
    const phone = await site.open(options)
    for (const tab of [page, phone]) {
      await tab.goto(site.getLink())
      await auditPage(tab)
    }
    await site.app.requirePasswordChange()
    await signIn(phone, 'ada')
    await phone.waitForURL('**/passwords/sent?**')
    await auditPage(phone)
  })
})
