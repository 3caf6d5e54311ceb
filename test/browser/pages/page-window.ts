import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import type { State } from './page-states.js'
import { openState } from './test-app.js'

/** The origin of the app in the screenshots. It has no port, so screenshots are reproducible. */
export const origin = 'https://acme.example'

/** A browser window that can only reach one app. */
export interface PageWindow {
  readonly context: BrowserContext
  /** URLs of other origins that were requested. */
  readonly foreign: readonly string[]
  /** Console errors, such as violations of the content security policy. */
  readonly consoleErrors: readonly string[]
  show(state: State): Promise<Page>
  showAnswer(path: string, respond: () => Promise<Response>): Promise<Page>
}

/** The window size of the screenshots. */
const viewport = { width: 760, height: 640 }

/** Opens a window. The caller closes its context. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<PageWindow> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options })
  const foreign: string[] = []
  const consoleErrors: string[] = []
  let respond: (request: Request) => Promise<Response> = async () => new Response(null, { status: 404 })

  const page = await context.newPage()
  // A button that counts seconds shows the same number in every screenshot.
  await page.clock.setFixedTime(0)
  page.on('console', message => void (isConsoleError(message.text()) && consoleErrors.push(message.text())))
  page.on('pageerror', error => void consoleErrors.push(error.message))
  await context.route('**/*', async route => {
    const request = route.request()
    if (new URL(request.url()).origin !== origin) {
      foreign.push(request.url())
      return route.abort()
    }
    const icon = request.url().endsWith('/favicon.ico')
    const response = icon ? new Response(null, { status: 204 }) : await respond(new Request(request.url()))
    return route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  })

  const showAnswer = async (path: string, createResponse: () => Promise<Response>) => {
    respond = createResponse
    await page.goto(origin + path)
    await page.waitForFunction(hasFocusAtStart)
    return page
  }
  const show = (state: State) => showAnswer(state.path, () => openState(state, origin))
  return { context, foreign, consoleErrors, show, showAnswer }
}

/** Whether the element with `autofocus` has the focus. The browser moves it when it draws the first frame, after `load`. */
function hasFocusAtStart(): boolean {
  const target = document.querySelector('[autofocus]')
  return !target || document.activeElement !== document.body
}

/**
 * The browser logs the expected error status of the built-in error pages, and that an element had the focus before another one asked for it. These
 * are no console errors.
 */
function isConsoleError(message: string): boolean {
  return !/the server responded with a status of (?:403|500)|Autofocus processing was blocked/.test(message)
}

/** Takes a screenshot of the full page. */
export async function takeScreenshot(page: Page): Promise<PNG> {
  return captureAgain(() => page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' }))
}

/** Takes a screenshot of the card and its background. */
export async function takeCardScreenshot(page: Page): Promise<PNG> {
  return captureAgain(() => page.locator('.card').screenshot({ animations: 'disabled', caret: 'hide' }))
}

/**
 * Chromium refuses a capture when its compositor gave no frame in time, which says nothing about the page: on a busy machine one in some
 * thousand captures. Such a refusal, and no other failure, is tried again, twice.
 */
async function captureAgain(capture: () => Promise<Buffer>, tries = 3): Promise<PNG> {
  try {
    return PNG.sync.read(await capture())
  } catch (error) {
    if (tries === 1 || !String(error).includes('Unable to capture screenshot')) throw error
    return captureAgain(capture, tries - 1)
  }
}

/** Returns the elements that are wider than their container or the window. */
export function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *')]
      .filter(element => !element.closest('svg'))
      .filter(element => {
        const { left, right } = element.getBoundingClientRect()
        const hidden = element instanceof HTMLInputElement && element.type === 'hidden'
        const wide = !(element instanceof HTMLInputElement) && element.scrollWidth > element.clientWidth + 1
        const inline = getComputedStyle(element).display === 'inline'
        return !hidden && (left < 0 || right > innerWidth || (wide && !inline))
      })
      .map(element => `${element.tagName}.${element.className}`),
  )
}
