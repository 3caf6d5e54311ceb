import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nextAuth4Apps, type Pair, readManifest, readSources } from './apps.js'
import { setUpMigration } from './migration-setup.js'
import { openSite, type Side, type Site } from './site.js'

const grace = { email: 'grace@example.com', sub: 'harbor-1906' }
const oldCookie = 'next-auth.session-token'
const newCookie = 'authjs.session-token'

const { migrate, openContext } = setUpMigration()

let site: Site

async function openPage(): Promise<Page> {
  const context = await openContext({ baseURL: site.origin })
  return context.newPage()
}

async function signInAtHarbor(page: Page): Promise<void> {
  await page.waitForURL(url => url.origin !== site.origin)
  await page.fill('[name=email]', grace.email)
  await page.fill('[name=password]', 'latchkey-demo')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(url => url.origin === site.origin)
}

async function readUser(page: Page): Promise<{ email: string | null; id: string | null }> {
  await page.goto('/')
  await page.getByTestId('user').waitFor()
  return {
    email: await page.getByTestId('user').textContent(),
    id: await page.getByTestId('user-id').textContent(),
  }
}

async function listSessionCookies(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies()
  return cookies.map(({ name }) => name).filter(name => name.includes('session-token'))
}

function testMigration(pair: () => Pair): void {
  test('is migrated by the command alone', () => {
    const after = pair().after
    expect(Object.values(readSources(pair().before)).join()).toContain("'next-auth")
    expect(Object.values(readSources(after)).join()).not.toMatch(/['"]next-auth/)
    expect(readManifest(after).dependencies).toHaveProperty('latchkey')
    expect(existsSync(join(after, 'node_modules/next-auth'))).toBe(false)
  })
}

describe('an app of the app router', () => {
  let pair: Pair

  beforeAll(async () => {
    pair = await migrate(nextAuth4Apps.app)
    site = await openSite(nextAuth4Apps.app, pair, 'jwt')
  })

  afterAll(async () => {
    await site?.dispose()
    pair?.dispose()
  })

  beforeEach(() => site.switchTo('before'))

  async function signInByHarbor(page: Page): Promise<void> {
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await signInAtHarbor(page)
    await page.getByTestId('user').and(page.getByText(grace.email)).waitFor()
  }

  async function signInByPassword(page: Page): Promise<void> {
    await page.goto('/api/auth/signin')
    const form = page.locator('form[action$="/callback/credentials"]')
    await form.locator('[name=email]').fill('ada@example.com')
    await form.locator('[name=password]').fill('latchkey-demo')
    await form.locator('button').click()
    await page.waitForURL(url => url.pathname === '/')
  }

  async function readToken(page: Page): Promise<unknown> {
    const response = await page.request.get('/api/token')
    return response.json()
  }

  testMigration(() => pair)

  test('keeps users signed in, with equal ids, roles and protected pages', async () => {
    const page = await openPage()
    await signInByHarbor(page)
    expect(await listSessionCookies(page)).toEqual([oldCookie])
    expect(await readUser(page)).toEqual({ email: grace.email, id: grace.sub })
    const token = await readToken(page)
    expect(token).toEqual({ sub: grace.sub, role: 'member' })

    await site.switchTo('after')
    expect(await readToken(page)).toEqual(token)
    await page.goto('/private')
    await page.getByTestId('private').waitFor()
    expect(await readUser(page)).toEqual({ email: grace.email, id: grace.sub })
    await page.getByRole('button', { name: 'member' }).waitFor()
    expect(await listSessionCookies(page)).toEqual([newCookie])
    expect(await readToken(page)).toEqual(token)
  })

  test('gives the user the same id after signing out and in again', async () => {
    const page = await openPage()
    await signInByHarbor(page)
    await site.switchTo('after')
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByTestId('user').and(page.getByText('Not signed in')).waitFor()
    expect(await listSessionCookies(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByTestId('user').and(page.getByText(grace.email)).waitFor()
    expect(await readUser(page)).toEqual({ email: grace.email, id: grace.sub })
  })

  test('redirects signed-out visitors from a protected page to the sign-in page', async () => {
    const page = await openPage()
    for (const side of ['before', 'after'] satisfies Side[]) {
      await site.switchTo(side)
      await page.goto('/private')
      const { pathname, searchParams } = new URL(page.url())
      const callbackUrl = new URL(searchParams.get('callbackUrl') ?? '', site.origin).href
      expect([pathname, callbackUrl]).toEqual(['/api/auth/signin', `${site.origin}/private`])
    }
  })

  test('passes strings and a plain request to `authorize`, and keeps its ids', async () => {
    const page = await openPage()
    await signInByPassword(page)
    const before = await readUser(page)
    expect(before).toEqual({ email: 'ada@example.com', id: 'person-ada' })
    await site.switchTo('after')
    expect(await readUser(page)).toEqual(before)
    const other = await openPage()
    await signInByPassword(other)
    expect(await readUser(other)).toEqual(before)
  })

  test('updates the session by `update`', async () => {
    await site.switchTo('after')
    const page = await openPage()
    await signInByHarbor(page)
    const response = page.waitForResponse(
      answer => answer.url().endsWith('/api/auth/session') && answer.request().method() === 'POST',
    )
    await page.getByRole('button', { name: 'member' }).click()
    expect(await (await response).json()).toMatchObject({ user: { name: 'Grace' }, userId: grace.sub })
  })
})

describe('an app of the pages router', () => {
  let pair: Pair

  beforeAll(async () => {
    pair = await migrate(nextAuth4Apps.pages)
  })

  afterAll(() => pair?.dispose())

  async function signInByHarbor(page: Page): Promise<void> {
    await page.goto('/auth/signin')
    await page.getByRole('button', { name: 'Sign in with Harbor' }).click()
    await signInAtHarbor(page)
  }

  testMigration(() => pair)

  describe.each(['jwt', 'database'])('with the %s strategy', strategy => {
    beforeAll(async () => {
      site = await openSite(nextAuth4Apps.pages, pair, strategy)
      return () => site.dispose()
    })

    beforeEach(() => site.switchTo('before'))

    const id = strategy === 'jwt' ? grace.sub : 'user-1'

    test('keeps users signed in, with equal ids', async () => {
      const page = await openPage()
      await signInByHarbor(page)
      expect(await readUser(page)).toEqual({ email: grace.email, id })
      expect(await listSessionCookies(page)).toEqual([oldCookie])
      await site.switchTo('after')
      await page.goto('/older')
      expect(await page.getByTestId('user').textContent()).toBe(grace.email)
      const answer = await page.request.get('/api/session')
      expect(await answer.json()).toMatchObject({ user: { email: grace.email }, userId: id })
      expect(await readUser(page)).toEqual({ email: grace.email, id })
      expect(await listSessionCookies(page)).toEqual([newCookie])
    })

    test('gives the user the same id after signing out and in again', async () => {
      const page = await openPage()
      await signInByHarbor(page)
      await site.switchTo('after')
      await page.goto('/')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByTestId('user').and(page.getByText('Not signed in')).waitFor()
      expect(await listSessionCookies(page)).toEqual([])
      expect(await readUser(page)).toEqual({ email: 'Not signed in', id: 'none' })
      await page.goto('/auth/signin')
      // The provider knows the user, so it redirects back to this page at once.
      const returned = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Sign in with Harbor' }).click()
      await returned
      expect(await listSessionCookies(page)).toEqual([newCookie])
      expect(await readUser(page)).toEqual({ email: grace.email, id })
    })

    if (strategy === 'jwt')
      test('protects a page by the exported middleware', async () => {
        const page = await openPage()
        await site.switchTo('after')
        await page.goto('/private')
        expect(new URL(page.url()).pathname).toMatch(/^\/(?:api\/)?auth\/signin$/)
        await site.switchTo('before')
        await signInByHarbor(page)
        await site.switchTo('after')
        await page.goto('/private')
        await page.getByTestId('private').waitFor()
      })
  })
})
