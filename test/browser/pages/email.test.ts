import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { composeEmail } from 'latchkey/providers/email'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInLocales } from '../../../src/config/locales.js'
import { createTestApp } from '../../support/app.js'
import { captureEmails } from '../../support/captured-emails.js'
import { startChromium } from '../../support/chromium.js'
import { selectCases } from '../../support/fire.js'
import { findViolations } from './accessibility-audit.js'
import { combineImages, compareWithCommitted } from './image-comparison.js'
import { findOverflow, openWindow, type PageWindow, takeScreenshot } from './page-window.js'

const locales = selectCases(builtInLocales, ['en', 'ar'])

let browser: Browser

beforeAll(async () => {
  browser = await startChromium()
})

afterAll(() => browser.close())

interface EmailVariant {
  readonly language?: string
  readonly oneTimeCode?: boolean
  readonly theme?: AuthConfig['theme']
}

/** Creates the HTML part of a sign-in email. */
async function createEmail({
  language = 'en',
  oneTimeCode = false,
  theme = {},
}: EmailVariant): Promise<string> {
  const token = oneTimeCode ? '40718293' : '4f1c9a07'.repeat(8)
  const mailbox = captureEmails({ oneTimeCode, generateVerificationToken: () => token })
  const { open } = createTestApp({ adapter: MemoryAdapter(), providers: [mailbox.provider], theme })
  const headers = { 'accept-language': language }
  await open().signIn('mail', { email: 'ada@example.com' }, { headers })
  return composeEmail(mailbox.getLatestEmail()).html
}

/** Opens the email as an email client that supports light and dark mode does. */
function read({ showAnswer }: PageWindow, variant: EmailVariant): Promise<Page> {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  return showAnswer('/mail', async () => new Response(await createEmail(variant), { headers }))
}

async function takePictures(emails: readonly EmailVariant[], options: BrowserContextOptions): Promise<PNG[]> {
  const window = await openWindow(browser, options)
  const taken: PNG[] = []
  for (const variant of emails) taken.push(await takeScreenshot(await read(window, variant)))
  await window.context.close()
  expect(window.foreign).toEqual([])
  return taken
}

const wide = { viewport: { width: 760, height: 420 } }
const narrow = { viewport: { width: 320, height: 420 } }
const theme = { brandColor: '#0f7b5f', buttonText: '#fffbe6' }

describe.each(['light', 'dark'] as const)('in %s', colorScheme => {
  test('emails match their screenshots, wide and narrow, left-to-right and right-to-left', async () => {
    const emails = [{}, { oneTimeCode: true }, { language: 'ar' }, { language: 'ar', oneTimeCode: true }]
    const taken = [
      ...(await takePictures([...emails, { theme }], { ...wide, colorScheme })),
      ...(await takePictures([...emails, { theme }], { ...narrow, colorScheme })),
    ]
    expect(compareWithCommitted(`email-${colorScheme}`, combineImages(taken, 5))).toBeNull()
  })

  test.each(locales)('axe finds no violations in emails: %s', async language => {
    const window = await openWindow(browser, { colorScheme })
    for (const oneTimeCode of [false, true])
      expect(await findLayoutFaults(await read(window, { language, oneTimeCode }))).toEqual([])
    await window.context.close()
  })
})

/** Ignores landmark rules, because an email is displayed inside the page of an email client. */
async function findLayoutFaults(page: Page): Promise<string[]> {
  return (await findViolations(page)).filter(finding => !/^(?:region|landmark-one-main): /.test(finding))
}

test('emails match their screenshots in every locale', async () => {
  const emails = builtInLocales.flatMap(language => [{ language }, { language, oneTimeCode: true }])
  expect(
    compareWithCommitted('email-locales', combineImages(await takePictures(emails, narrow), 8)),
  ).toBeNull()
})

test.each(locales)('emails do not overflow at 320 pixels: %s', async language => {
  const window = await openWindow(browser, narrow)
  for (const oneTimeCode of [false, true])
    expect(await findOverflow(await read(window, { language, oneTimeCode }))).toEqual([])
  await window.context.close()
})
