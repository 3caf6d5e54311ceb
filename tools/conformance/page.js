/**
 * Renders and parses docs/conformance.md. The page is parsed to compare it with the rules without running Vitest.
 *
 * @module
 */
import { pendingWork } from './rules.js'

/** Path of the page. */
export const pagePath = 'docs/conformance.md'

const introduction = `# Rules and their tests

Every rule of the contract, with the test that fails if the rule is broken. \`npm run conformance\` generates this page from
\`test/conformance/rules/\`. It fails if a rule has no test. \`npm test\` fails too, and requires that each of these tests ran and passed.

\`npm run conformance -- --break --seed 1\` verifies the tests: it breaks thirty rules in a copy of the tree, by the change in \`src/\`
that belongs to each rule, and expects the test to fail.`

/** Renders the page. `testsByRule` contains the test of each rule by its id. */
export function renderPage(parts, testsByRule) {
  const rules = parts.flatMap(({ rules }) => rules)
  const tested = rules.filter(({ test }) => test).length
  const breakable = rules.filter(rule => rule.break).length
  const counts = `${tested} rules have a test, ${breakable} of them with a break. ${rules.length - tested} have no test yet.`
  const sections = parts.map(part => renderTestedSection(part, testsByRule))
  return `${[introduction, counts, ...sections, renderPendingSection(rules)].filter(Boolean).join('\n\n')}\n`
}

function renderTestedSection({ part, rules }, testsByRule) {
  const rows = rules
    .filter(({ id }) => testsByRule.has(id))
    .map(({ id, rule }) =>
      renderRow([
        `\`${id}\``,
        escapeCell(rule),
        escapeCell(testsByRule.get(id).name),
        `\`${testsByRule.get(id).file}\``,
      ]),
    )
  return rows.length === 0
    ? ''
    : [`## ${part}`, '', ...renderTable(['', 'rule', 'test', 'file'], rows)].join('\n')
}

function renderPendingSection(rules) {
  const later = rules.filter(rule => rule.later)
  if (later.length === 0) return ''
  const rows = later.map(({ id, rule, later }) =>
    renderRow([`\`${id}\``, escapeCell(rule), pendingWork[later]]),
  )
  const lines = [
    '## Not yet implemented',
    '',
    'These rules have no test, because the feature does not exist yet.',
    '',
    ...renderTable(['', 'rule', 'feature'], rows),
  ]
  return lines.join('\n')
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

/** Parses the test of each rule from the page, as input for {@link renderPage}. */
export function parsePage(text) {
  const rows = text.matchAll(/^\| `([^`]+)` \| .* \| (.*) \| `([^`]+)` \|$/gm)
  return new Map([...rows].map(([, id, name, file]) => [id, { name: parseCell(name), file }]))
}

function parseCell(text) {
  return text.replaceAll('\\|', '|').replaceAll('\\<', '<')
}
