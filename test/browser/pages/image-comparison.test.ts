import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChromium } from '../../support/chromium.js'
import { compareImages, tolerance } from './image-comparison.js'
import { states } from './page-states.js'
import { openWindow, takeScreenshot } from './page-window.js'

let browser: Browser

beforeAll(async () => {
  browser = await startChromium()
})

afterAll(() => browser.close())

/** Returns the difference between screenshots before and after a change of the page. */
async function compareAfter(change: (page: Page) => Promise<unknown>): Promise<number> {
  const { context, show } = await openWindow(browser, { bypassCSP: true })
  const page = await show(states['sign-in-4'])
  const before = await takeScreenshot(page)
  await change(page)
  const { worst } = compareImages(before, await takeScreenshot(page))
  await context.close()
  return worst
}

const addStyle = (content: string) => (page: Page) => page.addStyleTag({ content })

test('two screenshots of the same page are identical', async () => {
  expect(await compareAfter(async () => undefined)).toBe(0)
})

test.each([
  ['different text antialiasing', addStyle('body{-webkit-text-stroke:.15px}')],
  [
    'text shifted by a fraction of a pixel',
    addStyle('.button span{display:block;transform:translateX(.3px)}'),
  ],
])('is within the tolerance: %s', async (_, change) => {
  expect(await compareAfter(change)).toBeLessThanOrEqual(tolerance)
})

test.each([
  ['a button moved by two pixels', addStyle('.provider:first-child{transform:translateY(2px)}')],
  ['a label moved by three pixels', addStyle('label[for*=password]{transform:translateX(3px)}')],
  ['a hidden line of text', addStyle('.lead{visibility:hidden}')],
  ['a hidden separator', addStyle('.separator{visibility:hidden}')],
  ['one icon in another color', addStyle('.icon rect{fill:#c00}')],
  ['buttons two pixels shorter', addStyle('.button{min-block-size:42px}')],
  [
    'a different heading',
    (page: Page) => page.locator('h1').evaluate(heading => heading.replaceChildren('Log in')),
  ],
])('exceeds the tolerance: %s', async (_, change) => {
  expect(await compareAfter(change)).toBeGreaterThan(tolerance)
})
