/**
 * Verifies docs/reference/configuration.md: every option has a description, every example shows its options, every error class has a fix, no
 * anchor disappeared, and the page is current.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildConfigurationPage, pagePath } from './configuration.js'
import { runAsGate } from './shared/gate.js'

/** Finds faults of the reference below `root`, and whether the page is outdated. */
export async function checkConfiguration(root) {
  const { text, faults } = await buildConfigurationPage(root)
  if (faults.length > 0) return faults
  const path = join(root, pagePath)
  return existsSync(path) && readFileSync(path, 'utf8') === text
    ? []
    : [`${pagePath} is outdated: run npm run configuration.`]
}

await runAsGate(import.meta.url, checkConfiguration)
