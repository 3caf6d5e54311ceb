import type { Browser, Page } from 'playwright-core'
import type { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInLocales } from '../../../src/config/locales.js'
import { startChromium } from '../../support/chromium.js'
import { selectCases } from '../../support/fire.js'
import { findViolations } from './accessibility-audit.js'
import { combineImages, compareWithCommitted } from './image-comparison.js'
import {
  createErrorState,
  errorPageCodes,
  type State,
  signInError,
  signInErrors,
  states,
} from './page-states.js'
import { findOverflow, openWindow, takeCardScreenshot, takeScreenshot } from './page-window.js'
import { email, fourProviders, passkey } from './providers.js'

/** The longest words, and right-to-left. screenshots.test.ts has the pages in English. */
const locales = selectCases(builtInLocales, ['de', 'ar'])

let browser: Browser

beforeAll(async () => {
  browser = await startChromium()
})

afterAll(() => browser.close())

const mixed: State = {
  path: '/auth/signin?error=CredentialsSignin',
  config: { providers: [...fourProviders, email, passkey] },
}
const pages: readonly State[] = [
  states['sign-out'],
  states['verify-request'],
  states['verify-request-code'],
  states['verify-request-wrong-code'],
  states.confirm,
  states['sign-in-passkey'],
  states['sign-in-0'],
  ...errorPageCodes.map(createErrorState),
]
const misconfigured: State = { path: '/auth/signin', config: { secret: '' } }

function withLocale(locale: string, { path, config }: State): State {
  return { path, config: { ...config, locales: [locale] } }
}

const narrow = { width: 320, height: 568 }

/** Writes the same reference and time on the page of a failure, where each request has its own. */
async function fixReference(page: Page): Promise<void> {
  await page.evaluate(() => {
    const reference = document.querySelector('.reference code')
    if (reference) reference.textContent = '7N95DP0TTE'
    for (const trail of document.querySelectorAll('.dev-detail pre'))
      trail.textContent = (trail.textContent ?? '').replace(/\b\d{4}-[\dT:.-]+Z/, '2026-01-01T00:00:00.000Z')
  })
}

describe.each(locales)('in %s', locale => {
  test('every page matches its screenshot', async () => {
    const { context, show, consoleErrors } = await openWindow(browser)
    const taken: PNG[] = [await takeScreenshot(await show(withLocale(locale, mixed)))]
    await context.close()
    const small = await openWindow(browser, { viewport: narrow })
    taken.push(await takeScreenshot(await small.show(withLocale(locale, signInError('MissingCSRF')))))
    for (const state of [...pages, misconfigured]) {
      const page = await small.show(withLocale(locale, state))
      await fixReference(page)
      taken.push(await takeCardScreenshot(page))
    }
    await small.context.close()
    expect([...consoleErrors, ...small.consoleErrors]).toEqual([])
    expect(compareWithCommitted(`locale-${locale}`, combineImages(taken, 4))).toBeNull()
  })

  test('no page or error message overflows at 320 pixels', async () => {
    const { context, show } = await openWindow(browser, { viewport: narrow })
    for (const state of [mixed, ...pages, misconfigured, ...signInErrors.map(signInError)]) {
      expect(await findOverflow(await show(withLocale(locale, state))), state.path).toEqual([])
    }
    await context.close()
  })
})

// The structure of a page depends on its direction only.
describe.each(['en', 'ar'])('in %s', locale => {
  test('axe finds no violations', async () => {
    const { context, show } = await openWindow(browser, { bypassCSP: true })
    for (const state of [mixed, ...pages, misconfigured]) {
      expect(await findViolations(await show(withLocale(locale, state))), state.path).toEqual([])
    }
    await context.close()
  })

  test('the tab order matches the reading order', async () => {
    const { context, show } = await openWindow(browser)
    const page = await show(withLocale(locale, { ...mixed, path: '/auth/signin' }))
    const controls = page.locator('button:visible, input:not([type=hidden]):visible')
    const count = await controls.count()
    for (let stop = 0; stop < count; stop++) {
      await page.keyboard.press('Tab')
      expect(await controls.nth(stop).evaluate(isFocused)).toBe(true)
    }
    expect(await listTops(page)).toEqual((await listTops(page)).sort((one, other) => one - other))
    await context.close()
  })
})

function isFocused(control: Element): boolean {
  return document.activeElement === control
}

function listTops(page: Page): Promise<number[]> {
  return page
    .locator('button:visible, input:not([type=hidden]):visible')
    .evaluateAll(controls => controls.map(control => control.getBoundingClientRect().top))
}
