import type { Browser, Page } from 'playwright-core'
import type { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInLocales } from '../../../src/config/locales.js'
import { launchChromium } from '../../support/chromium.js'
import { findings } from './findings.js'
import { mismatch, sheet } from './image.js'
import { email, four, passkey } from './providers.js'
import { errorPage, errorPageCodes, type State, signInError, signInErrors, states } from './states.js'
import { openWindow, overflow, photograph, photographCard } from './visit.js'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser.close())

const mixed: State = {
  path: '/auth/signin?error=CredentialsSignin',
  config: { providers: [...four, email, passkey] },
}
const pages: readonly State[] = [
  states['sign-out'],
  states['verify-request'],
  states['verify-request-code'],
  states['verify-request-wrong-code'],
  states.confirm,
  states['sign-in-passkey'],
  states['sign-in-0'],
  ...errorPageCodes.map(errorPage),
]
const misconfigured: State = { path: '/auth/signin', config: { secret: '' } }

const narrow = { width: 320, height: 568 }

describe.each(builtInLocales)('in %s', language => {
  const spoken = ({ path, config }: State): State => ({ path, config: { ...config, locales: [language] } })

  test('every page looks as it did', async () => {
    const { context, show, complaints } = await openWindow(browser)
    const taken: PNG[] = [await photograph(await show(spoken(mixed)))]
    await context.close()
    const small = await openWindow(browser, { viewport: narrow })
    taken.push(await photograph(await small.show(spoken(signInError('MissingCSRF')))))
    for (const state of [...pages, misconfigured]) {
      taken.push(await photographCard(await small.show(spoken(state))))
    }
    await small.context.close()
    expect([...complaints, ...small.complaints]).toEqual([])
    expect(mismatch(`language-${language}`, sheet(taken, 4))).toBeNull()
  })

  test('nothing is cut off at 320 pixels, whatever went wrong', async () => {
    const { context, show } = await openWindow(browser, { viewport: narrow })
    for (const state of [mixed, ...pages, misconfigured, ...signInErrors.map(signInError)]) {
      expect(await overflow(await show(spoken(state))), state.path).toEqual([])
    }
    await context.close()
  })

  test('axe finds nothing', async () => {
    const { context, show } = await openWindow(browser, { bypassCSP: true })
    for (const state of [mixed, ...pages, misconfigured]) {
      expect(await findings(await show(spoken(state))), state.path).toEqual([])
    }
    await context.close()
  })

  test('the keyboard goes through the page in the order in which it is read', async () => {
    const { context, show } = await openWindow(browser)
    const page = await show(spoken({ ...mixed, path: '/auth/signin' }))
    const controls = page.locator('button:visible, input:not([type=hidden]):visible')
    const count = await controls.count()
    for (let stop = 0; stop < count; stop++) {
      await page.keyboard.press('Tab')
      expect(await controls.nth(stop).evaluate(isFocused)).toBe(true)
    }
    expect(await tops(page)).toEqual((await tops(page)).sort((one, other) => one - other))
    await context.close()
  })
})

function isFocused(control: Element): boolean {
  return document.activeElement === control
}

function tops(page: Page): Promise<number[]> {
  return page
    .locator('button:visible, input:not([type=hidden]):visible')
    .evaluateAll(controls => controls.map(control => control.getBoundingClientRect().top))
}
