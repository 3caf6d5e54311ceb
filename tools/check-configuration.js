/**
 * Verifies docs/reference/configuration.md: every option has a description, every example shows its options, every error class has a fix, no
 * anchor disappeared, every operation of a plugin has a description, and both pages are current.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildConfigurationPage, buildOperationsPage, operationsPath, pagePath } from './configuration.js'
import { runAsGate } from './shared/gate.js'

/** Finds faults of the reference below `root`, and whether the page is outdated. */
export async function checkConfiguration(root) {
  return [
    ...findPageFaults(root, pagePath, await buildConfigurationPage(root)),
    ...findPageFaults(root, operationsPath, buildOperationsPage(root)),
  ]
}

function findPageFaults(root, pagePath, { text, faults }) {
  if (faults.length > 0) return faults
  const path = join(root, pagePath)
  return existsSync(path) && readFileSync(path, 'utf8') === text
    ? []
    : [`${pagePath} is outdated: run npm run configuration.`]
}

await runAsGate(import.meta.url, checkConfiguration)
