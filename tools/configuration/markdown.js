/**
 * Renders the parts of a Markdown page.
 *
 * @module
 */

/** Renders a table. The cells are Markdown. */
export function renderTable(columns, rows) {
  return [columns, columns.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

/** Renders text as code inside a table cell. */
export function code(text) {
  const escaped = text.replaceAll('|', '\\|')
  return escaped.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``
}

/** Escapes what would end a table cell, or start a tag, outside of code. */
export function escapeCell(text) {
  return text
    .split(/(`+[^`]*`+)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/<(?!br>)/g, '&lt;').replace(/(?<!\\)\|/g, '\\|'),
    )
    .join('')
}

/** Joins phrases: `a, b and c`. */
export function listAnd(phrases) {
  return phrases.length < 2 ? phrases.join('') : `${phrases.slice(0, -1).join(', ')} and ${phrases.at(-1)}`
}

/** Returns the anchor of a heading. */
export function toSlug(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
