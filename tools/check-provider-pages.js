/**
 * The pages of the providers are made of the catalogue, and a page that nobody made anew tells of the provider as it was.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildProviderPages, pagesFolder } from './provider-pages.js'
import { runAsGate } from './shared/gate.js'

/** What is wrong with the pages below `root`. */
export async function checkProviderPages(root) {
  const pages = await buildProviderPages(root)
  const folder = join(root, pagesFolder)
  const existing = existsSync(folder) ? readdirSync(folder) : []
  const stale = [...pages].filter(
    ([name, text]) => !existing.includes(name) || readFileSync(join(folder, name), 'utf8') !== text,
  )
  const extra = existing.filter(name => !pages.has(name))
  return [...stale.map(([name]) => name), ...extra].map(
    name => `${pagesFolder}/${name} is stale: run npm run build and node tools/provider-pages.js.`,
  )
}

await runAsGate(import.meta.url, checkProviderPages)
