import { createTransport } from 'nodemailer'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { type Playground, startPlayground } from '../support/playground.js'
import { submitIdentifier } from '../support/sign-in-form.js'

describe('the mailbox page of the playground', () => {
  let playground: Playground
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    playground = await startPlayground('database')
    browser = await startChromium()
  })

  beforeEach(async () => {
    context = await browser.newContext({ baseURL: playground.origin })
    page = await context.newPage()
  })

  afterEach(() => context.close())

  afterAll(async () => {
    await browser?.close()
    await playground?.dispose()
  })

  async function requestEmail(provider: 'link' | 'code', email: string): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/account')
    await submitIdentifier(page, email)
    await page.click(`form[action$="/signin/${provider}"] button`)
    await page.waitForURL(/verify-request/)
  }

  test('lists the sent emails, newest first, with a working magic link', async () => {
    await requestEmail('code', 'first@example.com')
    await requestEmail('link', 'second@example.com')
    await page.goto('/mailbox')
    const emails = await page.locator('.email').allTextContents()
    expect(emails[0]).toContain('second@example.com')
    expect(emails[1]).toContain('first@example.com')
    expect(emails[1]).toMatch(/\d{4} \d{4}/)

    await page.getByRole('link', { name: 'Open the link' }).first().click()
    await page.waitForURL(`${playground.origin}/account`)
    expect(await page.textContent('body')).toContain('second@example.com')
  })

  test('renders the HTML of an email, and its magic link opens a new tab that is signed in', async () => {
    await requestEmail('link', 'third@example.com')
    await page.goto('/mailbox')
    await page.click('.email a >> nth=0')
    const opened = context.waitForEvent('page')
    await page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click()
    const tab = await opened
    await tab.waitForURL(`${playground.origin}/account`)
    expect(await tab.textContent('body')).toContain('third@example.com')
  })

  test('does not run scripts, load resources or submit forms from the HTML of an email', async () => {
    const requested: string[] = []
    context.on('requestfinished', request => requested.push(request.url()))
    context.on('requestfailed', request => {
      // Requests blocked by the content security policy never leave the browser.
      if (request.failure()?.errorText !== 'csp') requested.push(request.url())
    })
    const dialogs: string[] = []
    context.on('dialog', dialog => dialogs.push(dialog.message()))
    await createTransport(playground.mailServer).sendMail({
      from: 'mallory@example.com',
      to: '"><script>alert(1)</script>@example.com',
      envelope: { from: 'mallory@example.com', to: 'grace@example.com' },
      subject: '<script>alert("subject")</script>',
      html: maliciousHtml,
    })
    await page.goto('/mailbox')
    await page.click('.email a >> nth=0')
    const shown = page.frameLocator('iframe')
    expect(await shown.locator('body').textContent()).toContain('Hello')
    for (const name of ['script', 'away']) await shown.locator(`#${name}`).click()
    await shown.getByRole('button').click()
    await page.waitForTimeout(500)

    expect(dialogs).toEqual([])
    expect(
      requested.filter(url => !url.startsWith(`${playground.origin}/`) && url !== 'about:srcdoc'),
    ).toEqual([])
    expect(await page.textContent('h1')).toBe('<script>alert("subject")</script>')
    expect(new URL(page.url()).pathname).toBe('/mailbox')
  })
})

const maliciousHtml = `Hello</iframe>"><script>alert(2)</script><img src="x" onerror="alert(3)">
<base href="https://mallory.example/" target="_top">
<img src="https://mallory.example/pixel.png"><link rel="stylesheet" href="https://mallory.example/style.css">
<meta http-equiv="refresh" content="0;url=https://mallory.example/refresh">
<iframe src="https://mallory.example/frame"></iframe>
<a id="script" href="javascript:alert(4)">x</a> <a id="away" href="javascript:top.location='/'" target="_top">y</a>
<form action="/auth/signout" method="post" target="_top"><button>Send</button></form>`
