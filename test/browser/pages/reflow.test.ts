import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../../support/chromium.js'
import { selectCases } from '../../support/fire.js'
import {
  createErrorState,
  errorPageCodes,
  type State,
  signInError,
  signInErrors,
  states,
} from './page-states.js'
import { findOverflow, openWindow } from './page-window.js'

let browser: Browser

beforeAll(async () => {
  browser = await startChromium()
})

afterAll(() => browser.close())

const allPages: [string, State][] = [
  ...Object.entries(states),
  ...signInErrors.map((code): [string, State] => [`sign-in with ${code}`, signInError(code)]),
  ...errorPageCodes.map((code): [string, State] => [`error page with ${code}`, createErrorState(code)]),
]

/** Zooming to 200 % halves the CSS size of the window. */
const windows = {
  '320 pixels wide': { width: 320, height: 568 },
  '200 % of 1280 pixels': { width: 640, height: 400 },
  // As wide as the first one.
  '200 % of 640 pixels': { width: 320, height: 256 },
}

describe.each(selectCases(Object.entries(windows), ([name]) => name !== '200 % of 640 pixels'))(
  '%s',
  (_, viewport) => {
    test('no page overflows horizontally', async () => {
      const { context, show } = await openWindow(browser, { viewport })
      for (const [name, state] of allPages) {
        const page = await show(state)
        expect(await findOverflow(page), name).toEqual([])
      }
      await context.close()
    })
  },
)

test('with text size 200 %, no page overflows horizontally', async () => {
  const { context, show } = await openWindow(browser, { bypassCSP: true })
  for (const [name, state] of allPages) {
    const page = await show(state)
    await page.addStyleTag({ content: 'html{font-size:200%}' })
    expect(await findOverflow(page), name).toEqual([])
  }
  await context.close()
})
