/**
 * Writes what language models read: each page as plain Markdown beside its HTML, `llms.txt` with a line for each page, and `llms-full.txt`
 * with the text of the pages that an app needs.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { renderStartMarkdown } from './start-markdown.js'

const summary =
  'Latchkey is a TypeScript authentication library: OAuth 2, OpenID Connect, email, passkeys and passwords, with sessions in an encrypted ' +
  'cookie or a database. It implements the Auth.js v5 contract.'

/** Sections of `llms.txt`, by the first folder of a page. The full text has those that are needed to build an app. */
const sections = [
  {
    title: 'Start',
    folders: ['index.md', 'start.md', 'contents.md', 'differences.md', 'security.md'],
    isFull: true,
  },
  { title: 'Guides', folders: ['guides'], isFull: true },
  { title: 'Frameworks and runtimes', folders: ['frameworks'], isFull: true },
  { title: 'Recipes', folders: ['recipes'], isFull: true },
  { title: 'Reference', folders: ['reference'], isFull: true },
  { title: 'Errors and warnings', folders: ['errors'], isFull: false },
  { title: 'Comparisons', folders: ['comparisons'], isFull: false },
  { title: 'Providers', folders: ['providers'], isFull: false },
  {
    title: 'Optional',
    folders: ['examples', 'bench', 'project', 'changelog.md', 'architecture.md'],
    isFull: false,
  },
]

/** Writes the files into the folder `built`. `settings` are those of `readSettings`. */
export function writePlainText(pages, { built, settings }) {
  const plain = pages.map(page => ({ ...page, text: addAddress(replaceForm(page), settings) }))
  for (const { path, text } of plain) writeText(join(built, path), text)
  writeText(join(built, 'llms.txt'), renderList(plain, settings))
  writeText(join(built, 'llms-full.txt'), renderFullText(plain, settings))
}

function writeText(target, text) {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, `${text.trim()}\n`)
}

/** The form of the start page needs a browser. */
function replaceForm(page) {
  return { ...page, text: page.text.replace('<StartFiles />', () => renderStartMarkdown()) }
}

/** Without an address, links stay relative to the page. */
function addAddress({ path, text }, { address }) {
  if (!address) return text
  return text.replace(/\]\((\.{1,2}\/[^)\s]*)\)/g, (_, target) => {
    return `](${address}/${posix.join(posix.dirname(path), target)})`
  })
}

function renderList(pages, { address, version }) {
  const prefix = address ? `${address}/` : ''
  const lines = sections.flatMap(section => {
    const found = selectPages(pages, section)
    if (found.length === 0) return []
    const items = found.map(page => `- [${readTitle(page)}](${prefix}${page.path})${describePage(page)}`)
    return [`\n## ${section.title}\n`, ...items]
  })
  return [
    '# Latchkey',
    `\n> ${summary}`,
    `\nVersion ${version}. [llms-full.txt](${prefix}llms-full.txt) has the guides, frameworks, recipes and the reference in one file.`,
    ...lines,
  ].join('\n')
}

function renderFullText(pages, { address, version }) {
  const prefix = address ? `${address}/` : '/'
  const texts = sections
    .filter(({ isFull }) => isFull)
    .flatMap(section => selectPages(pages, section))
    .map(({ path, text }) => `<!-- ${prefix}${path} -->\n\n${text.trim()}`)
  return [`# Latchkey ${version}`, summary, ...texts].join('\n\n')
}

function selectPages(pages, section) {
  return section.folders.flatMap(name => pages.filter(({ path }) => path.split('/')[0] === name))
}

function readTitle({ path, text }) {
  return /^# (.+)$/m.exec(text)?.[1].replaceAll('`', '') ?? path
}

/** The first sentence of the page, in at most 160 characters. */
function describePage({ text }) {
  const paragraph = text
    .replace(/^# .+$/m, '')
    .split('\n\n')
    .map(part => part.trim().replace(/\s+/g, ' '))
    .find(part => /^[A-Z`[]/.test(part))
  const sentence = paragraph?.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').match(/^.*?[.:](?= |$)/)?.[0]
  return sentence && sentence.length <= 160 ? `: ${sentence.replace(/[.:]$/, '')}` : ''
}
