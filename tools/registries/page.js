/**
 * Renders and parses the page of a registry. The page is parsed to compare it with the data without running Vitest.
 *
 * @module
 */

/**
 * Renders a page: `introduction`, `counts`, and `sections` with `heading`, `note`, `columns` and `entries`. A column is
 * `[name, render]`, and `render(entry, test)` returns the text of a cell. Sections without entries are left out.
 */
export function renderPage({ introduction, counts, sections }, testsById) {
  const parts = [introduction, counts, ...sections.map(section => renderSection(section, testsById))]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function renderSection({ heading, note, columns, entries }, testsById) {
  const rows = entries.map(entry =>
    renderRow(columns.map(([, render]) => escapeCell(String(render(entry, testsById.get(entry.id)))))),
  )
  const names = columns.map(([name]) => name)
  return rows.length > 0
    ? [heading && `## ${heading}`, note, renderTable(names, rows).join('\n')].filter(Boolean).join('\n\n')
    : ''
}

/** Returns the columns with the title and the file of a test. `describeMissing` returns the first one for an entry without a test. */
export function createTestColumns(describeMissing = () => '') {
  return [
    ['test', (entry, test) => test?.name ?? describeMissing(entry)],
    ['file', ({ file }, test) => formatCode(test?.file ?? file) || '–'],
  ]
}

/** Formats a text as code. */
export function formatCode(text) {
  return text ? `\`${text}\`` : ''
}

/** Renders the lines of a table. */
export function renderTable(names, rows) {
  return [renderRow(names), renderRow(names.map(() => '---')), ...rows]
}

/** Renders a row of cells. */
export function renderRow(cells) {
  return `| ${cells.join(' | ')} |`
}

/** Escapes a text for a cell. */
export function escapeCell(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '\\<')
}

/** Parses the test of each entry from a page, as input for {@link renderPage}. */
export function parseTests(text) {
  const rows = text.matchAll(/^\| `([^`]+)` \| .* \| (.*) \| `([^`]+)` \|$/gm)
  return new Map([...rows].map(([, id, name, file]) => [id, { name: parseCell(name), file }]))
}

function parseCell(text) {
  return text.replaceAll('\\|', '|').replaceAll('\\<', '<')
}

/** Replaces the text between the markers of `npm run <name>` in the page at `path`. */
export function replaceMarked(page, text, { name, path }) {
  const [begin, end] = ['begin', 'end'].map(place => `<!-- made by npm run ${name}: ${place} -->`)
  const [head, rest] = page.split(begin)
  const [, tail] = rest?.split(end) ?? []
  if (tail === undefined) throw new Error(`${path} must contain the lines "${begin}" and "${end}".`)
  return `${head}${begin}\n\n${text}\n\n${end}${tail}`
}
