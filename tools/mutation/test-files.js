/**
 * The test files that try the mutants: the fast ones that execute the parts.
 *
 * @module
 */
import { listFiles } from '../shared/source-tree.js'

const folders = {
  unit: [
    'test/unit/checks',
    'test/unit/crypto',
    'test/unit/flows',
    'test/unit/http',
    'test/unit/sessions',
    'test/unit/testing',
    'test/unit/core',
    'test/behavior',
    'test/flows',
    'test/attacks',
    'test/relying-party',
  ],
  // With the other implementation of `#crypto`.
  'web-crypto': ['test/unit/sessions', 'test/unit/testing'],
}

/** Files that take long even without mutants. */
const slow = /resource-exhaustion|cookie-bomb|provider-timeouts|in-memory-provider/

/** Names of what the parts do. The tests with such a name are likely to kill, so they run first. */
const promising =
  /session|cookie|csrf|jwt|token|link|check|trusted|webauthn|replay|email|sign-|callback|unit\/http|proxy|rotation|pre-hijacking|form-post|cause|credentials/

/** Returns `{ project, files }` for the projects of Vitest. */
export function listTestFiles(root) {
  return Object.entries(folders).map(([project, paths]) => ({ project, files: listAll(root, paths) }))
}

function listAll(root, paths) {
  const files = paths.flatMap(path => listFiles(root, path, /\.test\.ts$/)).filter(file => !slow.test(file))
  return [...files.filter(file => promising.test(file)), ...files.filter(file => !promising.test(file))]
}

/** A mutant that is tried alone is tried by so many test files. */
const aloneLimit = 2

/** Lists the test files that execute most mutants of a source, unit tests first, because they load little else. */
export function rankTestFiles({ executed }, path) {
  const counts = new Map()
  for (const [key, files] of executed)
    if (key.startsWith(`${path} `)) for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1)
  const getRank = ([file, count]) => count + (file.startsWith('test/unit/') ? 1_000 : 0)
  const ranked = [...counts].sort((a, b) => getRank(b) - getRank(a)).map(([file]) => file)
  return ranked.slice(0, aloneLimit)
}
