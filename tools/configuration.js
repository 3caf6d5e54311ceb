/**
 * Generates the reference of all options, docs/reference/configuration.md, and of the calls of plugins, docs/reference/plugin-calls.md. It is read from the types, their doc comments, the error classes, and
 * the calls that a test recorded.
 *
 * `npm run configuration` writes it, and adds new entries to `since.json`. `check-configuration.js` verifies that it is current.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOperations } from './configuration/read-operations.js'
import { readReference, sincePath } from './configuration/read-reference.js'
import { createTypeReader } from './configuration/read-types.js'
import { documentedPlugins, renderOperationsPage } from './configuration/render-operations.js'
import { renderPage } from './configuration/render-page.js'
import { isMainModule, projectRoot } from './shared/gate.js'

/** The page of all options. */
export const pagePath = 'docs/reference/configuration.md'

/** The page of the calls of plugins. */
export const operationsPath = 'docs/reference/plugin-calls.md'

/** Reads the reference below `root` and renders the page: `{ text, faults }`. */
export async function buildConfigurationPage(root) {
  const reference = await readReference(root)
  return { text: reference.faults.length > 0 ? '' : renderPage(reference), faults: reference.faults }
}

/** Reads the operations of the plugins below `root`, and renders their page: `{ text, faults }`. */
export function buildOperationsPage(root, plugins = documentedPlugins) {
  const reader = createTypeReader(
    root,
    plugins.map(({ file }) => file),
  )
  const read = plugins.map(plugin => ({ ...plugin, operations: readOperations(reader, plugin) }))
  const faults = read.flatMap(({ file, operations }) =>
    operations
      .filter(({ description }) => !description)
      .map(({ name }) => `${file}: the operation ${name} has no description.`),
  )
  return { text: renderOperationsPage(read), faults }
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
  const pages = {
    [pagePath]: await buildConfigurationPage(projectRoot),
    [operationsPath]: buildOperationsPage(projectRoot),
  }
  for (const [path, { text, faults }] of Object.entries(pages)) {
    for (const fault of faults) console.error(fault)
    if (faults.length > 0) process.exitCode = 1
    else writeFileSync(join(projectRoot, path), text)
  }
}

if (isMainModule(import.meta.url)) await writePage()
