import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { selectStrategies } from '../support/fire.js'
import {
  auditPage,
  email,
  newPassword,
  PasswordsSite,
  password,
  readEmail,
  submit,
} from './passwords-site.js'

describe.each(selectStrategies('database'))('passwords in Chromium with the %s strategy', strategy => {
  let site: PasswordsSite

  beforeAll(async () => {
    site = await PasswordsSite.start()
  })

  beforeEach(() => site.configure(strategy))

  afterEach(() => site.closeWindows())

  afterAll(() => site?.stop())

  async function signIn(page: Page, entered: string): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/home')
    await page.fill('[name=email]', email)
    await page.fill('[name=password]', entered)
    await page.click('form:has([name=password]) button')
  }

  test.each([true, false])(
    'a visitor signs up, forgets the password, chooses a new one and changes it (JavaScript: %s)',
    async javaScriptEnabled => {
      const owner = await site.open({ javaScriptEnabled })
      await site.signUp(owner)
      expect(await readEmail(owner)).toBe(email)

      const page = await site.open({ javaScriptEnabled })
      await signIn(page, 'a wrong password')
      expect(await page.textContent('[role=alert]')).toContain('not correct')
      expect(await page.inputValue('#email')).toBe(email)
      expect(await readEmail(page)).toBeNull()

      await page.click('a[href*="/passwords/forgot"]')
      await page.fill('#email', email)
      await submit(page)
      await page.waitForURL('**/passwords/sent?**')
      await page.goto(site.getLink())
      await page.fill('#password', newPassword)
      await submit(page)
      await page.waitForURL('**/passwords/sign-in?**')
      expect(await page.textContent('.message')).toContain('Your password was changed')
      expect(await readEmail(owner)).toBeNull()
      await page.fill('#email', email)
      await page.fill('#password', newPassword)
      await submit(page)
      await page.waitForURL('**/home')

      await page.goto('/auth/passwords/change?callbackUrl=/home')
      await page.fill('#currentPassword', newPassword)
      await page.fill('#password', password)
      await submit(page)
      await page.waitForURL('**/passwords/changed?**')
      expect(await readEmail(page)).toBe(email)
      await signIn(owner, password)
      await owner.waitForURL('**/home')
    },
  )

  test('the page of a link has no token in its URL, and its form names its origin', async () => {
    const page = await site.open()
    await site.signUp(page)
    await page.goto('/auth/passwords/forgot')
    await page.fill('#email', email)
    await submit(page)
    await page.waitForURL('**/passwords/sent?**')
    await page.goto(site.getLink())
    expect(new URL(page.url()).pathname).toBe('/auth/passwords/reset')
    expect(page.url()).not.toContain('token')
    await page.reload()
    await page.fill('#password', newPassword)
    const posted = page.waitForRequest(request => request.method() === 'POST')
    await submit(page)
    const headers = await (await posted).allHeaders()
    expect(headers['origin']).toBe(site.origin)
    expect(headers['referer']).not.toContain('token')
    await page.waitForURL('**/passwords/sign-in?**')
  })

  test('a button shows the password, and the form sends it hidden', async () => {
    const page = await site.open()
    await page.goto('/auth/passwords/sign-in')
    await page.fill('#password', password)
    const button = page.getByRole('button', { name: 'Show password' })
    await button.click()
    expect(await page.getAttribute('#password', 'type')).toBe('text')
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    await page.evaluate(() => {
      const { form } = document.querySelector<HTMLInputElement>('#password') ?? {}
      form?.addEventListener('submit', event => event.preventDefault())
    })
    await page.fill('#email', email)
    await submit(page)
    expect(await page.getAttribute('#password', 'type')).toBe('password')
  })

  test('password managers find the user name, the current and the new password on each page', async () => {
    const page = await site.open()
    const listFields = () =>
      page
        .locator('input:not([type=hidden])')
        .evaluateAll(inputs =>
          inputs.map(input => `${input.getAttribute('type')} ${input.getAttribute('autocomplete')}`),
        )
    await page.goto('/auth/passwords/sign-in')
    expect(await listFields()).toEqual(['email username', 'password current-password'])
    await page.goto('/auth/passwords/sign-up')
    expect(await listFields()).toEqual(['text name', 'email username', 'password new-password'])
    await site.signUp(page)
    await page.goto('/auth/passwords/change')
    expect(await listFields()).toEqual([
      'email username',
      'password current-password',
      'password new-password',
    ])
  })

  test.each([
    { locale: 'en', colorScheme: 'light' as const },
    { locale: 'en', colorScheme: 'dark' as const },
    { locale: 'ar', colorScheme: 'light' as const },
  ])('the pages are accessible and fit 320 pixels ($locale, $colorScheme)', async options => {
    const page = await site.open({ ...options, viewport: { width: 320, height: 640 } })
    for (const path of [
      'sign-in',
      'sign-up',
      'forgot',
      'sent',
      'verify?token=unknown',
      'reset?token=unknown',
    ]) {
      await page.goto(`/auth/passwords/${path}`)
      await auditPage(page)
    }
    await page.goto('/auth/passwords/sign-up')
    await page.fill('#email', email)
    await page.evaluate(() => document.querySelector('#password')?.removeAttribute('minlength'))
    await page.fill('#password', 'short')
    await submit(page)
    await page.waitForSelector('[role=alert]')
    await auditPage(page)
    await site.signUp(page)
    for (const path of ['change', 'confirm', 'changed', 'send-confirmation']) {
      await page.goto(`/auth/passwords/${path}`)
      await auditPage(page)
    }
  })
})
