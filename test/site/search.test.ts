import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSiteIfStale } from '../../site/build-if-stale.js'
import { startChromium } from '../support/chromium.js'
import type { ServedApp } from '../support/serve.js'
import { searches } from './searches.js'
import { serveSite } from './serve-site.js'

let browser: Browser
let site: ServedApp
let page: Page

beforeAll(async () => {
  await buildSiteIfStale()
  ;[browser, site] = await Promise.all([startChromium(), serveSite()])
  page = await browser.newPage()
  await page.goto(`${site.origin}/contents`)
  await page.getByRole('button', { name: 'Search' }).first().click()
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
})

/** Types into the search field, and returns the pages of the first results. */
async function findPages(query: string): Promise<string[]> {
  const before = await page.locator('.results').innerHTML()
  await page.locator('.search-input').fill(query)
  await expect.poll(() => page.locator('.results').innerHTML()).not.toBe(before)
  const links = await page
    .locator('.results a.result')
    .evaluateAll(results => results.map(result => new URL((result as HTMLAnchorElement).href).pathname))
  return links.slice(0, 3).map(path => path.replace(/^\/|(\.html)$/g, ''))
}

describe('the search', () => {
  test.each(searches)('finds a page for "%s" among the first three results', async (query, ...pages) => {
    const found = await findPages(query)
    expect(
      found.some(path => pages.includes(path)),
      `found ${found.join(', ')}`,
    ).toBe(true)
  })

  test('has at least forty searches', () => {
    expect(searches.length).toBeGreaterThanOrEqual(40)
  })
})
