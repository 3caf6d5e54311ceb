import axe, { type AxeResults } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChromium } from '../support/chromium.js'
import type { ServedApp } from '../support/serve.js'
import { recordForeignRequests, serveSite } from './serve-site.js'

/** One page of each kind. */
const pages = [
  '/',
  '/contents',
  '/start',
  '/guides/passwords',
  '/guides/deployment',
  '/frameworks/next',
  '/recipes/reverse-proxy',
  '/reference/errors',
  '/comparisons/better-auth',
  '/providers/google',
  '/errors/MissingSecret',
  '/errors/',
  '/project/tested-versions',
]

let browser: Browser
let site: ServedApp

beforeAll(async () => {
  ;[browser, site] = await Promise.all([startChromium(), serveSite()])
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function openPage(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  await page.goto(`${site.origin}${path}`)
  await page.waitForFunction(() => document.querySelector('#app')?.children.length)
  return page
}

/**
 * Returns the violations that axe finds, and the checks that it cannot complete. It cannot determine the contrast of text that a block of
 * code or the outline clips.
 */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations, incomplete } = await page.evaluate<AxeResults>('axe.run(document)')
  return [...violations, ...incomplete.filter(({ id }) => id !== 'color-contrast')].flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html}`),
  )
}

describe.each(['light', 'dark'] as const)('in the %s color scheme', colorScheme => {
  test.each(pages)('axe finds no violation on %s', async path => {
    const page = await openPage(path, { colorScheme })
    const isDark = await page.evaluate(() => document.documentElement.classList.contains('dark'))
    expect(isDark).toBe(colorScheme === 'dark')
    expect(await findViolations(page)).toEqual([])
    await page.context().close()
  })
})

test.each(pages)('nothing overflows on %s at 320 pixels', async path => {
  const page = await openPage(path, { viewport: { width: 320, height: 700 } })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
  await page.context().close()
})

test('the menu of a narrow page leads to other pages', async () => {
  const page = await openPage('/guides/passwords', { viewport: { width: 320, height: 700 } })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Deployment', exact: true }).click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('Deploy')
  await page.context().close()
})

describe('copy buttons', () => {
  let context: BrowserContext

  beforeAll(async () => {
    context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  })

  afterAll(() => context.close())

  test.each(['/guides/passwords', '/start'])('copy the code of %s', async path => {
    const page = await context.newPage()
    await page.goto(`${site.origin}${path}`)
    const block = page.locator('div[class*="language-"]').first()
    const code = (await block.locator('code').textContent()) ?? ''
    await block.hover()
    await block.getByRole('button', { name: 'Copy Code' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code.trimEnd())
    await page.close()
  })
})

test('the start page shows the files of a selection, and keeps it in the URL', async () => {
  const page = await openPage('/start')
  await page.getByRole('radio', { name: 'SvelteKit' }).check()
  await page.getByRole('radio', { name: 'SQLite' }).check()
  await page.getByRole('checkbox', { name: 'Passkeys' }).check()
  await page.getByRole('heading', { name: 'src/hooks.server.ts' }).waitFor()
  await page.reload()
  await page.getByText("import Passkey from 'latchkey/providers/passkey'").waitFor()
  expect(new URL(page.url()).search).toBe('?framework=sveltekit&store=sqlite&methods=github%2Cpasskeys')
  await page.context().close()
})

test('the start page offers only GitHub without a database', async () => {
  const page = await openPage('/start')
  expect(await page.getByRole('checkbox', { name: 'Passkeys' }).isDisabled()).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'GitHub' }).isDisabled()).toBe(false)
  await page.context().close()
})

test('no page requests anything from another site', async () => {
  const context = await browser.newContext()
  const foreign = await recordForeignRequests(context, site.origin)
  const page = await context.newPage()
  for (const path of pages) await page.goto(`${site.origin}${path}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Search' }).first().click()
  await page.locator('.search-input').fill('passkey')
  await page.locator('.results a').first().waitFor()
  expect(foreign).toEqual([])
  await context.close()
})
