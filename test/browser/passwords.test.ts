import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import { passwords } from 'latchkey/passwords'
import { createTransport } from 'nodemailer'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { selectStrategies } from '../support/fire.js'
import { type ServedApp, serve } from '../support/serve.js'
import { startSmtpServer } from '../support/smtp-server.js'
import { findViolations } from './pages/accessibility-audit.js'

const email = 'ada@example.com'
const password = 'correct horse battery'
const newPassword = 'staple horse battery'

describe.each(selectStrategies('database'))('passwords in Chromium with the %s strategy', strategy => {
  let browser: Browser
  let server: ServedApp
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>
  let handle: ReturnType<typeof NodeAuth>
  const contexts: BrowserContext[] = []

  beforeAll(async () => {
    browser = await startChromium()
    smtp = await startSmtpServer()
    server = await serve((req, res) =>
      req.url?.startsWith('/auth/') ? void handle(req, res) : void res.end('home'),
    )
  })

  beforeEach(() => {
    handle = NodeAuth({
      secret: 'a secret of more than 32 characters!',
      trustHost: true,
      adapter: MemoryAdapter(),
      session: { strategy },
      revocation: { maxStale: 0 },
      providers: [],
      plugins: [passwords()],
      sendEmail: createTransport(smtp.server, { from: 'Acme <no-reply@acme.example>' }),
      logger: { error() {}, warn() {}, debug() {} },
    })
  })

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(context => context.close()))
  })

  afterAll(async () => {
    await browser?.close()
    await server?.close()
    await smtp?.close()
  })

  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce', ...options })
    contexts.push(context)
    return context.newPage()
  }

  /** Returns the link of the latest email. */
  function getLink(): string {
    const { text = '', recipients } = smtp.getLatestEmail()
    expect(recipients).toEqual([email])
    return /http:\S+/.exec(text)?.[0] ?? ''
  }

  async function submit(page: Page): Promise<void> {
    await page.click('button[type=submit]')
  }

  async function signUp(page: Page): Promise<void> {
    await page.goto('/auth/passwords/sign-up?callbackUrl=/home')
    await page.fill('#email', email)
    await page.fill('#password', password)
    await submit(page)
    await page.waitForURL('**/passwords/sent?**')
    await page.goto(getLink())
    await submit(page)
    await page.waitForURL('**/home')
  }

  async function signIn(page: Page, entered: string): Promise<void> {
    await page.goto('/auth/signin?callbackUrl=/home')
    await page.fill('[name=email]', email)
    await page.fill('[name=password]', entered)
    await page.click('form:has([name=password]) button')
  }

  async function readEmail(page: Page): Promise<unknown> {
    const session: unknown = await (await page.request.get('/auth/session')).json()
    return session && Object(Object(session).user).email
  }

  test.each([true, false])(
    'a visitor signs up, forgets the password, chooses a new one and changes it (JavaScript: %s)',
    async javaScriptEnabled => {
      const owner = await open({ javaScriptEnabled })
      await signUp(owner)
      expect(await readEmail(owner)).toBe(email)

      const page = await open({ javaScriptEnabled })
      await signIn(page, 'a wrong password')
      expect(await page.textContent('[role=alert]')).toContain('not correct')
      expect(await page.inputValue('#email')).toBe(email)
      expect(await readEmail(page)).toBeNull()

      await page.click('a[href*="/passwords/forgot"]')
      await page.fill('#email', email)
      await submit(page)
      await page.waitForURL('**/passwords/sent?**')
      await page.goto(getLink())
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
    const page = await open()
    await signUp(page)
    await page.goto('/auth/passwords/forgot')
    await page.fill('#email', email)
    await submit(page)
    await page.waitForURL('**/passwords/sent?**')
    await page.goto(getLink())
    expect(new URL(page.url()).pathname).toBe('/auth/passwords/reset')
    expect(page.url()).not.toContain('token')
    await page.reload()
    await page.fill('#password', newPassword)
    const posted = page.waitForRequest(request => request.method() === 'POST')
    await submit(page)
    const headers = await (await posted).allHeaders()
    expect(headers['origin']).toBe(server.origin)
    expect(headers['referer']).not.toContain('token')
    await page.waitForURL('**/passwords/sign-in?**')
  })

  test('a button shows the password, and the form sends it hidden', async () => {
    const page = await open()
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
    const page = await open()
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
    await signUp(page)
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
    const page = await open({ ...options, viewport: { width: 320, height: 640 } })
    const audit = async () => {
      expect(await findViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
    for (const path of [
      'sign-in',
      'sign-up',
      'forgot',
      'sent',
      'verify?token=unknown',
      'reset?token=unknown',
    ]) {
      await page.goto(`/auth/passwords/${path}`)
      await audit()
    }
    await page.goto('/auth/passwords/sign-up')
    await page.fill('#email', email)
    await page.evaluate(() => document.querySelector('#password')?.removeAttribute('minlength'))
    await page.fill('#password', 'short')
    await submit(page)
    await page.waitForSelector('[role=alert]')
    await audit()
    await signUp(page)
    for (const path of ['change', 'confirm', 'changed', 'send-confirmation']) {
      await page.goto(`/auth/passwords/${path}`)
      await audit()
    }
  })
})
