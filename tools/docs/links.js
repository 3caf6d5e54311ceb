/**
 * Finds dead links in the documentation, and pages that no index lists.
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

/** The pages that list the others of `docs`. */
const indexes = ['docs/README.md', 'docs/recipes/README.md', 'docs/providers/README.md']

/** Finds pages below `docs`, each `{ path, prose }`, to which no index links. A project without the first index has no such rule. */
export function findUnlistedPages(pages) {
  if (!pages.some(({ path }) => path === indexes[0])) return []
  const listed = new Set(
    pages
      .filter(({ path }) => indexes.includes(path))
      .flatMap(({ path, prose }) =>
        extractLinks(prose).map(({ target }) => posix.join(posix.dirname(path), target.split('#')[0])),
      ),
  )
  return pages
    .filter(({ path }) => path.startsWith('docs/') && path !== indexes[0] && !listed.has(path))
    .map(
      ({ path }) =>
        `${path} is not listed in ${indexes.find(index => posix.dirname(index) === posix.dirname(path)) ?? indexes[0]}.`,
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
