/**
 * Verifies the packed package with publint. The tests run in this folder, where every file exists, but users get the tarball of
 * `npm pack`. A target that is not built or not in `files`, or an unreachable condition, would break users and no test.
 *
 * @module
 */
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { runAsGate } from './shared/gate.js'

/** Runs publint on the package that `root` would publish and returns all messages, including suggestions. */
export async function checkPackaging(root) {
  const { messages, pkg } = await publint({ pkgDir: root, pack: 'npm', strict: true })
  return messages.map(message => formatMessage(message, pkg, { color: false }))
}

await runAsGate(import.meta.url, checkPackaging)
