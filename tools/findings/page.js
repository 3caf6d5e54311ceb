/**
 * Renders docs/findings.md.
 *
 * @module
 */
import { escapeCell, renderRow, renderTable } from '../conformance/page.js'
import { checkFindings, dataPath, listFindingRules, readFindings } from './data.js'

/** The page, as `tools/shared/tested-page.js` expects it. */
export const findingsPage = {
  path: 'docs/findings.md',
  command: 'findings',
  findFaults: root => checkFindings(root, readFindings(root)),
  listRules: root => listFindingRules(readFindings(root)),
  render: (root, testsById) => renderPage(readFindings(root), testsById),
}

const introduction = `# Findings of an audit

What an audit of the sources found, by severity, and the test of each. The test fails if you check out the commit in the column "fixed by" and
then the sources before it (\`git checkout <commit>~1 -- src\`). \`npm run findings\` generates this page from \`${dataPath}\`. It fails if a test does not exist.
\`npm test\` fails too, and requires that each of these tests ran and passed.`

function renderPage(findings, testsById) {
  const rows = findings.map(entry =>
    renderRow([
      `\`${entry.id}\``,
      escapeCell(entry.finding),
      `\`${entry.fixedBy}\``,
      escapeCell(describeProof(entry, testsById.get(entry.id))),
      describeFile(entry, testsById.get(entry.id)),
    ]),
  )
  const table = renderTable(['finding', 'what was found', 'fixed by', 'test', 'file'], rows)
  return `${[introduction, '', ...table].join('\n')}\n`
}

function describeProof({ documentedIn }, test) {
  if (documentedIn) return `None. [Documented](${documentedIn}) with what to do.`
  return test?.name ?? 'The tests of this file.'
}

function describeFile({ file }, test) {
  const path = test?.file ?? file
  return path ? `\`${path}\`` : '–'
}
