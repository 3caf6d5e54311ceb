/**
 * The tests run in this folder, where every file is there; users get what `npm pack` puts into the tarball, by the paths
 * that package.json gives. A target that was not built or not listed in `files`, or a condition that stands behind one
 * that always wins, breaks every user at once and not a single test. So publint reads the package as it would be sent.
 *
 * @module
 */
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { runAsGate } from './shared/gate.js'

/** What publint finds in the package that `root` would publish, its suggestions included. */
export async function checkPackaging(root) {
  const { messages, pkg } = await publint({ pkgDir: root, pack: 'npm', strict: true })
  return messages.map(message => formatMessage(message, pkg, { color: false }))
}

await runAsGate(import.meta.url, checkPackaging)
