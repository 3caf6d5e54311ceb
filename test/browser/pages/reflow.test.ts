import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../../support/chromium.js'
import { errorPage, errorPageCodes, type State, signInError, signInErrors, states } from './states.js'
import { openWindow, overflow } from './visit.js'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser.close())

const everyPage: [string, State][] = [
  ...Object.entries(states),
  ...signInErrors.map((code): [string, State] => [`sign-in with ${code}`, signInError(code)]),
  ...errorPageCodes.map((code): [string, State] => [`error page with ${code}`, errorPage(code)]),
]

/** Zooming to 200 % halves what the window holds. */
const windows = {
  '320 pixels wide': { width: 320, height: 568 },
  '200 % of 1280 pixels': { width: 640, height: 400 },
  '200 % of 640 pixels': { width: 320, height: 256 },
}

describe.each(Object.entries(windows))('%s', (_, viewport) => {
  test('nothing has to be scrolled sideways, and nothing is cut off', async () => {
    const { context, show } = await openWindow(browser, { viewport })
    for (const [name, state] of everyPage) {
      const page = await show(state)
      expect(await overflow(page), name).toEqual([])
    }
    await context.close()
  })
})

test('with the text alone at 200 %, nothing has to be scrolled sideways', async () => {
  const { context, show } = await openWindow(browser, { bypassCSP: true })
  for (const [name, state] of everyPage) {
    const page = await show(state)
    await page.addStyleTag({ content: 'html{font-size:200%}' })
    expect(await overflow(page), name).toEqual([])
  }
  await context.close()
})
