/**
 * Verifies that the committed passkey script is current: generates it again and compares. Otherwise a change of the source or
 * an update of the library would not reach the sign-in page.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPasskeyScript, scriptPath } from './passkey-script.js'
import { runAsGate } from './shared/gate.js'

/** Finds faults of the passkey script below `root`. */
export async function checkPasskeyScript(root) {
  const path = join(root, scriptPath)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  try {
    const isCurrent = text === (await buildPasskeyScript(root))
    return isCurrent ? [] : [`${scriptPath} is outdated: run node tools/passkey-script.js.`]
  } catch (error) {
    return [`${scriptPath} cannot be generated: ${error.message}`]
  }
}

await runAsGate(import.meta.url, checkPasskeyScript)
