/**
 * Reads the public subpaths from `exports` in package.json, for the gates and the tests. An added subpath is thus checked,
 * measured and importable in tests at once.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { listFiles } from './list-files.js'

/** The condition of `exports` and `imports` with which the tests of this repository resolve to `src`. */
export const sourceCondition = 'latchkey-source'

export function readManifest(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}

/**
 * Reads the public modules, with wildcards expanded and without empty targets. `pattern` is the key in package.json, `subpath`
 * the expanded key. `source`, `types` and `target` are files relative to `root`.
 */
export function readSubpaths(root) {
  const { name, exports } = readManifest(root)
  return readEntries(exports).flatMap(entry => expandWildcard(root, name, entry, exports))
}

/** Reads the keys of `exports` that point to code, each with its three targets. */
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

/**
 * Returns the `typesVersions` that repeat `exports` for `moduleResolution: "node"`, which does not read `exports`. Many apps still have it.
 */
export function buildTypesVersions(exports) {
  const subpaths = readEntries(exports).filter(({ pattern }) => pattern !== '.')
  return { '*': Object.fromEntries(subpaths.map(({ pattern, types }) => [pattern.slice(2), [`./${types}`]])) }
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

/** Returns whether a longer key takes precedence over a wildcard, as in Node. */
function isOverridden(subpath, pattern, exports) {
  return Object.keys(exports).some(key => {
    if (!key.includes('*')) return key === subpath
    return key.length > pattern.length && subpath.startsWith(key.slice(0, key.indexOf('*')))
  })
}

/** Builds Vite aliases that resolve every public module to its source. */
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
