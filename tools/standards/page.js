/**
 * Renders docs/standards.md.
 *
 * @module
 */
import { escapeCell, renderRow, renderTable } from '../conformance/page.js'
import { checkRequirements, dataPath, listRequirementRules, readStandards } from './data.js'

/** The page, as `tools/shared/tested-page.js` expects it. */
export const standardsPage = {
  path: 'docs/standards.md',
  command: 'standards',
  findFaults: root => checkRequirements(root, readStandards(root)),
  listRules: root => listRequirementRules(readStandards(root)),
  render: (root, testsById) => renderPage(readStandards(root), testsById),
}

const introduction = `# Security standards

What security standards require of sign-in in a web app, who meets each requirement, and the test that shows it. The requirements are
summaries in our own words: read the standard for the exact text. \`npm run standards\` generates this page from
\`${dataPath}\`. It fails if a test does not exist. \`npm test\` fails too, and requires that each of these tests ran
and passed.

- **The app** means that only your app can meet the requirement.
- **Not yet** names the feature that Latchkey does not have yet.
- **Does not apply** means that Latchkey does not do what the requirement is about.

This page is neither a certification nor an external review.`

function renderPage(standards, testsById) {
  const requirements = standards.flatMap(({ requirements }) => requirements)
  const sections = standards.map(standard => renderStandard(standard, testsById))
  return `${[introduction, renderCounts(requirements), ...sections].join('\n\n')}\n`
}

function renderCounts(requirements) {
  const count = key => requirements.filter(entry => entry[key]).length
  const tested = requirements.filter(({ metBy, test }) => metBy && test).length
  return [
    `Of ${requirements.length} requirements, Latchkey meets ${count('metBy')}, ${tested} of them with a test.`,
    `${count('app')} are up to the app, ${count('later')} are not met yet, and ${count('notApplicable')} do not apply.`,
  ].join(' ')
}

function renderStandard({ heading, url, requirements }, testsById) {
  const rows = requirements.map(entry => renderRequirement(entry, testsById.get(entry.id)))
  const table = renderTable(['section', 'requirement', 'met by', 'test', 'file'], rows)
  return [`## ${heading}`, '', `The standard: <${url}>`, '', ...table].join('\n')
}

function renderRequirement(entry, test) {
  return renderRow([
    `\`${entry.id}\``,
    escapeCell(entry.requirement),
    escapeCell(describeOutcome(entry)),
    escapeCell(test?.name ?? describeMissingTest(entry)),
    test ? `\`${test.file}\`` : '–',
  ])
}

function describeOutcome({ metBy, app, later, notApplicable }) {
  if (app) return `**The app**: ${app}`
  if (later) return `**Not yet**: ${later}`
  return metBy ?? `**Does not apply**: ${notApplicable}`
}

function describeMissingTest({ untested, app, later }) {
  if (app) return 'None, because it depends on the app.'
  if (later) return 'None, because the feature does not exist.'
  return untested ?? 'None, because there is nothing to test.'
}
