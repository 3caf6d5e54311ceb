/**
 * The findings of an audit.
 *
 * @module
 */
import { posix } from 'node:path'
import { createTestColumns, formatCode } from '../page.js'
import { findMissingFiles } from '../registry.js'

const data = 'test/findings/findings.json'

/**
 * The data are findings, `{ id, finding, fixedBy }` with one of these:
 *
 * - `test`, the title of a test that fails before the commit `fixedBy`
 * - `file`, if the tests of the file need packages that not every run installs
 * - `documentedIn`, the section, relative to the page, that says why it cannot be fixed and what to do
 */
export const findings = {
  name: 'findings',
  page: 'docs/project/findings.md',
  data,
  noun: 'findings',
  fields: {
    id: { required: true },
    finding: { required: true },
    fixedBy: { required: true, pattern: /^[\da-f]{7,40}$/ },
    test: {},
    file: {},
    documentedIn: {},
  },
  outcomes: ['test', 'file', 'documentedIn'],
  listEntries: findings => findings,
  findEntryFaults: ({ file, documentedIn }, { root }) =>
    findMissingFiles(
      root,
      [file, documentedIn && posix.join('docs/project', documentedIn.split('#')[0])].filter(Boolean),
    ),
  describePage: ({ entries }) => ({ introduction, sections: [{ columns, entries }] }),
}

const columns = [
  ['finding', ({ id }) => formatCode(id)],
  ['what was found', ({ finding }) => finding],
  ['fixed by', ({ fixedBy }) => formatCode(fixedBy)],
  ...createTestColumns(({ documentedIn }) =>
    documentedIn ? `None. [Documented](${documentedIn}) with what to do.` : 'The tests of this file.',
  ),
]

const introduction = `# Findings of an audit

What an audit of the sources found, by severity, and the test of each. The test fails if you check out the commit in the column "fixed by" and
then the sources before it (\`git checkout <commit>~1 -- src\`). \`npm run findings\` generates this page from \`${data}\`. It fails if a test does not exist.
\`npm test\` fails too, and requires that each of these tests ran and passed.`
