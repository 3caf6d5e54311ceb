import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contrast, parseColour } from '../../../src/pages/colour.js'
import { launchChromium } from '../../support/chromium.js'
import { findings } from './findings.js'
import { errorPage, errorPageCodes, type State, signInError, signInErrors, states } from './states.js'
import { openWindow, type Window } from './visit.js'

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

  test.each(['sign-in-4', 'sign-in-brand', 'sign-out', 'error-access'] as const)(
    'the focus can be seen wherever it goes: %s',
    async name => {
      const { context, show } = await openWindow(browser, { colorScheme })
      const page = await show(states[name])
      const behind = await page.locator('.card').evaluate(card => getComputedStyle(card).backgroundColor)
      const stops = await page.locator('a, button, input:not([type=hidden])').count()
      for (let stop = 0; stop < stops; stop++) {
        await page.keyboard.press('Tab')
        const ring = await page.evaluate(() => {
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(
            document.activeElement ?? document.body,
          )
          return { outlineStyle, outlineWidth, outlineColor }
        })
        expect(ring).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' })
        expect(contrast(luminance(ring.outlineColor), luminance(behind))).toBeGreaterThanOrEqual(3)
      }
      await context.close()
    },
  )
})

function luminance(colour: string): number {
  return parseColour(colour)?.luminance ?? Number.NaN
}

test('the keyboard goes through the page in the order in which it is read', async () => {
  const { context, show } = await openWindow(browser)
  const page = await show(states['sign-in-forms'])
  const order: string[] = []
  for (let stop = 0; stop < 7; stop++) {
    await page.keyboard.press('Tab')
    order.push(await page.evaluate(() => document.activeElement?.id ?? ''))
  }
  expect(order).toEqual([
    'input-email-for-email-provider',
    'submitButton',
    'input-card-for-credentials-provider',
    'input-pin-for-credentials-provider',
    'input-stay-for-credentials-provider',
    'submitButton-credentials',
    '',
  ])
  await context.close()
})

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
