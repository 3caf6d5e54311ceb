import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../../support/chromium.js'
import { openWindow, origin } from './page-window.js'
import { code, createProvider, email, fourProviders } from './providers.js'
import { openState } from './test-app.js'

let browser: Browser

beforeAll(async () => {
  browser = await startChromium()
})

afterAll(() => browser.close())

const payloads = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  "' onfocus=alert(1) autofocus '",
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  `\${alert(1)}`,
  '&lt;script&gt;',
  '--><svg/onload=alert(1)>',
  '\u2028alert(1)',
  'constructor',
  '__proto__',
]

/** Each page with its required query parameters. */
const paths: [string, Record<string, string>][] = [
  ['signin', {}],
  ['signout', {}],
  ['error', {}],
  ['verify-request', { provider: 'code' }],
  ['callback/email', { token: '1', email: 'ada@example.com' }],
]
const names = [
  'error',
  'token',
  'ui_locales',
  'code',
  'email',
  'csrfToken',
  'providers',
  'theme',
  'url',
  'title',
  'callbackUrl',
  'provider',
]

/** Returns every element with its attribute names, as parsed by the browser. */
function extractSkeleton(page: Page, markup: string): Promise<string[]> {
  return page.evaluate(
    text =>
      [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('*')].map(
        ({ tagName, attributes }) => `${tagName} ${[...attributes].map(({ name }) => name).join(' ')}`,
      ),
    markup,
  )
}

/** Returns the elements that occur more often than in the neutral page. Missing elements are ignored. */
function listAddedElements(elements: readonly string[], neutral: readonly string[]): string[] {
  const rest = [...neutral]
  return elements.filter(element => {
    const index = rest.indexOf(element)
    if (index >= 0) rest.splice(index, 1)
    return index < 0
  })
}

describe.each(paths)('%s', (path, required) => {
  test('no query parameter can inject markup', async () => {
    const { context } = await openWindow(browser)
    const page = await context.newPage()
    const built = async (name: string, value: string) => {
      const query = new URLSearchParams({ ...required, [name]: value })
      const response = await openState(
        { path: `/auth/${path}?${query}`, config: { providers: [...fourProviders, email, code] } },
        origin,
      )
      return { status: response.status, elements: await extractSkeleton(page, await response.text()) }
    }
    for (const name of names) {
      const neutral = await built(name, name === 'callbackUrl' ? '/neutral' : 'neutral')
      for (const value of payloads) {
        const { status, elements } = await built(name, value)
        if (status === neutral.status)
          expect(listAddedElements(elements, neutral.elements), `${name}=${value}`).toEqual([])
        else
          expect({ name, elements: elements.filter(tag => /SCRIPT|IMG| on/.test(tag)) }).toEqual({
            name,
            elements: [],
          })
      }
    }
    await context.close()
  })
})

test('no name, id, label, color or logo of the configuration can inject markup', async () => {
  const { context, consoleErrors, show } = await openWindow(browser)
  for (const value of payloads) {
    const logo = value
    const odd = {
      ...createProvider('odd', { bg: value, text: value, brandColor: value, logo, logoDark: value }),
      name: value,
    }
    const inputs = { pin: { label: value, placeholder: value, type: 'text', value }, [value]: {} }
    const form = {
      id: 'credentials',
      name: value,
      type: 'credentials',
      credentials: inputs,
      authorize: () => null,
    } as const
    const theme = { brandColor: value, buttonText: value, logo }
    const page = await show({ path: '/auth/signin', config: { providers: [odd, form], theme } })
    const run = await page.locator('script, svg[onload], img[onerror], [onfocus], [style]').count()
    expect({ value, run }).toEqual({ value, run: 0 })
    expect(await page.locator('.provider form').count()).toBe(2)
  }
  expect(consoleErrors.filter(text => /Content Security Policy|alert/i.test(text))).toEqual([])
  await context.close()
})
