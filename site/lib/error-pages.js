/**
 * One page for each error class and each warning code. The facts are those of docs/reference/configuration.md, which is generated from the
 * source, and of docs/guides/troubleshooting.md, whose entries are tested.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const reference = 'docs/reference/configuration.md'
const troubleshooting = 'docs/guides/troubleshooting.md'

/**
 * Creates the pages of errors and warnings, as files of `docs/errors/`, so that their links are rewritten as those of other pages.
 *
 * @returns `[{ file, path, text }]`, the index first
 */
export function createErrorPages(root) {
  const text = readFileSync(join(root, reference), 'utf8')
  const entries = readEntries(readFileSync(join(root, troubleshooting), 'utf8'))
  const errors = readRows(text, 'Error classes').map(([name, cause, fix, place, options]) => ({
    name,
    kind: 'error',
    details: [cause, fix, place, options],
  }))
  const warnings = readRows(text, 'Warning codes').map(([name, cause, fix, options]) => ({
    name,
    kind: 'warning',
    details: [cause, fix, 'Log only', options],
  }))
  const facts = [...errors, ...warnings]
  return [
    toPage('README', renderIndex(errors, warnings)),
    ...facts.map(fact => toPage(fact.name, renderFact(fact, entries))),
  ]
}

function toPage(name, text) {
  const path = name === 'README' ? 'errors/index.md' : `errors/${name}.md`
  return { file: `docs/errors/${name}.md`, path, text }
}

/** Reads the rows of the table below a heading, each as `[name, ...cells]`. Links within the page get its path. */
function readRows(text, heading) {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter(line => line.startsWith('| <a id='))
  if (rows.length === 0) throw new Error(`${reference} has no table below "${heading}".`)
  return rows.map(row => {
    const [name, ...cells] = row.slice(2, -2).split(/ (?<!\\)\| /)
    return [name.replace(/^<a id="[^"]+"><\/a>`(.+)`$/, '$1'), ...cells.map(adaptCell)]
  })
}

function adaptCell(cell) {
  return cell
    .replaceAll('](#', '](../reference/configuration.md#')
    .replace(/\]\((?!\.\.\/|https?:)([\w-]+\.md)/g, '](../reference/$1')
}

/** Reads the entries of the troubleshooting page: `{ title, text }` of each heading of level 3. */
function readEntries(text) {
  return text
    .split('\n### ')
    .slice(1)
    .map(entry => {
      const [title, ...lines] = entry.split('\n## ')[0].split('\n')
      const body = lines.join('\n').trim()
      return { title, text: body.replace(/\]\((?!\.\.\/|https?:|#)([\w-]+\.md)/g, '](../guides/$1') }
    })
}

function renderFact({ name, kind, details }, entries) {
  const [cause, fix, place, options] = details
  const pattern = kind === 'error' ? new RegExp(`\\b${name}: `) : new RegExp(`\\[${name}\\]`)
  const examples = entries.filter(({ text }) => pattern.test(text))
  const link = `../reference/configuration.md#${name.toLowerCase()}`
  return [
    `<!-- keywords: ${name}, ${splitWords(name)}, ${kind} -->`,
    `# ${kind === 'error' ? 'Error' : 'Warning'} ${name}`,
    `**Cause:** ${cause}`,
    ...(fix === '–' ? [] : [`**Fix:** ${fix}`]),
    `**Appears at:** ${place}`,
    ...(options === '–' ? [] : [`**Options:** ${options}`]),
    ...examples.map(({ title, text }) => `## ${title}\n\n${text}`),
    `See also: [all errors and warnings](README.md), [${name} in the reference](${link}), [troubleshooting](../guides/troubleshooting.md).`,
  ].join('\n\n')
}

/** `MissingCSRF` is also found as `Missing CSRF`. */
function splitWords(name) {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('-', ' ')
}

function renderIndex(errors, warnings) {
  const list = facts => facts.map(({ name, details }) => `- [\`${name}\`](${name}.md): ${details[0]}`)
  return [
    '<!-- keywords: error code, warning code, log message, error message -->',
    '# Errors and warnings',
    'Each error class and each warning code has a page with its cause and its fix. `npx latchkey explain <code>` prints the same without the ' +
      'internet. [Errors](../reference/errors.md) lists the response to each failure.',
    `## Errors\n\n${list(errors).join('\n')}`,
    `## Warnings\n\n${list(warnings).join('\n')}`,
  ].join('\n\n')
}
