/**
 * Verifies the packed package with publint, and that the links of its Markdown pages lead to packed files. The tests run in this folder, where every file exists, but users get the tarball of
 * `npm pack`. A target that is not built or not in `files`, or an unreachable condition, would break users and no test.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { extractLinks, splitFences } from './docs/markdown.js'
import { runAsGate } from './shared/gate.js'
import { listFiles } from './shared/source-tree.js'
import { readManifest, sourceCondition } from './shared/subpaths.js'

/** Runs publint on the package that `root` would publish and returns all messages, including suggestions. */
export async function checkPackaging(root) {
  const { messages, pkg } = await publint({ pkgDir: root, pack: 'npm', strict: true })
  return [
    ...messages.filter(isForUsers).map(message => formatMessage(message, pkg, { color: false })),
    ...findUnpackedLinks(root),
  ]
}

/** The condition of this repository leads to the sources, which are not packed. */
function isForUsers({ path }) {
  return path.at(-1) !== sourceCondition
}

/** Folders and files that are not packed. Links to them work in the repository only, as the README says. */
const repositoryOnly = /^(?:bench|docs|examples|test|tools)(?:\/|$)|^CONTRIBUTING\.md$/

/** npm packs these with any `files`. */
const alwaysPacked = ['README.md', 'LICENSE', 'package.json']

/** Finds links of packed pages to files that are not packed. */
function findUnpackedLinks(root) {
  const packed = [...alwaysPacked, ...readManifest(root).files]
  const isPacked = path => packed.some(entry => path === entry || path.startsWith(`${entry}/`))
  const pages = listFiles(root, '.', /\.md$/).filter(isPacked)
  return pages.flatMap(page =>
    listTargets(root, page)
      .filter(target => existsSync(join(root, target)) && !isPacked(target) && !repositoryOnly.test(target))
      .map(target => `${page} links to ${target}, which is not packed. Add it to \`files\`.`),
  )
}

/** Lists the relative links of a page as paths below `root`. */
function listTargets(root, page) {
  const { prose } = splitFences(readFileSync(join(root, page), 'utf8').split('\n'))
  return extractLinks(prose)
    .map(({ target }) => target.split('#')[0])
    .filter(target => target && !/^[a-z][a-z0-9+.-]*:/i.test(target))
    .map(target => posix.join(posix.dirname(page), target))
}

await runAsGate(import.meta.url, checkPackaging)
