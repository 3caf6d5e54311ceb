import { createTransport } from 'nodemailer'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DevServer, startDevServer } from '../../src/cli/dev/dev-server.js'
import { startChromium } from '../support/chromium.js'
import { serve } from '../support/serve.js'
import { findViolations } from './pages/accessibility-audit.js'

const query = new URLSearchParams({
  response_type: 'code',
  client_id: 'app',
  redirect_uri: 'http://localhost:3999/auth/callback/dev',
  state: 'a-state-that-is-as-long-as-those-of-a-real-authorization-request',
})

describe('the pages of `latchkey dev`', () => {
  let server: DevServer
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    browser = await startChromium()
  })

  beforeEach(async () => {
    server = await startDevServer({ port: 0, smtpPort: 0, providers: ['dev'], startsApp: false })
    context = await browser.newContext({ baseURL: server.issuer })
    page = await context.newPage()
  })

  afterEach(async () => {
    await context.close()
    await server.close()
  })

  afterAll(() => browser?.close())

  /** The frame of an email has no origin, so axe cannot look into it. */
  async function findFaults(): Promise<string[]> {
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    const violations = await findViolations(page)
    return [
      ...(overflow > 0 ? [`${overflow} px wider than the window`] : []),
      ...violations.filter(finding => !finding.startsWith('frame-tested: ')),
    ]
  }

  function sendEmail(more: Record<string, unknown> = {}): Promise<unknown> {
    const text = `Sign in:\n\nhttp://localhost:3999/auth/callback/email?token=${'a1b2'.repeat(16)}\n\n1234 5678\n`
    const email = { from: 'no-reply@app.example', to: 'ada@example.com', subject: 'Sign in to App', text }
    return createTransport(server.smtp).sendMail({
      ...email,
      html: '<p>Hello <a href="/x">Ada</a></p>',
      ...more,
    })
  }

  test('axe finds no violation, and nothing overflows: light and wide, dark and at 320 px', async () => {
    await sendEmail()
    await page.goto('/mail')
    const message = await page.locator('article a').first().getAttribute('href')
    const sizes = [
      ['light', 1000],
      ['dark', 320],
    ] as const
    for (const path of ['/', '/mail', String(message), '/clock', `/authorize?${query}`, '/authorize']) {
      for (const [colorScheme, width] of sizes) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        await page.goto(path)
        expect({ path, colorScheme, faults: await findFaults() }).toEqual({ path, colorScheme, faults: [] })
      }
    }
  })

  test('the mailbox shows a new email by itself, and copies its code', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/mail')
    await sendEmail()
    await page.getByRole('heading', { name: 'Sign in to App' }).waitFor()
    await page.getByRole('button', { name: 'Copy the code' }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('12345678')
    expect(await page.getByRole('link', { name: 'Open the link' }).getAttribute('href')).toContain('token=')
  })

  test('the HTML of an email runs no script, loads nothing and cannot leave its frame', async () => {
    const dialogs: string[] = []
    context.on('dialog', dialog => void dialogs.push(dialog.message()))
    const requested: string[] = []
    context.on('requestfinished', request => void requested.push(request.url()))
    await sendEmail({ subject: '<script>alert("subject")</script>', html: maliciousHtml })
    await page.goto('/mail')
    await page.locator('article a').first().click()
    const shown = page.frameLocator('iframe')
    expect(await shown.locator('body').textContent()).toContain('Hello')
    for (const name of ['script', 'away']) await shown.locator(`#${name}`).click()
    await shown.getByRole('button').click()
    // The page of the HTML alone has the same policy.
    const frame = await page.locator('iframe').getAttribute('src')
    await page.goto(String(frame))
    await page.waitForTimeout(200)
    expect(dialogs).toEqual([])
    expect(requested.filter(url => !url.startsWith(`${server.issuer}/`) && !url.startsWith('data:'))).toEqual(
      [],
    )
  })

  test('a failure and a sign-in lead back to the app, without JavaScript', async () => {
    const plain = await browser.newPage({ javaScriptEnabled: false, baseURL: server.issuer })
    const app = await serve((_, res) => void res.end('The app'))
    const authorizeUrl = `/authorize?${new URLSearchParams({ ...Object.fromEntries(query), redirect_uri: `${app.origin}/cb` })}`
    await plain.goto(authorizeUrl)
    await plain.getByRole('button', { name: 'Deny access' }).click()
    await plain.waitForURL(/\/cb\?error=access_denied/)
    await plain.goto(authorizeUrl)
    await plain.getByLabel('Email address', { exact: true }).fill('linus@example.com')
    await plain.getByRole('button', { name: 'Sign in', exact: true }).click()
    await plain.waitForURL(/\/cb\?code=/)
    expect(await plain.textContent('body')).toBe('The app')
    await plain.close()
    await app.close()
  })

  test('the buttons move the clock', async () => {
    await page.goto('/clock')
    await page.getByRole('button', { name: '+30 days' }).click()
    await page.getByText('The clock is 30 days ahead.').waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByText('This is the real time.').waitFor()
  })
})

const maliciousHtml = `Hello</iframe>"><script>alert(2)</script><img src="x" onerror="alert(3)">
<base href="https://mallory.example/" target="_top">
<img src="https://mallory.example/pixel.png"><link rel="stylesheet" href="https://mallory.example/style.css">
<meta http-equiv="refresh" content="0;url=https://mallory.example/refresh">
<iframe src="https://mallory.example/frame"></iframe>
<a id="script" href="javascript:alert(4)">x</a> <a id="away" href="javascript:top.location='/clock'" target="_top">y</a>
<form action="/mail/delete" method="post" target="_top"><button>Send</button></form>`
