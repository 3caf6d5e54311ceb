/**
 * A generated file that is committed goes stale without anybody noticing: the source is mended, or the library updated,
 * and visitors still get the old script. So it is made anew here and held against the one that is there.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPasskeyScript, scriptPath } from './passkey-script.js'
import { runAsGate } from './shared/gate.js'

/** What is wrong with the passkey script below `root`. */
export async function checkPasskeyScript(root) {
  const path = join(root, scriptPath)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  try {
    const isCurrent = text === (await buildPasskeyScript(root))
    return isCurrent ? [] : [`${scriptPath} is stale: run node tools/passkey-script.js.`]
  } catch (error) {
    return [`${scriptPath} cannot be made: ${error.message}`]
  }
}

await runAsGate(import.meta.url, checkPasskeyScript)
