import { MemoryAdapter } from 'latchkey/adapters/memory'
import { NodeAuth } from 'latchkey/node'
import { passwords } from 'latchkey/passwords'
import Email from 'latchkey/providers/email'
import { skipNotifications, twoFactor } from 'latchkey/two-factor'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { type ServedApp, serve } from '../support/serve.js'

const email = 'ada@example.com'
const password = 'correct horse battery'

let browser: Browser
let server: ServedApp
let page: Page

beforeAll(async () => {
  browser = await startChromium()
  server = await serve((req, res) =>
    req.url?.startsWith('/auth/') ? void handle(req, res) : void res.end('home'),
  )
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

let handle: ReturnType<typeof NodeAuth>

beforeEach(async () => {
  const store = MemoryAdapter()
  await store.createUser({ id: 'ada-1', name: 'Ada', email, emailVerified: null })
  handle = NodeAuth({
    secret: 'a secret of more than 32 characters!',
    trustHost: true,
    adapter: store,
    session: { strategy: 'jwt' },
    pages: { layout: 'stacked' },
    throttling: { account: { limit: 3, window: 600 } },
    providers: [
      {
        id: 'credentials',
        name: 'Staff',
        type: 'credentials',
        amr: ['pwd'],
        credentials: { login: {}, secret: { type: 'password' } },
        authorize: async fields => (fields['secret'] === password ? store.getUserByEmail(email) : null),
      },
      Email({ sendVerificationRequest() {} }),
    ],
    plugins: [passwords(), twoFactor({ issuer: 'Acme', notify: skipNotifications })],
    sendEmail() {},
    logger: { error() {}, warn() {}, debug() {} },
  })
  const context = await browser.newContext({ baseURL: server.origin, reducedMotion: 'reduce' })
  page = await context.newPage()
  return () => context.close()
})

async function signIn(): Promise<void> {
  await page.goto('/auth/signin?callbackUrl=/home')
  await page.fill('[name=login]', email)
  await page.fill('[name=secret]', password)
  await page.click('form:has([name=secret]) button')
  await page.waitForURL('**/home')
}

/** Submits a form without the checks of the browser, so that the server answers with a failure. */
async function submit(fields: Record<string, string>): Promise<void> {
  await page.evaluate(() => {
    for (const form of document.forms) form.noValidate = true
  })
  for (const [name, value] of Object.entries(fields)) await page.fill(`[name=${name}]`, value)
  await page.click(`form:has([name=${Object.keys(fields).at(-1)}]) button[type=submit]`)
}

/** Submits a form of a plugin, which then shows the failure. */
async function submitToPlugin(path: string, fields: Record<string, string>): Promise<void> {
  await page.goto(`/auth/${path}`)
  await submit(fields)
  await page.waitForURL(`**/${path}?**result=**`)
}

/** Submits a form that the server answers with a page. */
const forms: Readonly<Record<string, () => Promise<void>>> = {
  'a wrong password': async () => {
    await submitToPlugin('passwords/sign-in', { email, password: 'wrong' })
  },
  'a sign-up with a weak password': async () => {
    await submitToPlugin('passwords/sign-up', { email, password: 'password' })
  },
  'a reset with a wrong address': async () => {
    await submitToPlugin('passwords/forgot', { email: 'ada' })
  },
  'a change to a weak password': async () => {
    await signIn()
    await submitToPlugin('passwords/change', { password: 'password' })
  },
  'a wrong code of an authenticator app': async () => {
    await signIn()
    await submitToPlugin('two-factor/enroll', { code: '000000' })
  },
  'wrong credentials': async () => {
    await page.goto('/auth/signin')
    await submit({ login: email, secret: 'wrong' })
  },
  'an email address of no mailbox': async () => {
    await page.goto('/auth/signin')
    await page.locator('form[action$="/signin/email"] [name=email]').evaluate((input: HTMLInputElement) => {
      input.type = 'text'
    })
    await page.fill('form[action$="/signin/email"] [name=email]', 'ada')
    await page.click('form[action$="/signin/email"] button')
  },
  'a form with a wrong CSRF token': async () => {
    await page.goto('/auth/signout')
    await page.evaluate(() => document.querySelector('[name=csrfToken]')?.setAttribute('value', 'wrong'))
    await page.click('button[type=submit]')
  },
  'too many attempts': async () => {
    for (let attempt = 0; attempt < 4; attempt++) {
      await page.goto('/auth/signin')
      await submit({ login: email, secret: `wrong ${attempt}` })
    }
    await page.waitForURL('**/auth/error?error=TooManyRequests')
  },
}

test.each(Object.entries(forms))(
  '%s is not sent again by a reload or the back button',
  async (_, submitForm) => {
    const posts: string[] = []
    await submitForm()
    await page.waitForLoadState()
    page.on('request', request => void (request.method() === 'POST' && posts.push(request.url())))
    const url = page.url()
    const text = await page.textContent('.card')
    await page.reload()
    expect(await page.textContent('.card')).toBe(text)
    await page.goto('/home')
    await page.goBack()
    expect(page.url()).toBe(url)
    expect(await page.textContent('.card')).toBe(text)
    expect(posts).toEqual([])
  },
)
