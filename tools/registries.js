/**
 * Writes the page of a registry, and fails if an entry is invalid or names a test that does not exist:
 *
 *     npm run advisories             # each registry has a script with its name
 *     npm run advisories -- --check  # only reports whether the page is outdated
 *
 * Vitest has to load every test file to list the titles, which is too slow for `npm run check`. There, `check-registries.js` verifies
 * everything else. `npm test` knows the titles and verifies them.
 *
 * @module
 */
import { parseArgs } from 'node:util'
import { registries } from './registries/definitions.js'
import { updatePage } from './registries/verify.js'
import { isMainModule, projectRoot } from './shared/gate.js'

/** Writes the page of the registry with this name, or only compares it. Prints each fault as a line on stderr. */
export async function writePage(name, isCheck) {
  const registry = registries.find(each => each.name === name)
  if (!registry) throw new Error(`Name a registry: ${registries.map(each => each.name).join(', ')}.`)
  const faults = await updatePage(projectRoot, registry, { isCheck })
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`${registry.page} is current.`)
}

if (isMainModule(import.meta.url)) {
  const options = { check: { type: 'boolean', default: false } }
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  await writePage(positionals[0], values.check)
}
