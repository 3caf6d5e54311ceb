/**
 * Generates the reference of all options: docs/reference/configuration.md. It is read from the types, their doc comments, the error classes, and
 * the calls that a test recorded.
 *
 * `npm run configuration` writes it, and adds new entries to `since.json`. `check-configuration.js` verifies that it is current.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReference, sincePath } from './configuration/read-reference.js'
import { renderPage } from './configuration/render-page.js'
import { isMainModule, projectRoot } from './shared/gate.js'

/** The page. */
export const pagePath = 'docs/reference/configuration.md'

/** Reads the reference below `root` and renders the page: `{ text, faults }`. */
export async function buildConfigurationPage(root) {
  const reference = await readReference(root)
  return { text: reference.faults.length > 0 ? '' : renderPage(reference), faults: reference.faults }
}

/** Adds the entries that `since.json` lacks to the current version. */
async function writeSince(root) {
  const { anchors, since, version } = await readReference(root)
  const listed = Object.values(since).flat()
  const added = anchors.filter(anchor => !listed.includes(anchor))
  if (added.length === 0) return
  const extended = { ...since, [version]: [...(since[version] ?? []), ...added] }
  writeFileSync(join(root, sincePath), `${JSON.stringify(extended, null, 2)}\n`)
}

async function writePage() {
  await writeSince(projectRoot)
  const { text, faults } = await buildConfigurationPage(projectRoot)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else writeFileSync(join(projectRoot, pagePath), text)
}

if (isMainModule(import.meta.url)) await writePage()
