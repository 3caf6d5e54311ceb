import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, credentials } from '../support/app.js'
import { startChromium } from '../support/chromium.js'
import { type ServedApp, serve } from '../support/serve.js'
import { loadAngularApp } from './angular-app.js'

const app = await loadAngularApp()

vi.setConfig({ testTimeout: 30_000 })

let browser: Browser
let served: ServedApp

beforeAll(async () => {
  browser = await startChromium()
  served = await serve(
    app.listen({
      providers: [{ ...credentials, amr: ['pwd'] }],
      secret: 'a secret of the browser tests of latchkey/angular',
      trustHost: true,
      logger: { error: () => {}, warn: () => {} },
    }),
  )
})

afterAll(async () => {
  await browser?.close()
  await served?.close()
})

/** A tab of a browser with its own cookies. */
class Tab {
  #requests: string[] = []

  constructor(readonly page: Page) {
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      const type = request.resourceType()
      if (type === 'document' || pathname.startsWith('/auth/')) this.#requests.push(`${type} ${pathname}`)
    })
  }

  /** Returns the documents and actions that the browser has requested since the last call. */
  takeRequests(): string[] {
    return this.#requests.splice(0)
  }

  /** Opens a page of the app, and waits until its links are interactive. */
  async open(path: string): Promise<void> {
    this.takeRequests()
    await this.page.goto(path)
    await this.page.locator('html[data-interactive]').waitFor()
  }

  async follow(path: string): Promise<void> {
    await this.page.getByRole('link', { name: path }).click()
  }

  /** Submits the form of the built-in sign-in page. */
  async submitSignIn(): Promise<void> {
    const form = this.page.locator('form[action$="/callback/credentials"]')
    await form.locator('[name=email]').fill(ada.email)
    await form.locator('[name=password]').fill(ada.password)
    await form.locator('button').click()
  }

  /** Waits until the page at this path shows the text and the status of the session. */
  async expectSession(path: string, text: string, status: string): Promise<void> {
    await this.page.waitForURL(path)
    await this.page.locator('main').getByText(text, { exact: true }).waitFor()
    await this.page.locator('i').getByText(status, { exact: true }).waitFor()
  }
}

async function openTab(): Promise<Tab> {
  const context = await browser.newContext({ baseURL: served.origin })
  context.setDefaultTimeout(10_000)
  onTestFinished(() => context.close())
  return new Tab(await context.newPage())
}

async function openSignedInTab(): Promise<Tab> {
  const tab = await openTab()
  await tab.page.goto('/auth/signin?callbackUrl=/ok')
  await tab.submitSignIn()
  await tab.expectSession('/ok', ada.email, 'authenticated')
  return tab
}

describe('a page in a browser', () => {
  test('requests no session if the server has rendered it, also for the guards of other routes', async () => {
    const tab = await openSignedInTab()
    await tab.open('/ok')
    for (const path of ['/account', '/members', '/ok']) {
      await tab.follow(path)
      await tab.expectSession(path, ada.email, 'authenticated')
    }
    expect(tab.takeRequests()).toEqual(['document /ok'])
  })

  test('requests no session for a visitor if the server has rendered it', async () => {
    const tab = await openTab()
    await tab.open('/ok')
    await tab.expectSession('/ok', 'visitor', 'unauthenticated')
    expect(tab.takeRequests()).toEqual(['document /ok'])
  })

  test('requests the session once if it is prerendered', async () => {
    const tab = await openSignedInTab()
    await tab.open('/static')
    await tab.expectSession('/static', ada.email, 'authenticated')
    await tab.follow('/account')
    await tab.expectSession('/account', ada.email, 'authenticated')
    expect(tab.takeRequests()).toEqual(['document /static', 'fetch /auth/session'])
  })
})

describe('requireAuth in a browser', () => {
  test('opens the sign-in page for a visitor who follows a link, and returns the user', async () => {
    const tab = await openTab()
    await tab.open('/ok')
    await tab.follow('/account')
    await tab.submitSignIn()
    await tab.expectSession('/account', ada.email, 'authenticated')
  })

  test.each(['/account', '/recent'])(
    'opens the sign-in page for %s also if the first navigation has not ended',
    async path => {
      const tab = await openTab()
      await tab.open('/pending')
      await tab.follow(path)
      await tab.page.waitForURL(url => url.pathname === '/auth/signin')
      const { searchParams } = new URL(tab.page.url())
      expect(searchParams.get('callbackUrl')).toBe(`${served.origin}${path}`)
    },
  )

  test('navigates to the route signInPath without a request', async () => {
    const tab = await openTab()
    await tab.open('/ok')
    await tab.follow('/members')
    await tab.expectSession('/login?callbackUrl=%2Fmembers', 'visitor', 'unauthenticated')
    expect(tab.takeRequests()).toEqual(['document /ok'])
  })

  test('loads a page that requires a recent sign-in from the server', async () => {
    const tab = await openSignedInTab()
    await tab.open('/ok')
    await tab.follow('/recent')
    await tab.expectSession('/recent', ada.email, 'authenticated')
    expect(tab.takeRequests()).toEqual(['document /ok', 'document /recent'])
  })

  test('requests the session once on a page that only the browser renders', async () => {
    const visitor = await openTab()
    await visitor.page.goto('/browser-only/account')
    await visitor.page.waitForURL(url => url.pathname === '/auth/signin')
    const user = await openSignedInTab()
    await user.open('/browser-only/account')
    await user.expectSession('/browser-only/account', ada.email, 'authenticated')
    expect(user.takeRequests()).toEqual(['document /browser-only/account', 'fetch /auth/session'])
  })

  test('names the render mode that a page with a requirement needs', async () => {
    const { page } = await openSignedInTab()
    const message = page.waitForEvent('console', { predicate: one => one.type() === 'error' })
    await page.goto('/browser-only/recent')
    expect((await message).text()).toContain(
      'The route "/browser-only/recent" requires a level. Set `RenderMode.Server` for it in app.routes.server.ts.',
    )
  })
})
