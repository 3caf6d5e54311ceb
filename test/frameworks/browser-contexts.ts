import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { BrowserTab } from './browser-tab.js'

/** The browser of the test file. */
let browser: Browser
let contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await startChromium()
})

afterEach(async () => {
  await Promise.all(contexts.map(context => context.close()))
  contexts = []
})

afterAll(() => browser?.close())

/** Opens a browser context with its own cookies. It is closed after the test. */
export async function openContext(origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en', ignoreHTTPSErrors: true })
  context.setDefaultTimeout(15_000)
  contexts.push(context)
  return context
}

export async function openTab(context: BrowserContext): Promise<BrowserTab> {
  return new BrowserTab(await context.newPage())
}

/** Returns the expiry of the session cookie, in seconds since 1970. */
export async function getSessionExpiry(context: BrowserContext): Promise<number> {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name === 'authjs.session-token')?.expires ?? 0
}
