import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BrowserTab } from '../frameworks/browser-tab.js'
import { run } from '../unit/bundle/packed.js'
import { type Fixture, type Pair, readManifest, readSources } from './apps.js'
import { setUpMigration } from './migration-setup.js'
import { openSite, type Side, type Site } from './site.js'
import { createT3App } from './t3-app.js'

const routers = ['app', 'pages'] as const

const { migrate, openContext } = setUpMigration()

describe.each(routers)('a T3 app with Drizzle and the %s router', router => {
  const fixture: Fixture = {
    name: `t3-${router}`,
    package: 'next-auth',
    basePath: '/api/auth',
    isBuilt: true,
    knowsItsPort: true,
    create: folder => createT3App(router, folder),
  }
  let pair: Pair
  let site: Site

  beforeAll(async () => {
    pair = await migrate(fixture)
    run('npm', ['run', 'db:push'], pair.before)
    site = await openSite(fixture, pair, 'database')
  }, 900_000)

  afterAll(async () => {
    await site?.dispose()
    pair?.dispose()
  })

  async function serve(side: Side): Promise<void> {
    await site.switchTo(side)
    const page = await fetch(`${site.origin}/api/auth/signin`)
    expect(page.headers.has('content-security-policy')).toBe(side === 'after')
  }

  async function signIn(): Promise<BrowserTab> {
    const context = await openContext({ baseURL: site.origin })
    const tab = new BrowserTab(await context.newPage())
    await tab.open('/')
    await tab.page.getByText('Sign in', { exact: true }).click()
    await tab.signInAtHarbor()
    await expectUser(tab)
    return tab
  }

  async function expectUser({ page }: BrowserTab): Promise<void> {
    await page.getByText('Logged in as Grace Hopper').first().waitFor()
  }

  test('is migrated by the command, has no type errors, and does not install NextAuth', () => {
    expect(Object.values(readSources(pair.after)).join()).not.toMatch(/['"]next-auth/)
    expect(readManifest(pair.after).dependencies).toHaveProperty('latchkey')
    expect(existsSync(join(pair.after, 'node_modules/next-auth'))).toBe(false)
    for (const folder of [pair.before, pair.after]) run('npm', ['run', 'typecheck'], folder)
  })

  test('keeps users signed in after the migration and after a rollback', async () => {
    await serve('before')
    const tab = await signIn()
    await serve('after')
    await tab.open('/')
    await expectUser(tab)
    await serve('before')
    await tab.open('/')
    await expectUser(tab)
  })

  test('signs in and out after the migration', async () => {
    await serve('after')
    const tab = await signIn()
    await tab.page.getByText('Sign out', { exact: true }).click()
    // The app router links to the sign-out page.
    if (router === 'app') await tab.page.locator('form[action$="/signout"] button').click()
    await tab.page.getByText('Sign in', { exact: true }).waitFor()
    await tab.open('/')
    await tab.page.getByText('Sign in', { exact: true }).waitFor()
  })
})
