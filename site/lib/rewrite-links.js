/**
 * Rewrites the links of a page, which are relative to its file in the repository. A link to a page of the site becomes relative to its new
 * place, a link to an image gets a copy of the image, and a link to another file goes to the repository.
 *
 * @module
 */
import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { splitFences } from '../../tools/docs/markdown.js'

/** Folder of copied images, in the folder of pages. */
const imageFolder = '_images'
const image = /\.(svg|png|webp|jpe?g)$/i

/**
 * Rewrites the links outside of code.
 *
 * @param page `{ file, path, text }`: the file in the repository, the file of the site, and its Markdown
 * @param site `{ root, pages, repository }`, with the map of `listPages`
 * @returns `{ text, images }`, with the images as `[file in the repository, file of the site]`
 */
export function rewriteLinks({ file, path, text }, site) {
  const images = []
  const resolve = target => {
    const { result, copied } = resolveTarget(target, { file, path }, site)
    if (copied) images.push(copied)
    return result
  }
  const lines = text.split('\n')
  const { prose } = splitFences(lines)
  const rewritten = lines.map((line, index) => (prose[index] === '' ? line : rewriteLine(line, resolve)))
  return { text: rewritten.join('\n'), images }
}

/** Code spans match first, so that what looks like a link inside them stays. */
const linkPattern =
  /(`+)[^`]+?\1(?!`)|(!?)\[((?:`[^`]*`|[^\][`])*)\]\(([^()\s]+)\)|(src|srcset|href)="([^"]+)"/g

function rewriteLine(line, resolve) {
  return line.replace(linkPattern, (match, _, mark, label, target, attribute, value) => {
    if (attribute) return `${attribute}="${resolve(value) ?? value}"`
    if (target === undefined) return match
    const resolved = resolve(target)
    return resolved === null ? label : `${mark}[${label}](${resolved})`
  })
}

function resolveTarget(target, { file, path }, { root, pages, repository }) {
  if (/^([a-z][a-z\d+.-]*:|#|\/)/i.test(target)) return { result: target }
  const [relative, anchor] = target.split('#')
  const wanted = posix.join(posix.dirname(file), decodeURI(relative)).replace(/\/$/, '')
  const page = pages.get(wanted) ?? pages.get(`${wanted}/README.md`)
  const end = anchor === undefined ? '' : `#${anchor}`
  if (page) return { result: `${toRelative(path, page)}${end}` }
  if (image.test(wanted) && existsSync(join(root, wanted))) {
    const copy = `${imageFolder}/${wanted}`
    return { result: toRelative(path, copy), copied: [wanted, copy] }
  }
  if (!repository || !existsSync(join(root, wanted))) return { result: null }
  const kind = statSync(join(root, wanted)).isDirectory() ? 'tree' : 'blob'
  return { result: `${repository}/${kind}/HEAD/${wanted}${end}` }
}

function toRelative(from, to) {
  const relative = posix.relative(posix.dirname(from), to)
  return relative.startsWith('.') ? relative : `./${relative}`
}
