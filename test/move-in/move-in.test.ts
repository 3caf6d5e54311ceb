import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Tab } from '../frameworks/tab.js'
import { launchChromium } from '../support/chromium.js'
import { pack, removeFolders, run, unpack } from '../unit/bundle/packed.js'
import { fixtures, manifestOf, moveIn, type Pair, sourcesOf } from './apps.js'
import { openSite, type Site } from './site.js'

const grace = 'grace@example.com'
const strategies = ['jwt', 'database'] as const

let browser: Browser
let contexts: BrowserContext[] = []
let latchkey: { folder: string; tarball: string }

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-published-'))
  const tarball = await pack()
  mkdirSync(join(folder, 'node_modules'))
  await unpack(tarball, folder)
  latchkey = { folder: join(folder, 'node_modules/latchkey'), tarball }
  browser = await launchChromium()
  return async () => {
    await browser.close()
    await removeFolders()
    rmSync(folder, { recursive: true })
  }
})

afterEach(async () => {
  for (const context of contexts) await context.close()
  contexts = []
})

describe.each(fixtures)('an app of $package', ({ ...fixture }) => {
  let pair: Pair
  let site: Site

  beforeAll(() => {
    pair = moveIn(fixture, latchkey)
  })

  afterAll(() => pair?.dispose())
  afterEach(() => site?.dispose())

  /** What serves is told by its sign-in page: only ours says what may run in it. */
  async function serve(side: 'before' | 'after'): Promise<void> {
    await site.serveFrom(pair[side])
    const page = await fetch(`${site.origin}${fixture.basePath}/signin`)
    expect(page.headers.has('content-security-policy')).toBe(side === 'after')
  }

  /** Somebody with a browser of their own, on the first page. */
  async function somebody(): Promise<Tab> {
    const context = await browser.newContext({ baseURL: site.origin, locale: 'en' })
    context.setDefaultTimeout(30_000)
    contexts.push(context)
    const tab = new Tab(await context.newPage())
    await tab.open('/')
    return tab
  }

  async function comeInByHarbor(): Promise<Tab> {
    const tab = await somebody()
    await tab.part('sign-in').click()
    await tab.signInAtHarbor()
    await tab.sees('user', grace)
    return tab
  }

  /** Up to the page of the provider, and no further. */
  async function goToHarbor(): Promise<Tab> {
    const tab = await somebody()
    await tab.part('sign-in').click()
    await tab.page.locator('form[action$="/signin/harbor"] button').click()
    await tab.page.locator('[name=password]').waitFor()
    return tab
  }

  async function comeBackFromHarbor({ page }: Tab): Promise<void> {
    await page.fill('[name=email]', grace)
    await page.fill('[name=password]', 'latchkey-demo')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
  }

  async function whoIs(tab: Tab): Promise<string | null> {
    await tab.open('/')
    return tab.user()
  }

  async function sessionChunks(tab: Tab): Promise<number> {
    const cookies = await tab.page.context().cookies(site.origin)
    return cookies.filter(({ name }) => name.includes('session-token')).length
  }

  test('moves by the command alone, and back by the patch that it printed', () => {
    const [before, after] = [sourcesOf(pair.before), sourcesOf(pair.after)]
    expect(Object.values(before).join()).toContain(`'${fixture.package}'`)
    expect(Object.values(after).join()).not.toMatch(/next-auth|@auth\/(?!\w+-adapter)/)
    expect(manifestOf(pair.after).dependencies).toHaveProperty('latchkey')
    expect(existsSync(join(pair.after, 'node_modules', fixture.package))).toBe(false)
    expect(existsSync(join(pair.before, 'node_modules/latchkey'))).toBe(false)
    run('git', ['init', '--quiet'], pair.after)
    const patch = join(pair.after, 'move-in.patch')
    writeFileSync(patch, pair.patch)
    run('git', ['apply', '--reverse', patch], pair.after)
    expect(sourcesOf(pair.after)).toEqual(before)
    run('git', ['apply', patch], pair.after)
    expect(sourcesOf(pair.after)).toEqual(after)
  })

  describe.each(strategies)('with sessions in the %s strategy', strategy => {
    beforeEach(async () => {
      site = await openSite(fixture, strategy)
      await serve('before')
    })

    test('keeps everybody signed in when it moves, and when it moves back', async () => {
      const early = await comeInByHarbor()
      await serve('after')
      expect(await whoIs(early)).toBe(grace)
      const late = await comeInByHarbor()
      await serve('before')
      expect(await whoIs(early)).toBe(grace)
      expect(await whoIs(late)).toBe(grace)
    })

    test('finishes a sign-in that was under way', async () => {
      const tab = await goToHarbor()
      await serve('after')
      await comeBackFromHarbor(tab)
      await tab.sees('user', grace)
      await serve('before')
      expect(await whoIs(tab)).toBe(grace)
    })

    test('asks to begin again who was under way when it moved back', async () => {
      await serve('after')
      const tab = await goToHarbor()
      await serve('before')
      await comeBackFromHarbor(tab)
      await tab.page.waitForURL(/error/)
      expect(await whoIs(tab)).toBe('nobody')
      await tab.part('sign-in').click()
      await tab.page.locator('form[action$="/signin/harbor"] button').click()
      await tab.sees('user', grace)
    })

    test('lets somebody leave by a page that was open before', async () => {
      const tab = await comeInByHarbor()
      await serve('after')
      await tab.part('sign-out').click()
      await tab.sees('user', 'nobody')
      await serve('before')
      expect(await whoIs(tab)).toBe('nobody')
    })
  })

  test('keeps a session whose cookie is cut into chunks', async () => {
    site = await openSite(fixture, 'jwt')
    await serve('before')
    const wide = 'wide@example.com'
    const tab = await somebody()
    await tab.part('sign-in').click()
    await tab.signInWithPassword(wide)
    await tab.sees('user', wide)
    expect(await sessionChunks(tab)).toBeGreaterThan(1)
    await serve('after')
    expect(await whoIs(tab)).toBe(wide)
    expect(await sessionChunks(tab)).toBeGreaterThan(1)
    const other = await somebody()
    await other.part('sign-in').click()
    await other.signInWithPassword(wide)
    await other.sees('user', wide)
    await serve('before')
    expect([await whoIs(tab), await whoIs(other)]).toEqual([wide, wide])
  })
})
