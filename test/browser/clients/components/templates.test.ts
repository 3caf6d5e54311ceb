import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../../../tools/shared/gate.js'
import { startChromium } from '../../../support/chromium.js'
import { findViolations } from '../../pages/accessibility-audit.js'
import { svelte, vue, vueConstants } from '../component-plugins.js'
import { bundleScript } from '../site.js'
import { ComponentSite } from './component-site.js'

const folder = 'test/browser/clients/components/templates'

/** The page of each framework, whose components `npx latchkey add` copies. */
const scripts: Readonly<Record<string, () => Promise<string>>> = {
  react: () => bundleScript(`${folder}/react.tsx`, { jsx: 'automatic' }),
  vue: () => bundleScript(`${folder}/vue.js`, { plugins: [vue], define: vueConstants }),
  svelte: () => bundleScript(`${folder}/svelte.js`, { plugins: [svelte] }),
}

let browser: Browser
let site: ComponentSite

beforeAll(async () => {
  browser = await startChromium()
})

afterEach(() => site.closeContexts())

afterAll(async () => {
  await site?.stop()
  await browser?.close()
})

describe.each(Object.entries(scripts))('the components that are added to an app with %s', (_, build) => {
  beforeAll(async () => {
    await site?.stop()
    site = await ComponentSite.start(browser)
    site.page = { script: await build(), render: () => '' }
  })

  test('sign in, show the user and sign out', async () => {
    const page = await site.open({ view: 'sign-in' })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('button', { name: 'Continue with Harbor' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('Password').fill('wrong')
    await page.getByLabel('Email address').first().fill('grace@example.com')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe('The email address or the password is not correct.')
    await page.getByRole('button', { name: 'Continue with Harbor' }).click()
    await page.getByRole('button', { name: 'Grace Hopper' }).click()
    await page.waitForURL('**/?view=none')
    await page.locator('summary').click()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await page.locator('details[open]').count()).toBe(0)
    await page.locator('summary').press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Sign in' }).waitFor()
  })

  test('change the profile, and end other sessions', async () => {
    const other = await site.openSignedIn()
    const page = await site.openSignedIn({ view: 'profile' })
    await page.getByRole('heading', { name: 'Email addresses' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('Name', { exact: true }).fill('Grace Brewster Hopper')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Saved.')
    await page.getByRole('textbox', { name: 'New email address' }).fill('grace@navy.example')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove grace@navy.example' }).click()
    await expect.poll(() => page.getByText('grace@navy.example').count()).toBe(0)
    await site.visit(page, { view: 'sessions' })
    await page.getByText('This browser').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign out all others' }).click()
    await expect.poll(() => page.locator('li').count()).toBe(1)
    await other.reload()
    await other.getByRole('link', { name: 'Sign in' }).waitFor()
  })
})

test.each(['react', 'vue', 'svelte'])('each component for %s compiles alone', async framework => {
  const templates = join(projectRoot, 'templates', framework)
  for (const name of readdirSync(templates)) {
    const { warnings } = await bundle({
      entryPoints: [join(templates, name)],
      bundle: true,
      write: false,
      jsx: 'automatic',
      format: 'esm',
      outdir: 'out',
      conditions: ['latchkey-source', 'browser', 'import'],
      plugins: [svelte, vue],
      logLevel: 'silent',
    })
    expect(warnings, name).toEqual([])
  }
})
