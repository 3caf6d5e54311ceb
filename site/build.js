/**
 * Builds the documentation site into `site/dist` (`npm run docs:build`). Installs VitePress if it is missing.
 *
 * @module
 */
import { installDependencies } from '../tools/setup.js'
import { isMainModule } from '../tools/shared/gate.js'
import { writePlainText } from './lib/plain-text.js'
import { folders, readSettings } from './lib/settings.js'
import { clearPages, stagePages } from './lib/stage-pages.js'

/** Builds the site. @returns its folder */
export async function buildSite() {
  await installDependencies(folders.site)
  clearPages()
  const pages = stagePages()
  const { build } = await import('vitepress')
  await build(folders.site)
  writePlainText(pages, { built: folders.built, settings: readSettings() })
  return folders.built
}

if (isMainModule(import.meta.url)) {
  const startedAt = performance.now()
  const folder = await buildSite()
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`Built the site in ${seconds} s: ${folder}`)
}
