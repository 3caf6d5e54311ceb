import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computeContrast, parseColor } from '../../../src/pages/color.js'
import { startChromium } from '../../support/chromium.js'
import { selectCases } from '../../support/fire.js'
import { findViolations } from './accessibility-audit.js'
import {
  createErrorState,
  errorPageCodes,
  type State,
  signInError,
  signInErrors,
  states,
} from './page-states.js'
import { openWindow, origin, type PageWindow } from './page-window.js'

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

describe.each(['light', 'dark'] as const)('in %s', colorScheme => {
  let window: PageWindow

  beforeAll(async () => {
    window = await openWindow(browser, { colorScheme, bypassCSP: true })
  })

  afterAll(() => window.context.close())

  // The errors differ in their text only, which one scheme is enough for.
  const pages = colorScheme === 'light' ? allPages : selectCases(allPages, Object.entries(states))

  test.each(pages)('axe finds no violations: %s', async (_, state) => {
    expect(await findViolations(await window.show(state))).toEqual([])
  })

  test.each([
    'sign-in-4',
    'sign-in-brand',
    'sign-in-all-methods',
    'sign-out',
    'verify-request-wrong-code',
    'confirm',
    'error-access',
  ] as const)('the focus indicator is visible on every control: %s', async name => {
    const { context, show } = await openWindow(browser, { colorScheme })
    const page = await show(states[name])
    await waitForAutofocus(page)
    const background = await page.locator('.card').evaluate(card => getComputedStyle(card).backgroundColor)
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
      expect(computeContrast(luminance(ring.outlineColor), luminance(background))).toBeGreaterThanOrEqual(3)
    }
    await context.close()
  })
})

/** Returns the id of the focused element, or its tag name if it has no id. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName || '')
}

function luminance(color: string): number {
  return parseColor(color)?.luminance ?? Number.NaN
}

/** Waits until the browser has applied `autofocus`, which can happen after the page has loaded. */
async function waitForAutofocus(page: Page): Promise<void> {
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
      'SPAN',
      'input-stay-for-credentials-provider',
      'submitButton-credentials',
      'BODY',
    ],
  ],
  ['sign-in-email', ['input-email-for-email-provider', 'submitButton', 'BODY']],
  ['sign-in-passkey', ['input-email-for-passkey-provider', 'submitButton-passkey', 'BUTTON', 'BODY']],
  ['verify-request', ['resendButton', 'A', 'A', 'BODY']],
  ['verify-request-other-browser', ['A', 'BODY']],
  [
    'verify-request-code',
    ['input-token-for-code-provider', 'submitButton', 'resendButton', 'A', 'A', 'BODY'],
  ],
  [
    'verify-request-wrong-code',
    ['input-token-for-code-provider', 'submitButton', 'resendButton', 'A', 'A', 'BODY'],
  ],
  ['confirm', ['submitButton', 'A', 'BODY']],
  ['sign-out', ['submitButton', 'A', 'BODY']],
  ['error-access', ['A', 'A', 'BODY']],
] as const)('the tab order matches the reading order: %s', async (name, order) => {
  const { context, show } = await openWindow(browser)
  const page = await show(states[name])
  const seen: string[] = []
  await waitForAutofocus(page)
  if ((await focused(page)) !== 'BODY') seen.push(await focused(page))
  while (seen.length < order.length) {
    await page.keyboard.press('Tab')
    seen.push(await focused(page))
  }
  expect(seen).toEqual(order)
  await context.close()
})

test('every control is at least 44 pixels high', async () => {
  const { context, show } = await openWindow(browser, { viewport: { width: 320, height: 568 } })
  const page = await show(states['sign-in-20'])
  const heights = await page
    .locator('button, input[type=email]')
    .evaluateAll(controls => controls.map(control => control.getBoundingClientRect().height))
  expect(heights.length).toBe(22)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  await context.close()
})

test('the first field is focused if the page has a single form, and not otherwise', async () => {
  const { context, show } = await openWindow(browser)
  const showAndGetFocused = async (state: State) => {
    const page = await show(state)
    await waitForAutofocus(page)
    return focused(page)
  }
  expect(await showAndGetFocused(states['sign-in-brand-pale'])).toBe('input-email-for-credentials-provider')
  expect(await showAndGetFocused(states['sign-in-4'])).toBe('BODY')
  await context.close()
})

test.each([
  ['gold', undefined, 'gold', 'black'],
  ['rebeccapurple', undefined, 'rebeccapurple', 'white'],
  ['oklch(0.9 0.1 200)', undefined, 'oklch(0.9 0.1 200)', 'black'],
  ['tomato', 'navy', 'tomato', 'navy'],
  ['nosuchcolor', undefined, '#1d1d23', 'white'],
  ['#0f7b5f', 'nosuchcolor', '#0f7b5f', 'white'],
])(
  'with the brand color %s and the button text %s, the button has the color %s and the text %s',
  async (brandColor, buttonText, ...expected) => {
    const { context, show } = await openWindow(browser)
    const page = await show({ ...states['sign-out'], config: { theme: { brandColor, buttonText } } })
    const seen = await page.locator('#submitButton').evaluate((button, [background, text]) => {
      const paint = (color: string) => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d')
        if (canvas) canvas.fillStyle = color
        canvas?.fillRect(0, 0, 1, 1)
        return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])]
      }
      const { backgroundColor, color } = getComputedStyle(button)
      return { is: [backgroundColor, color].map(paint), expected: [background ?? '', text ?? ''].map(paint) }
    }, expected)
    expect(seen.is).toEqual(seen.expected)
    await context.close()
  },
)

test('the error for a wrong password is announced to screen readers', async () => {
  const { context, show } = await openWindow(browser)
  const page = await show(signInError('CredentialsSignin'))
  const password = page.getByLabel('Password')
  expect(await page.getByRole('alert').textContent()).toContain('The details are incorrect.')
  expect(await password.getAttribute('aria-describedby')).toBe(
    await page.getByRole('alert').getAttribute('id'),
  )
  expect(await password.getAttribute('aria-invalid')).toBe('true')
  await context.close()
})

test('the error for a wrong one-time code is announced to screen readers', async () => {
  const { context, show } = await openWindow(browser)
  const page = await show(states['verify-request-wrong-code'])
  const code = page.getByLabel('Code')
  expect(await page.getByRole('alert').textContent()).toContain('The code is incorrect.')
  expect(await code.getAttribute('aria-describedby')).toBe(await page.getByRole('alert').getAttribute('id'))
  expect(await code.getAttribute('aria-invalid')).toBe('true')
  await context.close()
})

test.each(['AccessDenied', 'Verification', 'WebAuthnVerificationError'])(
  'pressing Enter on the link of the error page for %s opens the sign-in page',
  async kind => {
    const { context, show } = await openWindow(browser)
    const page = await show(createErrorState(kind))
    const link = page.getByRole('link', { name: 'Sign in', exact: true })
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/auth/signin`)
    await context.close()
  },
)
