/**
 * Verifies the documentation: every public name has a doc comment, every TypeScript or JavaScript example compiles against the code,
 * every relative link has a target, every page is listed in an index, and the names of code in prose exist. Installs the packages of frameworks before, which examples import.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findUnknownCodeNames } from './docs/code-names.js'
import { findUndocumented } from './docs/docstrings.js'
import { findDeadLinks, findUnlistedPages } from './docs/links.js'
import { extractDocBlocks, splitFences } from './docs/markdown.js'
import { compileSnippets } from './docs/snippets.js'
import { installLinkedPackages } from './linked-packages.js'
import { runAsGate } from './shared/gate.js'
import { listFiles, readSources } from './shared/source-tree.js'

/** Finds faults of the Markdown pages and doc comments below `root`. */
export function checkDocs(root) {
  const pages = listFiles(root, '.', /\.md$/).map(path => readPage(root, path))
  const sources = readSources(root)
  const comments = sources.map(({ path, text }) => ({ path, blocks: extractDocBlocks(text) }))
  return [
    ...findUndocumented(root),
    ...compileSnippets(root, [...pages.filter(({ path }) => isManual(path)), ...comments]),
    ...findDeadLinks(root, pages),
    ...findUnlistedPages(pages),
    ...findUnknownCodeNames(root, pages, sources),
  ]
}

function readPage(root, path) {
  return { path, ...splitFences(readFileSync(join(root, path), 'utf8').split('\n')) }
}

/** Other pages belong to folders with a package.json of their own, whose packages an example may import. */
function isManual(path) {
  return path === 'README.md' || path.startsWith('docs/')
}

await runAsGate(import.meta.url, async root => {
  await installLinkedPackages(root)
  return checkDocs(root)
})
