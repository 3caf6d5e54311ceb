import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BrowserTab } from '../frameworks/browser-tab.js'
import { run } from '../unit/bundle/packed.js'
import { fixtures, type Pair, readManifest, readSources } from './apps.js'
import { setUpMigration } from './migration-setup.js'
import { openSite, type Side, type Site } from './site.js'

const grace = 'grace@example.com'
const strategies = ['jwt', 'database'] as const

const { migrate, openContext } = setUpMigration()

describe.each(fixtures)('an app with $package', ({ ...fixture }) => {
  let pair: Pair
  let site: Site

  beforeAll(async () => {
    pair = await migrate(fixture)
  })

  afterAll(() => pair?.dispose())

  /** Switches the app. Only the sign-in page of Latchkey has a content security policy, which identifies the side. */
  async function serve(side: Side): Promise<void> {
    await site.switchTo(side)
    const page = await fetch(`${site.origin}${fixture.basePath}/signin`)
    expect(page.headers.has('content-security-policy')).toBe(side === 'after')
  }

  /** Opens the home page in a new browser context. */
  async function openBrowserTab(origin = site.origin): Promise<BrowserTab> {
    const context = await openContext({ baseURL: origin, ignoreHTTPSErrors: true })
    const tab = new BrowserTab(await context.newPage())
    await tab.open('/')
    return tab
  }

  /** Starts a sign-in and stops at the login page of Harbor. */
  async function goToHarbor(origin?: string): Promise<BrowserTab> {
    const tab = await openBrowserTab(origin)
    const { host } = new URL(tab.page.url())
    await tab.part('sign-in').click()
    await tab.page.locator('form[action$="/signin/harbor"] button').click()
    // Waits for the other host, because the sign-in page can have fields with the same names.
    await tab.page.waitForURL(url => url.host !== host)
    return tab
  }

  async function returnFromHarbor({ page }: BrowserTab): Promise<void> {
    await page.fill('[name=email]', grace)
    await page.fill('[name=password]', 'latchkey-demo')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
  }

  async function signInByHarbor(origin?: string): Promise<BrowserTab> {
    const tab = await goToHarbor(origin)
    await returnFromHarbor(tab)
    await tab.expectText('user', grace)
    return tab
  }

  async function signInByPassword(email: string, origin?: string): Promise<BrowserTab> {
    const tab = await openBrowserTab(origin)
    await tab.signIn(email)
    return tab
  }

  async function readUser(tab: BrowserTab): Promise<string | null> {
    await tab.open('/')
    return tab.user()
  }

  /** Returns the names of the Auth.js cookies. */
  async function listCookies({ page }: BrowserTab): Promise<string[]> {
    const cookies = await page.context().cookies(page.url())
    return cookies.map(({ name }) => name).filter(name => name.includes('authjs.'))
  }

  async function readCsrfToken({ page }: BrowserTab): Promise<string> {
    const answer = await page.request.get(`${fixture.basePath}/csrf`)
    const { csrfToken }: { csrfToken: string } = await answer.json()
    return csrfToken
  }

  test('is migrated by the command alone, and back by reverting the printed patch', () => {
    const [before, after] = [readSources(pair.before), readSources(pair.after)]
    expect(Object.values(before).join()).toContain(`'${fixture.package}'`)
    expect(Object.values(after).join()).not.toMatch(/next-auth|@auth\/(?!\w+-adapter)/)
    expect(readManifest(pair.after).dependencies).toHaveProperty('latchkey')
    expect(existsSync(join(pair.after, 'node_modules', fixture.package))).toBe(false)
    expect(existsSync(join(pair.before, 'node_modules/latchkey'))).toBe(false)
    run('git', ['init', '--quiet'], pair.after)
    const patch = join(pair.after, 'codemod.patch')
    writeFileSync(patch, pair.patch)
    run('git', ['apply', '--reverse', patch], pair.after)
    expect(readSources(pair.after)).toEqual(before)
    run('git', ['apply', patch], pair.after)
    expect(readSources(pair.after)).toEqual(after)
  })

  test('has no type errors before and after the migration', { timeout: 120_000 }, () => {
    for (const folder of [pair.before, pair.after]) run('npm', ['run', 'check'], folder)
  })

  describe.each(strategies)('with the %s strategy', strategy => {
    beforeAll(async () => {
      site = await openSite(fixture, pair, strategy)
      return () => site.dispose()
    })

    beforeEach(() => serve('before'))

    test('keeps users signed in after the migration and after a rollback', async () => {
      const early = await signInByHarbor()
      await serve('after')
      expect(await readUser(early)).toBe(grace)
      const late = await signInByHarbor()
      await serve('before')
      expect(await readUser(early)).toBe(grace)
      expect(await readUser(late)).toBe(grace)
    })

    if (fixture.hasUnboundChecks)
      test('shows an error for a sign-in that was started before the migration, and a new sign-in works', () =>
        expectNewSignIn('before', 'after'))
    else
      test('completes a sign-in that was started before the migration', async () => {
        const tab = await goToHarbor()
        await serve('after')
        await returnFromHarbor(tab)
        await tab.expectText('user', grace)
        await serve('before')
        expect(await readUser(tab)).toBe(grace)
      })

    test('shows an error for a sign-in that was started before a rollback, and a new sign-in works', () =>
      expectNewSignIn('after', 'before'))

    test('signs out from a page that was opened before the migration', async () => {
      const tab = await signInByHarbor()
      await serve('after')
      await tab.part('sign-out').click()
      await tab.expectText('user', 'Not signed in')
      await serve('before')
      expect(await readUser(tab)).toBe('Not signed in')
    })

    if (strategy === 'jwt')
      test('keeps a session with a chunked cookie', () => expectChunks('authjs.session-token'))

    if (fixture.trustsProxies) describe('behind an https proxy', () => testOverTls(strategy))
  })

  /** Expects that a sign-in that was started on one side fails on the other side, and that the user can sign in there. */
  async function expectNewSignIn(from: Side, to: Side): Promise<void> {
    await serve(from)
    const tab = await goToHarbor()
    await serve(to)
    await returnFromHarbor(tab)
    await tab.page.waitForURL(/error/)
    expect(await readUser(tab)).toBe('Not signed in')
    await tab.part('sign-in').click()
    await tab.page.locator('form[action$="/signin/harbor"] button').click()
    await tab.expectText('user', grace)
  }

  async function expectChunks(cookie: string, origin?: string): Promise<void> {
    const wide = 'wide@example.com'
    const chunks = [`${cookie}.0`, `${cookie}.1`]
    const early = await signInByPassword(wide, origin)
    expect(await listCookies(early)).toEqual(expect.arrayContaining(chunks))
    await serve('after')
    expect(await readUser(early)).toBe(wide)
    expect(await listCookies(early)).toEqual(expect.arrayContaining(chunks))
    const late = await signInByPassword(wide, origin)
    expect(await listCookies(late)).toEqual(expect.arrayContaining(chunks))
    await serve('before')
    expect([await readUser(early), await readUser(late)]).toEqual([wide, wide])
  }

  function testOverTls(strategy: string): void {
    const session = '__Secure-authjs.session-token'
    const own = [session, '__Host-authjs.csrf-token']
    test('keeps sessions and CSRF tokens in secure cookies', async () => {
      const secure = await site.startTls()
      const early = await signInByHarbor(secure)
      expect(await listCookies(early)).toEqual(expect.arrayContaining(own))
      const token = await readCsrfToken(early)
      await serve('after')
      expect([await readUser(early), await readCsrfToken(early)]).toEqual([grace, token])
      const late = await signInByHarbor(secure)
      expect(await listCookies(late)).toEqual(expect.arrayContaining(own))
      const other = await readCsrfToken(late)
      await serve('before')
      expect([await readUser(early), await readCsrfToken(early)]).toEqual([grace, token])
      expect([await readUser(late), await readCsrfToken(late)]).toEqual([grace, other])
    })

    test('completes a sign-in that was started before the migration, and signs out', async () => {
      const tab = await goToHarbor(await site.startTls())
      await serve('after')
      await returnFromHarbor(tab)
      await tab.expectText('user', grace)
      await serve('before')
      expect(await readUser(tab)).toBe(grace)
      await serve('after')
      await tab.part('sign-out').click()
      await tab.expectText('user', 'Not signed in')
      expect(await listCookies(tab)).not.toContain(session)
    })

    if (strategy === 'jwt')
      test('keeps a session with a chunked cookie', async () => {
        await expectChunks(session, await site.startTls())
      })
  }
})
