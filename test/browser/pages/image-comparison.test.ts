import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../support/chromium.js'
import { difference, tolerance } from './image.js'
import { states } from './states.js'
import { openWindow, photograph } from './visit.js'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser.close())

/** How far the picture changes with this change of the page. */
async function after(change: (page: Page) => Promise<unknown>): Promise<number> {
  const { context, show } = await openWindow(browser, { bypassCSP: true })
  const page = await show(states['sign-in-4'])
  const before = await photograph(page)
  await change(page)
  const { worst } = difference(before, await photograph(page))
  await context.close()
  return worst
}

const style = (content: string) => (page: Page) => page.addStyleTag({ content })

test('the same page twice is the same picture', async () => {
  expect(await after(async () => undefined)).toBe(0)
})

test.each([
  ['other edges of letters', style('body{-webkit-text-stroke:.15px}')],
  [
    'letters drawn a fraction of a pixel aside',
    style('.button span{display:block;transform:translateX(.3px)}'),
  ],
])('is forgiven: %s', async (_, change) => {
  expect(await after(change)).toBeLessThanOrEqual(tolerance)
})

test.each([
  ['a button moved by two pixels', style('.provider:first-child{transform:translateY(2px)}')],
  ['a label moved by three pixels', style('label[for*=password]{transform:translateX(3px)}')],
  ['a line of text gone', style('.lead{visibility:hidden}')],
  ['the separator gone', style('.separator{visibility:hidden}')],
  ['one mark in another colour', style('.mark rect{fill:#c00}')],
  ['buttons two pixels lower', style('.button{min-block-size:42px}')],
  ['another word', (page: Page) => page.locator('h1').evaluate(heading => heading.replaceChildren('Log in'))],
])('is seen: %s', async (_, change) => {
  expect(await after(change)).toBeGreaterThan(tolerance)
})
