import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../../support/chromium.js'
import { answer } from './front-door.js'
import { code, email, four, service } from './providers.js'
import { openWindow, origin } from './visit.js'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser.close())

const hostile = [
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

/** Each page, and what its query needs to have. */
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

/** Every element with the names of its attributes, as the browser's own parser sees them. */
function skeleton(page: Page, markup: string): Promise<string[]> {
  return page.evaluate(
    text =>
      [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('*')].map(
        ({ tagName, attributes }) => `${tagName} ${[...attributes].map(({ name }) => name).join(' ')}`,
      ),
    markup,
  )
}

/** What one page has and the other has not, or has less often; a value may be left out. */
function added(elements: readonly string[], neutral: readonly string[]): string[] {
  const rest = [...neutral]
  return elements.filter(element => {
    const place = rest.indexOf(element)
    if (place >= 0) rest.splice(place, 1)
    return place < 0
  })
}

describe.each(paths)('%s', (path, needed) => {
  test('no value in the query becomes markup', async () => {
    const { context } = await openWindow(browser)
    const page = await context.newPage()
    const built = async (name: string, value: string) => {
      const query = new URLSearchParams({ ...needed, [name]: value })
      const response = await answer(new Request(`${origin}/auth/${path}?${query}`), {
        providers: [...four, email, code],
      })
      return { status: response.status, elements: await skeleton(page, await response.text()) }
    }
    for (const name of names) {
      const neutral = await built(name, name === 'callbackUrl' ? '/neutral' : 'neutral')
      for (const value of hostile) {
        const { status, elements } = await built(name, value)
        if (status === neutral.status)
          expect(added(elements, neutral.elements), `${name}=${value}`).toEqual([])
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

test('no name, id, label, colour or logo of the configuration becomes markup', async () => {
  const { context, complaints, show } = await openWindow(browser)
  for (const value of hostile) {
    const logo = value
    const odd = {
      ...service('odd', { bg: value, text: value, brandColor: value, logo, logoDark: value }),
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
  expect(complaints.filter(text => /Content Security Policy|alert/i.test(text))).toEqual([])
  await context.close()
})
