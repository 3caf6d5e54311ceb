/**
 * `exports` in package.json is the one list of what is public. The gates and the tests read it here, so no second list
 * can fall behind: a subpath that is added is checked, measured and importable by its public name in tests at once.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { listFiles } from './source-tree.js'

const sourceCondition = 'latchkey-source'

export function readManifest(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}

/**
 * The public modules, wildcards expanded to the files they match and `null` targets left out. `pattern` is the key in
 * package.json, `subpath` what it stands for, `source`, `types` and `target` are files relative to `root`.
 */
export function readSubpaths(root) {
  const { name, exports } = readManifest(root)
  return readEntries(exports).flatMap(entry => expandWildcard(root, name, entry, exports))
}

/** The keys of `exports` that lead to code, each with its three targets. */
export function readEntries(exports) {
  return Object.entries(exports)
    .filter(([, target]) => target?.[sourceCondition])
    .map(([pattern, target]) => ({
      pattern,
      source: posix.normalize(target[sourceCondition]),
      types: posix.normalize(target.types ?? ''),
      target: posix.normalize(target.default ?? ''),
    }))
}

function expandWildcard(root, name, entry, exports) {
  if (!entry.pattern.includes('*')) return [fillWildcard(name, entry, '')]
  const [before, after] = entry.source.split('*')
  return listFiles(root, posix.dirname(`${before}x`), /\.tsx?$/)
    .filter(path => path.startsWith(before) && path.endsWith(after))
    .map(path => fillWildcard(name, entry, path.slice(before.length, path.length - after.length)))
    .filter(({ subpath }) => !isOverridden(subpath, entry.pattern, exports))
}

function fillWildcard(name, { pattern, source, types, target }, star) {
  const subpath = pattern.replace('*', star)
  return {
    pattern,
    subpath,
    specifier: posix.join(name, subpath),
    source: source.replace('*', star),
    types: types.replace('*', star),
    target: target.replace('*', star),
  }
}

/** A longer key wins over the wildcard, as it does in Node. */
function isOverridden(subpath, pattern, exports) {
  return Object.keys(exports).some(key => {
    if (!key.includes('*')) return key === subpath
    return key.length > pattern.length && subpath.startsWith(key.slice(0, key.indexOf('*')))
  })
}

/** Vite aliases that lead every public name to its source, wildcards included. */
export function buildSourceAliases(root) {
  const { name, exports } = readManifest(root)
  return readEntries(exports).map(({ pattern, source }) => ({
    find: new RegExp(`^${escapePattern(posix.join(name, pattern)).replace('\\*', '(.+)')}$`),
    replacement: join(root, source.replace('*', '$1')),
  }))
}

function escapePattern(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
