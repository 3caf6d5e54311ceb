import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSiteIfStale } from '../../site/build-if-stale.js'
import { startChromium } from '../support/chromium.js'
import { selectCases } from '../support/fire.js'
import type { ServedApp } from '../support/serve.js'
import { recordForeignRequests, serveSite } from './serve-site.js'

/** One page of each kind. The short list has those that differ most. */
const pages = selectCases(
  [
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
  ],
  [
    '/',
    '/start',
    '/guides/passwords',
    '/comparisons/better-auth',
    '/providers/google',
    '/errors/MissingSecret',
  ],
)

let browser: Browser
let site: ServedApp

beforeAll(async () => {
  await buildSiteIfStale()
  ;[browser, site] = await Promise.all([startChromium(), serveSite()])
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

async function openPage(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light', ...options })
  const page = await context.newPage()
  await page.goto(`${site.origin}${path}`)
  await page.waitForFunction(() => document.querySelector('#app')?.children.length)
  return page
}

/**
 * Returns the violations that axe finds, and the checks that it cannot complete. It cannot determine the contrast of text that a block of
 * code or the outline clips.
 */
async function findViolations(page: Page, options: RunOptions): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations, incomplete } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify(options)})`,
  )
  return [...violations, ...incomplete.filter(({ id }) => id !== 'color-contrast')].flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html}`),
  )
}

describe.each(pages)('the page %s', path => {
  let page: Page

  beforeAll(async () => {
    page = await openPage(path)
  })

  afterAll(() => page?.context().close())

  test('has no violation that axe finds', async () => {
    expect(await findViolations(page, {})).toEqual([])
  })

  test('has enough contrast in the dark color scheme', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.waitForFunction(() => document.documentElement.classList.contains('dark'))
    expect(await findViolations(page, { runOnly: ['color-contrast'] })).toEqual([])
  })

  test('does not overflow at 320 pixels', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
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
