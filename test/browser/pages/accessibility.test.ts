import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computeContrast, parseColor } from '../../../src/pages/color.js'
import { launchChromium } from '../../support/chromium.js'
import { findings } from './findings.js'
import { errorPage, errorPageCodes, type State, signInError, signInErrors, states } from './states.js'
import { openWindow, origin, type Window } from './visit.js'

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

describe.each(['light', 'dark'] as const)('in %s', colorScheme => {
  let window: Window

  beforeAll(async () => {
    window = await openWindow(browser, { colorScheme, bypassCSP: true })
  })

  afterAll(() => window.context.close())

  test.each(everyPage)('axe finds nothing: %s', async (_, state) => {
    expect(await findings(await window.show(state))).toEqual([])
  })

  test.each([
    'sign-in-4',
    'sign-in-brand',
    'sign-in-every-way',
    'sign-out',
    'verify-request-wrong-code',
    'confirm',
    'error-access',
  ] as const)('the focus can be seen wherever it goes: %s', async name => {
    const { context, show } = await openWindow(browser, { colorScheme })
    const page = await show(states[name])
    const behind = await page.locator('.card').evaluate(card => getComputedStyle(card).backgroundColor)
    const stops = await page.locator('a:visible, button:visible, input:not([type=hidden]):visible').count()
    for (let stop = 0; stop < stops; stop++) {
      if (stop > 0 || (await focused(page)) === 'BODY') await page.keyboard.press('Tab')
      const ring = await page.evaluate(() => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(
          document.activeElement ?? document.body,
        )
        return { outlineStyle, outlineWidth, outlineColor }
      })
      expect(ring).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' })
      expect(computeContrast(luminance(ring.outlineColor), luminance(behind))).toBeGreaterThanOrEqual(3)
    }
    await context.close()
  })
})

/** What has the focus: its id, or else what it is. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName || '')
}

function luminance(colour: string): number {
  return parseColor(colour)?.luminance ?? Number.NaN
}

/** The browser focuses a field by itself with the first frame, which may come after the page has loaded. */
async function autofocused(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const field = document.querySelector('[autofocus]')
    return field === null || field === document.activeElement
  })
}

test.each([
  [
    'sign-in-forms',
    [
      'input-email-for-email-provider',
      'submitButton',
      'input-card-for-credentials-provider',
      'input-pin-for-credentials-provider',
      'input-stay-for-credentials-provider',
      'submitButton-credentials',
      'BODY',
    ],
  ],
  ['sign-in-email', ['input-email-for-email-provider', 'submitButton', 'BODY']],
  ['sign-in-passkey', ['input-email-for-passkey-provider', 'submitButton-passkey', 'BUTTON', 'BODY']],
  ['verify-request', ['A', 'BODY']],
  ['verify-request-code', ['input-token-for-code-provider', 'submitButton', 'A', 'BODY']],
  ['verify-request-wrong-code', ['input-token-for-code-provider', 'submitButton', 'A', 'BODY']],
  ['confirm', ['submitButton', 'A', 'BODY']],
  ['sign-out', ['submitButton', 'A', 'BODY']],
  ['error-access', ['A', 'A', 'BODY']],
] as const)(
  'the keyboard goes through the page in the order in which it is read: %s',
  async (name, order) => {
    const { context, show } = await openWindow(browser)
    const page = await show(states[name])
    const seen: string[] = []
    await autofocused(page)
    if ((await focused(page)) !== 'BODY') seen.push(await focused(page))
    while (seen.length < order.length) {
      await page.keyboard.press('Tab')
      seen.push(await focused(page))
    }
    expect(seen).toEqual(order)
    await context.close()
  },
)

test('every control is at least 44 pixels high, so that a thumb hits it', async () => {
  const { context, show } = await openWindow(browser, { viewport: { width: 320, height: 568 } })
  const page = await show(states['sign-in-20'])
  const heights = await page
    .locator('button, input[type=email]')
    .evaluateAll(controls => controls.map(control => control.getBoundingClientRect().height))
  expect(heights.length).toBe(22)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await context.close()
})

test('a form alone on its page has the focus in its first field; beside others it waits', async () => {
  const { context, show } = await openWindow(browser)
  const focused = async (state: State) => (await show(state)).evaluate(() => document.activeElement?.id)
  expect(await focused(states['sign-in-brand-pale'])).toBe('input-email-for-credentials-provider')
  expect(await focused(states['sign-in-4'])).toBe('')
  await context.close()
})

test.each([
  ['gold', undefined, 'gold', 'black'],
  ['rebeccapurple', undefined, 'rebeccapurple', 'white'],
  ['oklch(0.9 0.1 200)', undefined, 'oklch(0.9 0.1 200)', 'black'],
  ['tomato', 'navy', 'tomato', 'navy'],
  ['nosuchcolour', undefined, '#1d1d23', 'white'],
  ['#0f7b5f', 'nosuchcolour', '#0f7b5f', 'white'],
])(
  'on the brand colour %s with the text %s, the button is %s with %s',
  async (brandColor, buttonText, ...expected) => {
    const { context, show } = await openWindow(browser)
    const page = await show({ ...states['sign-out'], config: { theme: { brandColor, buttonText } } })
    const seen = await page.locator('#submitButton').evaluate((button, [ground, ink]) => {
      const paint = (colour: string) => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d')
        if (canvas) canvas.fillStyle = colour
        canvas?.fillRect(0, 0, 1, 1)
        return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])]
      }
      const { backgroundColor, color } = getComputedStyle(button)
      return { is: [backgroundColor, color].map(paint), expected: [ground ?? '', ink ?? ''].map(paint) }
    }, expected)
    expect(seen.is).toEqual(seen.expected)
    await context.close()
  },
)

test('a wrong password is told to the screen reader too', async () => {
  const { context, show } = await openWindow(browser)
  const page = await show(signInError('CredentialsSignin'))
  const password = page.getByLabel('Password')
  expect(await page.getByRole('alert').textContent()).toContain('Those details don’t match.')
  expect(await password.getAttribute('aria-describedby')).toBe(
    await page.getByRole('alert').getAttribute('id'),
  )
  expect(await password.getAttribute('aria-invalid')).toBe('true')
  await context.close()
})

test('a wrong code is told to the screen reader too', async () => {
  const { context, show } = await openWindow(browser)
  const page = await show(states['verify-request-wrong-code'])
  const code = page.getByLabel('Code')
  expect(await page.getByRole('alert').textContent()).toContain('That code is wrong.')
  expect(await code.getAttribute('aria-describedby')).toBe(await page.getByRole('alert').getAttribute('id'))
  expect(await code.getAttribute('aria-invalid')).toBe('true')
  await context.close()
})

test.each(['AccessDenied', 'Verification', 'WebAuthnVerificationError'])(
  'Enter on the link of the error page with %s leads to the sign-in page',
  async kind => {
    const { context, show } = await openWindow(browser)
    const page = await show(errorPage(kind))
    const link = page.getByRole('link', { name: 'Sign in', exact: true })
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/auth/signin`)
    await context.close()
  },
)
