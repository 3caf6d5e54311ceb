/**
 * Verifies that the generated provider pages are current: generates them again and compares.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildProviderPages, pagesFolder } from './provider-pages.js'
import { runAsGate } from './shared/gate.js'

/** Finds outdated provider pages below `root`. */
export async function checkProviderPages(root) {
  const pages = await buildProviderPages(root)
  const folder = join(root, pagesFolder)
  const existing = existsSync(folder) ? readdirSync(folder) : []
  const stale = [...pages].filter(
    ([name, text]) => !existing.includes(name) || readFileSync(join(folder, name), 'utf8') !== text,
  )
  const extra = existing.filter(name => !pages.has(name))
  return [...stale.map(([name]) => name), ...extra].map(
    name => `${pagesFolder}/${name} is outdated: run npm run build and node tools/provider-pages.js.`,
  )
}

await runAsGate(import.meta.url, checkProviderPages)
