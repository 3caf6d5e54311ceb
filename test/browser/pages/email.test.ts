import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { composeEmail } from 'latchkey/providers/email'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInLocales } from '../../../src/config/locales.js'
import { makeApp } from '../../support/app.js'
import { launchChromium } from '../../support/chromium.js'
import { postOffice } from '../../support/post-office.js'
import { findings } from './findings.js'
import { mismatch, sheet } from './image.js'
import { openWindow, overflow, photograph, type Window } from './visit.js'

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})

afterAll(() => browser.close())

interface Asked {
  readonly language?: string
  readonly code?: boolean
  readonly theme?: AuthConfig['theme']
}

/** The HTML part of the mail that a visitor gets. */
async function mailFor({ language = 'en', code = false, theme = {} }: Asked): Promise<string> {
  const token = code ? '40718293' : '4f1c9a07'.repeat(8)
  const office = postOffice({ code, generateVerificationToken: () => token })
  const { open } = makeApp({ adapter: MemoryAdapter(), providers: [office.provider], theme })
  const headers = { 'accept-language': language }
  await open().signIn('mail', { email: 'ada@example.com' }, { headers })
  return composeEmail(office.letter()).html
}

/** Opens it as a mail client does that knows the light and the dark scheme. */
function read({ showAnswer }: Window, asked: Asked): Promise<Page> {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return showAnswer('/mail', async () => new Response(await mailFor(asked), { headers }))
}

async function pictures(mails: readonly Asked[], options: BrowserContextOptions): Promise<PNG[]> {
  const window = await openWindow(browser, options)
  const taken: PNG[] = []
  for (const asked of mails) taken.push(await photograph(await read(window, asked)))
  await window.context.close()
  expect(window.foreign).toEqual([])
  return taken
}

const wide = { viewport: { width: 760, height: 420 } }
const narrow = { viewport: { width: 320, height: 420 } }
const theme = { brandColor: '#0f7b5f', buttonText: '#fffbe6' }

describe.each(['light', 'dark'] as const)('in %s', colorScheme => {
  test('a mail looks as it did, wide and narrow, in both directions', async () => {
    const mails = [{}, { code: true }, { language: 'ar' }, { language: 'ar', code: true }]
    const taken = [
      ...(await pictures([...mails, { theme }], { ...wide, colorScheme })),
      ...(await pictures([...mails, { theme }], { ...narrow, colorScheme })),
    ]
    expect(mismatch(`mail-${colorScheme}`, sheet(taken, 5))).toBeNull()
  })

  test.each(builtInLocales)('axe finds nothing in a mail: %s', async language => {
    const window = await openWindow(browser, { colorScheme })
    for (const code of [false, true]) expect(await faults(await read(window, { language, code }))).toEqual([])
    await window.context.close()
  })
})

/** A mail is a part of the page of its client, which has the landmarks. */
async function faults(page: Page): Promise<string[]> {
  return (await findings(page)).filter(finding => !/^(?:region|landmark-one-main): /.test(finding))
}

test('a mail looks as it did in every language', async () => {
  const mails = builtInLocales.flatMap(language => [{ language }, { language, code: true }])
  expect(mismatch('mail-languages', sheet(await pictures(mails, narrow), 8))).toBeNull()
})

test.each(builtInLocales)('nothing of a mail is cut off at 320 pixels: %s', async language => {
  const window = await openWindow(browser, narrow)
  for (const code of [false, true]) expect(await overflow(await read(window, { language, code }))).toEqual([])
  await window.context.close()
})
