import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Tab } from '../frameworks/tab.js'
import { launchChromium } from '../support/chromium.js'
import { pack, removeFolders, run, unpack } from '../unit/bundle/packed.js'
import { fixtures, manifestOf, moveIn, type Pair, sourcesOf } from './apps.js'
import { openSite, type Side, type Site } from './site.js'

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

  beforeAll(async () => {
    pair = await moveIn(fixture, latchkey)
  })

  afterAll(() => pair?.dispose())

  /** What serves is told by its sign-in page: only ours says what may run in it. */
  async function serve(side: Side): Promise<void> {
    await site.turnTo(side)
    const page = await fetch(`${site.origin}${fixture.basePath}/signin`)
    expect(page.headers.has('content-security-policy')).toBe(side === 'after')
  }

  /** Somebody with a browser of their own, on the first page. */
  async function somebody(origin = site.origin): Promise<Tab> {
    const context = await browser.newContext({ baseURL: origin, locale: 'en', ignoreHTTPSErrors: true })
    context.setDefaultTimeout(30_000)
    contexts.push(context)
    const tab = new Tab(await context.newPage())
    await tab.open('/')
    return tab
  }

  /** Up to the page of the provider, and no further. */
  async function goToHarbor(origin?: string): Promise<Tab> {
    const tab = await somebody(origin)
    const { host } = new URL(tab.page.url())
    await tab.part('sign-in').click()
    await tab.page.locator('form[action$="/signin/harbor"] button').click()
    // The sign-in page may have fields of the same names as those of Harbor.
    await tab.page.waitForURL(url => url.host !== host)
    return tab
  }

  async function comeBackFromHarbor({ page }: Tab): Promise<void> {
    await page.fill('[name=email]', grace)
    await page.fill('[name=password]', 'latchkey-demo')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
  }

  async function comeInByHarbor(origin?: string): Promise<Tab> {
    const tab = await goToHarbor(origin)
    await comeBackFromHarbor(tab)
    await tab.sees('user', grace)
    return tab
  }

  async function comeInByPassword(email: string, origin?: string): Promise<Tab> {
    const tab = await somebody(origin)
    await tab.comeIn(email)
    return tab
  }

  async function whoIs(tab: Tab): Promise<string | null> {
    await tab.open('/')
    return tab.user()
  }

  /** The names of the cookies that our contract has. */
  async function cookiesOf({ page }: Tab): Promise<string[]> {
    const cookies = await page.context().cookies(page.url())
    return cookies.map(({ name }) => name).filter(name => name.includes('authjs.'))
  }

  async function csrfTokenOf({ page }: Tab): Promise<string> {
    const answer = await page.request.get(`${fixture.basePath}/csrf`)
    const { csrfToken }: { csrfToken: string } = await answer.json()
    return csrfToken
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
    beforeAll(async () => {
      site = await openSite(fixture, pair, strategy)
      return () => site.dispose()
    })

    beforeEach(() => serve('before'))

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

    if (strategy === 'jwt')
      test('keeps a session whose cookie is cut into chunks', () => keepsChunks('authjs.session-token'))

    if (fixture.trustsProxies) describe('behind a proxy that speaks https', () => overTls(strategy))
  })

  async function keepsChunks(cookie: string, origin?: string): Promise<void> {
    const wide = 'wide@example.com'
    const chunks = [`${cookie}.0`, `${cookie}.1`]
    const early = await comeInByPassword(wide, origin)
    expect(await cookiesOf(early)).toEqual(expect.arrayContaining(chunks))
    await serve('after')
    expect(await whoIs(early)).toBe(wide)
    expect(await cookiesOf(early)).toEqual(expect.arrayContaining(chunks))
    const late = await comeInByPassword(wide, origin)
    expect(await cookiesOf(late)).toEqual(expect.arrayContaining(chunks))
    await serve('before')
    expect([await whoIs(early), await whoIs(late)]).toEqual([wide, wide])
  }

  function overTls(strategy: string): void {
    const session = '__Secure-authjs.session-token'
    const own = [session, '__Host-authjs.csrf-token']
    test('keeps sessions and CSRF tokens in cookies that only https gets', async () => {
      const secure = await site.overTls()
      const early = await comeInByHarbor(secure)
      expect(await cookiesOf(early)).toEqual(expect.arrayContaining(own))
      const token = await csrfTokenOf(early)
      await serve('after')
      expect([await whoIs(early), await csrfTokenOf(early)]).toEqual([grace, token])
      const late = await comeInByHarbor(secure)
      expect(await cookiesOf(late)).toEqual(expect.arrayContaining(own))
      const other = await csrfTokenOf(late)
      await serve('before')
      expect([await whoIs(early), await csrfTokenOf(early)]).toEqual([grace, token])
      expect([await whoIs(late), await csrfTokenOf(late)]).toEqual([grace, other])
    })

    test('finishes a sign-in that was under way, and a sign-out', async () => {
      const tab = await goToHarbor(await site.overTls())
      await serve('after')
      await comeBackFromHarbor(tab)
      await tab.sees('user', grace)
      await serve('before')
      expect(await whoIs(tab)).toBe(grace)
      await serve('after')
      await tab.part('sign-out').click()
      await tab.sees('user', 'nobody')
      expect(await cookiesOf(tab)).not.toContain(session)
    })

    if (strategy === 'jwt')
      test('keeps a session whose cookie is cut into chunks', async () => {
        await keepsChunks(session, await site.overTls())
      })
  }
})
