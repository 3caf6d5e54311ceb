import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchChromium } from '../support/chromium.js'
import { Tab } from './tab.js'

/** One browser for the whole of a test file. */
let browser: Browser
let contexts: BrowserContext[] = []

beforeAll(async () => {
  browser = await launchChromium()
})

afterEach(async () => {
  await Promise.all(contexts.map(context => context.close()))
  contexts = []
})

afterAll(() => browser?.close())

/** Somebody with a browser of their own, until the test ends. */
export async function somebody(origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en', ignoreHTTPSErrors: true })
  context.setDefaultTimeout(15_000)
  contexts.push(context)
  return context
}

export async function tab(context: BrowserContext): Promise<Tab> {
  return new Tab(await context.newPage())
}

/** When the browser will drop the session by itself, in seconds since 1970. */
export async function sessionEnds(context: BrowserContext): Promise<number> {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name === 'authjs.session-token')?.expires ?? 0
}
