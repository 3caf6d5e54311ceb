/**
 * Writes the pages of the site into the folder `.pages`: those of the project with rewritten links, and generated ones.
 *
 * @module
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '../../tools/shared/gate.js'
import { createErrorPages } from './error-pages.js'
import { rewriteLinks } from './rewrite-links.js'
import { listPages } from './routes.js'
import { folders, readSettings } from './settings.js'

const keywordsPattern = /^<!-- keywords: (.+?) -->\n*/m

/**
 * Creates all pages, without writing them.
 *
 * @returns `{ pages, images }`: pages as `{ file, path, text, keywords }`, with `file` in the repository and `path` of the site
 */
export function createPages(root = projectRoot) {
  const listed = listPages(root)
  const generated = createErrorPages(root)
  const pages = new Map([...listed, ...generated.map(({ file, path }) => [file, path])])
  const site = { root, pages, repository: readSettings(root).repository }
  const sources = [
    ...[...listed].map(([file, path]) => ({ file, path, text: readText(root, file) })),
    ...generated,
  ]
  const rewritten = sources.map(page => ({ ...page, ...rewriteLinks(page, site) }))
  return {
    pages: rewritten.map(({ file, path, text }) => ({ file, path, ...separateKeywords(text) })),
    images: new Map(rewritten.flatMap(({ images }) => images)),
  }
}

function readText(root, file) {
  return readFileSync(join(root, file), 'utf8')
}

/** Everyday words of a page stand in a comment, which readers do not see and the search index has. */
function separateKeywords(text) {
  const keywords = keywordsPattern.exec(text)?.[1] ?? ''
  return { text: text.replace(keywordsPattern, ''), keywords }
}

/** Writes the pages and their images. Unchanged files keep their time, so that a running server does not reload them. */
export function stagePages(root = projectRoot) {
  const { pages, images } = createPages(root)
  for (const { path, text, keywords } of pages) writeIfChanged(path, toSitePage(path, text, keywords))
  for (const [file, path] of images) {
    mkdirSync(dirname(join(folders.pages, path)), { recursive: true })
    copyFileSync(join(root, file), join(folders.pages, path))
  }
  return pages
}

/** Deletes the pages of an earlier build, so that a page that was removed has no remains. */
export function clearPages() {
  rmSync(folders.pages, { recursive: true, force: true })
}

function toSitePage(path, text, keywords) {
  const fields = { keywords, isWide: path.startsWith('reference/') || undefined }
  return `---\n${JSON.stringify(fields)}\n---\n\n${text}\n`
}

function writeIfChanged(path, text) {
  const target = join(folders.pages, path)
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, text)
}
