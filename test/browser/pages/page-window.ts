import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { answer } from './front-door.js'
import type { State } from './states.js'

/** The address of the app in the pictures; no port, so that they stay the same. */
export const origin = 'https://acme.example'

/** A browser window whose whole internet is one app. */
export interface Window {
  readonly context: BrowserContext
  /** What it asked for that is not the app's. */
  readonly foreign: readonly string[]
  /** What the browser complained about, content security policy above all. */
  readonly complaints: readonly string[]
  show(state: State): Promise<Page>
  showAnswer(path: string, respond: () => Promise<Response>): Promise<Page>
}

/** The size of the window in the pictures. */
const viewport = { width: 760, height: 640 }

/** Opens a window; close its context when you are done. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options })
  const foreign: string[] = []
  const complaints: string[] = []
  let respond: (request: Request) => Promise<Response> = async () => new Response(null, { status: 404 })

  const page = await context.newPage()
  page.on('console', message => void (isComplaint(message.text()) && complaints.push(message.text())))
  page.on('pageerror', error => void complaints.push(error.message))
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

  const showAnswer = async (path: string, answering: () => Promise<Response>) => {
    respond = answering
    await page.goto(origin + path)
    return page
  }
  const show = ({ path, config }: State) => showAnswer(path, () => answer(new Request(origin + path), config))
  return { context, foreign, complaints, show, showAnswer }
}

/** The browser also logs the status of our own error page, which is as it should be. */
function isComplaint(message: string): boolean {
  return !/the server responded with a status of (?:403|500)/.test(message)
}

/** The whole page as a picture. */
export async function photograph(page: Page): Promise<PNG> {
  return PNG.sync.read(await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' }))
}

/** The card alone, with what it lies on. */
export async function photographCard(page: Page): Promise<PNG> {
  return PNG.sync.read(await page.locator('.card').screenshot({ animations: 'disabled', caret: 'hide' }))
}

/** What is wider than the place it has. */
export function overflow(page: Page): Promise<string[]> {
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
