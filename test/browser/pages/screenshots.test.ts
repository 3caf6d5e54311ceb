import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveProvider } from '../../../src/config/resolve-provider.js'
import { renderErrorPage as errorPageResult } from '../../../src/pages/error.js'
import { arabic } from '../../../src/pages/locales/ar.js'
import { renderSignInPage } from '../../../src/pages/sign-in.js'
import { renderSignOutPage } from '../../../src/pages/sign-out.js'
import type { ActionResult } from '../../../src/types/request.js'
import { startChromium } from '../../support/chromium.js'
import { selectCases } from '../../support/fire.js'
import { combineImages, compareWithCommitted } from './image-comparison.js'
import {
  createErrorState,
  errorPageCodes,
  type State,
  signInError,
  signInErrors,
  states,
} from './page-states.js'
import { openWindow, origin, takeCardScreenshot, takeScreenshot } from './page-window.js'
import { credentials, twentyProviders } from './providers.js'
import { toResponse } from './test-app.js'

let browser: Browser

beforeAll(async () => {
  browser = await startChromium()
})

afterAll(() => browser.close())

const schemes = ['light', 'dark'] as const

/** Opens each state in the same window and takes a screenshot. */
async function pictures(
  shown: readonly State[],
  options: BrowserContextOptions,
  take: (page: Page) => Promise<PNG> = takeScreenshot,
): Promise<PNG[]> {
  const window = await openWindow(browser, options)
  const taken: PNG[] = []
  for (const state of shown) {
    const page = await window.show(state)
    taken.push(await take(page))
  }
  await window.context.close()
  expect(window.consoleErrors).toEqual([])
  return taken
}

async function expectMatch(name: string, state: State, options: BrowserContextOptions): Promise<void> {
  const [picture] = await pictures([state], options)
  expect(picture && compareWithCommitted(name, picture)).toBeNull()
}

const all: [string, State][] = Object.entries(states)

/** The states whose colors the other ones share. */
const darkStates = new Set([
  'sign-in-4',
  'sign-in-forms',
  'sign-in-brand',
  'sign-in-brand-pale',
  'sign-in-all-methods',
  'verify-request-wrong-code',
  'confirm',
  'error-access',
])

describe.each(schemes)('in %s', colorScheme => {
  const shown = colorScheme === 'light' ? all : selectCases(all, ([name]) => darkStates.has(name))

  test.each(shown)('%s matches its screenshot', (name, state) =>
    expectMatch(`${name}-${colorScheme}`, state, { colorScheme }),
  )

  test('every error of the sign-in page matches its screenshot', async () => {
    const cards = await pictures(signInErrors.map(signInError), { colorScheme }, takeCardScreenshot)
    expect(compareWithCommitted(`sign-in-errors-${colorScheme}`, combineImages(cards, 4))).toBeNull()
  })

  test('every error page matches its screenshot', async () => {
    const cards = await pictures(errorPageCodes.map(createErrorState), { colorScheme }, takeCardScreenshot)
    expect(compareWithCommitted(`error-pages-${colorScheme}`, combineImages(cards, 3))).toBeNull()
  })
})

test('`theme.colorScheme` overrides the color scheme of the system', async () => {
  const forced = schemes.map(colorScheme => ({
    ...states['sign-in-1'],
    config: { ...states['sign-in-1'].config, theme: { colorScheme } },
  }))
  const [light, dark] = await pictures(forced, { colorScheme: 'dark' })
  const [plainDark] = await pictures([states['sign-in-1']], { colorScheme: 'dark' })
  const [plainLight] = await pictures([states['sign-in-1']], { colorScheme: 'light' })
  expect(light?.data.equals(plainLight?.data ?? Buffer.of())).toBe(true)
  expect(dark?.data.equals(plainDark?.data ?? Buffer.of())).toBe(true)
})

const somePages = [
  states['sign-in-4'],
  states['sign-in-20'],
  states['sign-in-catalog'],
  states['sign-in-long'],
  signInError('MissingCSRF'),
  states['sign-out'],
  states['verify-request'],
  createErrorState('Configuration'),
  states['sign-in-all-methods'],
  states['verify-request-wrong-code'],
  states.confirm,
]

test('pages match their screenshots at 320 pixels', async () => {
  const narrow = await pictures(somePages, { viewport: { width: 320, height: 568 } })
  expect(compareWithCommitted('narrow-320', combineImages(narrow, 4))).toBeNull()
})

test('pages match their screenshots at 200 % zoom', async () => {
  const zoomed = await pictures([states['sign-in-4'], states['sign-in-20'], states['sign-out']], {
    viewport: { width: 640, height: 400 },
  })
  expect(compareWithCommitted('zoom-200', combineImages(zoomed, 3))).toBeNull()
})

test('pages match their screenshots with text size 200 %', async () => {
  const doubled = async (page: Page) => {
    await page.addStyleTag({ content: 'html{font-size:200%}' })
    return takeScreenshot(page)
  }
  const options = { viewport: { width: 760, height: 640 }, bypassCSP: true }
  const shown = [states['sign-in-4'], createErrorState('AccessDenied'), states['verify-request-wrong-code']]
  const large = await pictures([...shown, states.confirm], options, doubled)
  expect(compareWithCommitted('text-200', combineImages(large, 2))).toBeNull()
})

test('pages match their screenshots with forced colors', async () => {
  const focused = async (page: Page) => {
    await page.keyboard.press('Tab')
    return takeScreenshot(page)
  }
  const mixed = { ...states['sign-in-4'], path: '/auth/signin?error=CredentialsSignin' }
  const [picture] = await pictures([mixed], { forcedColors: 'active' }, focused)
  expect(picture && compareWithCommitted('forced-colors', picture)).toBeNull()
})

test('focused controls match their screenshots', async () => {
  const walk = async (page: Page) => {
    const steps: PNG[] = []
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab')
      if (step === 0 || step === 4 || step === 5) steps.push(await takeCardScreenshot(page))
    }
    return combineImages(steps, 3)
  }
  const light = await pictures([states['sign-in-4'], states['sign-in-brand']], { colorScheme: 'light' }, walk)
  const dark = await pictures([states['sign-in-4'], states['sign-in-brand']], { colorScheme: 'dark' }, walk)
  expect(compareWithCommitted('focus', combineImages([...light, ...dark], 1))).toBeNull()
})

test('right-to-left pages match their screenshots', async () => {
  const frame = {
    theme: {},
    origin,
    authUrl: `${origin}/auth`,
    translations: arabic,
    csrfToken: 'c',
    callbackUrl: origin,
  }
  const providers = [...twentyProviders.slice(0, 3), credentials].map(provider => resolveProvider(provider))
  const results: Promise<ActionResult>[] = [
    renderSignInPage({ ...frame, providers, error: 'CredentialsSignin', email: null }),
    renderSignInPage({
      ...frame,
      providers: twentyProviders.map(provider => resolveProvider(provider)),
      error: null,
      email: null,
    }),
    renderSignOutPage(frame),
    errorPageResult({ ...frame, error: null, developerHint: 'AUTH_SECRET is not set.' }),
  ]
  const window = await openWindow(browser)
  const taken: PNG[] = []
  for (const result of results) {
    const page = await window.showAnswer('/', async () => toResponse(await result))
    taken.push(await takeScreenshot(page))
  }
  await window.context.close()
  expect(compareWithCommitted('right-to-left', combineImages(taken, 2))).toBeNull()
})

test('a long host wraps without overflow', async () => {
  const far = `https://${'a-rather-long-subdomain.'.repeat(4)}${'x'.repeat(60)}.example:8443`
  const frame = { theme: {}, origin: far, authUrl: `${far}/auth`, csrfToken: 'c', callbackUrl: far }
  const providers = [resolveProvider(credentials)]
  const results = [
    renderSignInPage({ ...frame, providers, error: null, email: null }),
    renderSignOutPage(frame),
    errorPageResult({ ...frame, error: 'AccessDenied', developerHint: 'x'.repeat(200) }),
  ]
  const { context, showAnswer } = await openWindow(browser, { viewport: { width: 320, height: 568 } })
  const taken: PNG[] = []
  for (const result of results) {
    const page = await showAnswer('/', async () => toResponse(await result))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    // The field with `autofocus` gets the focus in the first frame, which may come after the load event.
    await page.evaluate(async () => {
      await new Promise(requestAnimationFrame)
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    taken.push(await takeScreenshot(page))
  }
  await context.close()
  expect(compareWithCommitted('long-host', combineImages(taken, 3))).toBeNull()
})

test('the error page shows the cause in development', async () => {
  const frame = { theme: {}, origin, authUrl: `${origin}/auth`, error: 'Configuration' }
  const detail = `MissingSecret: no secret is set. Add this line to .env:\n\nAUTH_SECRET=${'0f1e2d3c'.repeat(8)}`
  const window = await openWindow(browser)
  const page = await window.showAnswer('/', async () =>
    toResponse(await errorPageResult({ ...frame, developerHint: detail })),
  )
  expect(compareWithCommitted('error-detail', await takeScreenshot(page))).toBeNull()
  await window.context.close()
})
