/**
 * docs/conformance.md as text. It is read as well as written, so that a check that is too quick to ask Vitest can still
 * see whether the page and the rules say the same.
 *
 * @module
 */
import { pendingWork } from './rules.js'

/** Where the page lies. */
export const pagePath = 'docs/conformance.md'

const introduction = `# What holds each rule

Every rule that the contract states, in our own words, with the test that fails when the rule is broken. The page is made by
\`npm run conformance\` from \`test/conformance/rules/\`; a rule without a test fails that command, and \`npm test\` too, which
also wants each of these tests to have run and passed.

Whether a test really holds its rule is tried by breaking the rule: \`npm run conformance -- --break --seed 1\` takes thirty
rules, makes the change in \`src/\` that is written beside the rule, in a copy of this tree, and expects the named test to fail.`

/** The page for these parts; `held` has the test of each rule by its id. */
export function renderPage(parts, held) {
  const rules = parts.flatMap(({ rules }) => rules)
  const tested = rules.filter(({ test }) => test).length
  const breakable = rules.filter(rule => rule.break).length
  const counts = `${tested} rules are held by a test, ${breakable} of them with a break; ${rules.length - tested} are not there yet.`
  const sections = parts.map(part => renderTestedSection(part, held))
  return `${[introduction, counts, ...sections, renderPendingSection(rules)].filter(Boolean).join('\n\n')}\n`
}

function renderTestedSection({ part, rules }, held) {
  const rows = rules
    .filter(({ id }) => held.has(id))
    .map(({ id, rule }) =>
      renderRow([`\`${id}\``, escapeCell(rule), escapeCell(held.get(id).name), `\`${held.get(id).file}\``]),
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
    '## Not yet',
    '',
    'No test holds these, for what they are about is not built.',
    '',
    ...renderTable(['', 'rule', 'comes with'], rows),
  ]
  return lines.join('\n')
}

function renderTable(names, rows) {
  return [renderRow(names), renderRow(names.map(() => '---')), ...rows]
}

function renderRow(cells) {
  return `| ${cells.join(' | ')} |`
}

function escapeCell(text) {
  return text.replaceAll('|', '\\|').replaceAll('<', '\\<')
}

/** The test that a page names for each rule: what {@link renderPage} needs to write it again. */
export function parsePage(text) {
  const rows = text.matchAll(/^\| `([^`]+)` \| .* \| (.*) \| `([^`]+)` \|$/gm)
  return new Map([...rows].map(([, id, name, file]) => [id, { name: parseCell(name), file }]))
}

function parseCell(text) {
  return text.replaceAll('\\|', '|').replaceAll('\\<', '<')
}
