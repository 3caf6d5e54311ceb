import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveProvider } from '../../../src/config/resolve-provider.js'
import { renderErrorPage as errorPageResult } from '../../../src/pages/error.js'
import { arabic } from '../../../src/pages/locales/ar.js'
import { renderSignInPage } from '../../../src/pages/sign-in.js'
import { renderSignOutPage } from '../../../src/pages/sign-out.js'
import type { ActionResult } from '../../../src/types/request.js'
import { launchChromium } from '../../support/chromium.js'
import { toResponse } from './front-door.js'
import { mismatch, sheet } from './image.js'
import { credentials, twenty } from './providers.js'
import { errorPage, errorPageCodes, type State, signInError, signInErrors, states } from './states.js'
import { openWindow, origin, photograph, photographCard } from './visit.js'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser.close())

const schemes = ['light', 'dark'] as const

/** Opens each state in one window and takes a picture of it. */
async function pictures(
  shown: readonly State[],
  options: BrowserContextOptions,
  take: (page: Page) => Promise<PNG> = photograph,
): Promise<PNG[]> {
  const window = await openWindow(browser, options)
  const taken: PNG[] = []
  for (const state of shown) {
    const page = await window.show(state)
    taken.push(await take(page))
  }
  await window.context.close()
  expect(window.complaints).toEqual([])
  return taken
}

async function look(name: string, state: State, options: BrowserContextOptions): Promise<void> {
  const [picture] = await pictures([state], options)
  expect(picture && mismatch(name, picture)).toBeNull()
}

describe.each(schemes)('in %s', colorScheme => {
  test.each(Object.entries(states))('%s looks as it did', (name, state) =>
    look(`${name}-${colorScheme}`, state, { colorScheme }),
  )

  test('every error of the sign-in page looks as it did', async () => {
    const cards = await pictures(signInErrors.map(signInError), { colorScheme }, photographCard)
    expect(mismatch(`sign-in-errors-${colorScheme}`, sheet(cards, 4))).toBeNull()
  })

  test('every error page looks as it did', async () => {
    const cards = await pictures(errorPageCodes.map(errorPage), { colorScheme }, photographCard)
    expect(mismatch(`error-pages-${colorScheme}`, sheet(cards, 3))).toBeNull()
  })
})

test('a theme that asks for dark or light gets it whatever the system prefers', async () => {
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
  states['sign-in-catalogue'],
  states['sign-in-long'],
  signInError('MissingCSRF'),
  states['sign-out'],
  states['verify-request'],
  errorPage('Configuration'),
  states['sign-in-every-way'],
  states['verify-request-wrong-code'],
  states.confirm,
]

test('320 pixels wide, it looks as it did', async () => {
  const narrow = await pictures(somePages, { viewport: { width: 320, height: 568 } })
  expect(mismatch('narrow-320', sheet(narrow, 4))).toBeNull()
})

test('zoomed to 200 %, it looks as it did', async () => {
  const zoomed = await pictures([states['sign-in-4'], states['sign-in-20'], states['sign-out']], {
    viewport: { width: 640, height: 400 },
  })
  expect(mismatch('zoom-200', sheet(zoomed, 3))).toBeNull()
})

test('with the text alone at 200 %, it looks as it did', async () => {
  const doubled = async (page: Page) => {
    await page.addStyleTag({ content: 'html{font-size:200%}' })
    return photograph(page)
  }
  const options = { viewport: { width: 760, height: 640 }, bypassCSP: true }
  const shown = [states['sign-in-4'], errorPage('AccessDenied'), states['verify-request-wrong-code']]
  const large = await pictures([...shown, states.confirm], options, doubled)
  expect(mismatch('text-200', sheet(large, 2))).toBeNull()
})

test('in forced colours, it looks as it did', async () => {
  const focused = async (page: Page) => {
    await page.keyboard.press('Tab')
    return photograph(page)
  }
  const mixed = { ...states['sign-in-4'], path: '/auth/signin?error=CredentialsSignin' }
  const [picture] = await pictures([mixed], { forcedColors: 'active' }, focused)
  expect(picture && mismatch('forced-colors', picture)).toBeNull()
})

test('with the focus on each kind of control, it looks as it did', async () => {
  const walk = async (page: Page) => {
    const steps: PNG[] = []
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab')
      if (step === 0 || step === 4 || step === 5) steps.push(await photographCard(page))
    }
    return sheet(steps, 3)
  }
  const light = await pictures([states['sign-in-4'], states['sign-in-brand']], { colorScheme: 'light' }, walk)
  const dark = await pictures([states['sign-in-4'], states['sign-in-brand']], { colorScheme: 'dark' }, walk)
  expect(mismatch('focus', sheet([...light, ...dark], 1))).toBeNull()
})

test('written from right to left, it looks as it did', async () => {
  const frame = {
    theme: {},
    origin,
    authUrl: `${origin}/auth`,
    translations: arabic,
    csrfToken: 'c',
    callbackUrl: origin,
  }
  const providers = [...twenty.slice(0, 3), credentials].map(provider => resolveProvider(provider))
  const results: Promise<ActionResult>[] = [
    renderSignInPage({ ...frame, providers, error: 'CredentialsSignin', email: null }),
    renderSignInPage({
      ...frame,
      providers: twenty.map(provider => resolveProvider(provider)),
      error: null,
      email: null,
    }),
    renderSignOutPage(frame),
    errorPageResult({ ...frame, error: null, detail: 'AUTH_SECRET is not set.' }),
  ]
  const window = await openWindow(browser)
  const taken: PNG[] = []
  for (const result of results) {
    const page = await window.showAnswer('/', async () => toResponse(await result))
    taken.push(await photograph(page))
  }
  await window.context.close()
  expect(mismatch('right-to-left', sheet(taken, 2))).toBeNull()
})

test('a long host breaks where it must', async () => {
  const far = `https://${'a-rather-long-subdomain.'.repeat(4)}${'x'.repeat(60)}.example:8443`
  const frame = { theme: {}, origin: far, authUrl: `${far}/auth`, csrfToken: 'c', callbackUrl: far }
  const providers = [resolveProvider(credentials)]
  const results = [
    renderSignInPage({ ...frame, providers, error: null, email: null }),
    renderSignOutPage(frame),
    errorPageResult({ ...frame, error: 'AccessDenied', detail: 'x'.repeat(200) }),
  ]
  const { context, showAnswer } = await openWindow(browser, { viewport: { width: 320, height: 568 } })
  const taken: PNG[] = []
  for (const result of results) {
    const page = await showAnswer('/', async () => toResponse(await result))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    taken.push(await photograph(page))
  }
  await context.close()
  expect(mismatch('long-host', sheet(taken, 3))).toBeNull()
})

test('the developer sees the cause', async () => {
  const frame = { theme: {}, origin, authUrl: `${origin}/auth`, error: 'Configuration' }
  const detail = `MissingSecret: no secret is set. Add this line to .env:\n\nAUTH_SECRET=${'0f1e2d3c'.repeat(8)}`
  const window = await openWindow(browser)
  const page = await window.showAnswer('/', async () =>
    toResponse(await errorPageResult({ ...frame, detail })),
  )
  expect(mismatch('error-detail', await photograph(page))).toBeNull()
  await window.context.close()
})
