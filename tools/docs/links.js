/**
 * Finds dead links in the documentation.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { extractAnchors, extractLinks } from './markdown.js'

/** Finds relative links of `pages`, each `{ path, prose }`, to a missing file or heading. */
export function findDeadLinks(root, pages) {
  const anchors = new Map(pages.map(({ path, prose }) => [path, new Set(extractAnchors(prose))]))
  return pages.flatMap(({ path, prose }) =>
    extractLinks(prose)
      .filter(({ target }) => !isExternal(target) && !isResolvable(root, anchors, path, target))
      .map(({ target, line }) => `${path}:${line} links to ${target}, which does not exist.`),
  )
}

function isExternal(target) {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target)
}

function isResolvable(root, anchors, from, target) {
  const [file, anchor] = decodeURI(target).split('#')
  const path = file ? posix.join(posix.dirname(from), file) : from
  if (!existsSync(join(root, path))) return false
  return anchor === undefined || !anchors.has(path) || anchors.get(path).has(anchor)
}
