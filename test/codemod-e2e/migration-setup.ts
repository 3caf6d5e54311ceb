import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterEach, beforeAll } from 'vitest'
import { startChromium } from '../support/chromium.js'
import { createFolder, createTarball, extractTarball, removeFolders } from '../unit/bundle/packed.js'
import { type Fixture, migrateApp, type Pair, type PublishedPackage } from './apps.js'

/** What the tests of a file share. */
export interface MigrationSetup {
  /** Migrates an app with the package as it is published. */
  migrate(fixture: Fixture): Promise<Pair>
  /** Opens a browser context in English, which is closed after the test. */
  openContext(options: BrowserContextOptions): Promise<BrowserContext>
}

/** Packs the package and starts a browser before the tests of a file, and removes both after them. */
export function setUpMigration(): MigrationSetup {
  let browser: Browser
  let latchkey: PublishedPackage
  const contexts: BrowserContext[] = []

  beforeAll(async () => {
    const [folder, tarball] = [await createFolder(), await createTarball()]
    await extractTarball(tarball, folder)
    latchkey = { folder: join(folder, 'node_modules/latchkey'), tarball }
    browser = await startChromium()
    return async () => {
      await browser.close()
      await removeFolders()
    }
  })

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
  })

  return {
    migrate: fixture => migrateApp(fixture, latchkey),
    async openContext(options) {
      const context = await browser.newContext({ locale: 'en', ...options })
      context.setDefaultTimeout(30_000)
      contexts.push(context)
      return context
    },
  }
}
