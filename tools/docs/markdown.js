/**
 * Parses the parts of Markdown that the docs gate requires: fenced blocks with their line, links, and headings with their
 * anchors on GitHub.
 *
 * @module
 */

const fencePattern = /^\s*(`{3,}|~{3,})\s*(.*)$/

/** Splits lines into fenced blocks, `{ info, line, code }`, and prose, in which the lines of blocks are empty. */
export function splitFences(lines) {
  const blocks = []
  const prose = []
  let open
  for (const [index, line] of lines.entries()) {
    const mark = line.match(fencePattern)
    prose.push(open || mark ? '' : line)
    if (!open && mark) {
      open = { mark: mark[1], info: mark[2].trim(), line: index + 1, code: [] }
      blocks.push(open)
    } else if (open && isClosingFence(mark, open)) open = undefined
    else if (open) open.code.push(line)
  }
  return { blocks, prose }
}

function isClosingFence(mark, open) {
  return mark?.[1].startsWith(open.mark) && !mark[2]
}

/** Extracts the fenced blocks in the doc comments of a source file. */
export function extractDocBlocks(text) {
  return [...text.matchAll(/^[ \t]*\/\*\*[\s\S]*?\*\//gm)].flatMap(({ 0: comment, index }) => {
    const above = text.slice(0, index).split('\n').length - 1
    const lines = comment.split('\n').map(line => line.replace(/^\s*\* ?/, ''))
    return splitFences(lines).blocks.map(block => ({ ...block, line: block.line + above }))
  })
}

/** Extracts the targets of links and images, `{ target, line }`, without code spans. */
export function extractLinks(prose) {
  return prose.flatMap((text, index) => {
    const plain = text.replace(/`[^`]*`/g, '')
    const inline = plain.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)
    const defined = plain.matchAll(/^\s*\[[^\]]+\]:\s*<?([^\s>]+)/g)
    return [...inline, ...defined].map(([, target]) => ({ target, line: index + 1 }))
  })
}

/** Extracts the anchors of a page. */
export function extractAnchors(prose) {
  const counts = new Map()
  return prose.flatMap(line => {
    const title = line.match(/^#{1,6}\s+(.*?)\s*#*$/)?.[1]
    const named = [...line.matchAll(/\b(?:id|name)="([^"]+)"/g)].map(match => match[1])
    return title === undefined ? named : [...named, dedupeAnchor(toSlug(title), counts)]
  })
}

function toSlug(title) {
  const text = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
}

/** Adds `-1`, `-2` and so on to the anchors of further headings with the same name. */
function dedupeAnchor(name, counts) {
  const count = counts.get(name) ?? 0
  counts.set(name, count + 1)
  return count === 0 ? name : `${name}-${count}`
}
