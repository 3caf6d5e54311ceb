/**
 * Renders docs/advisories.md.
 *
 * @module
 */
import { escapeCell, renderRow, renderTable } from '../conformance/page.js'
import { checkAdvisories, listAuthJsRules, listRules, readAuthJsVersion, readSections } from './data.js'

/** The page, as `tools/shared/tested-page.js` expects it. */
export const advisoriesPage = {
  path: 'docs/advisories.md',
  command: 'advisories',
  findFaults: root => checkAdvisories(readSections(root)),
  listRules: root => listRules(readSections(root)),
  listExpectedTests: root => listAuthJsRules(readSections(root)),
  render: (root, testsById) => renderPage(readSections(root), testsById, readAuthJsVersion(root)),
}

function renderPage(sections, testsById, authJsVersion) {
  const advisories = sections.flatMap(({ advisories }) => advisories)
  const tested = advisories.filter(({ test }) => test)
  const run = advisories.filter(({ authJs }) => authJs)
  const vulnerable = run.filter(({ authJs }) => authJs === 'vulnerable')
  return `${[
    `# Advisories of other libraries

Security advisories of other authentication libraries, each with the test that shows that Latchkey does not have the same defect, or
the reason why it cannot have it. \`npm run advisories\` generates this page from \`test/advisories/advisories.json\`. It fails if a
test does not exist. \`npm test\` fails too, and requires that each of these tests ran and passed.

The column "@auth/core" is the result of the same test with \`@auth/core\` ${authJsVersion}, which the test asserts. *Vulnerable*
means that the attack in the test succeeds. This can require an option whose documentation warns about it, or a configuration from
an untrusted source. "–" means that the test runs with Latchkey only.

The column "Better Auth" is what Better Auth published: the version with the fix of its own advisory (of the plugin, if the advisory is
about one), or its advisories of the same class, whose rows have the test that shows how Latchkey answers. "–" means that none of its
advisories on this page is of this class, not that it is safe. The tests do not run with Better Auth: it has other endpoints, forms and
cookies, so that these attacks cannot be sent to it unchanged. Ids like \`better-auth#9622\` are pull requests with a fix, but without an advisory.`,
    `${tested.length} advisories have a test. ${advisories.length - tested.length} do not apply. ${run.length} tests were also run with \`@auth/core\`: ${vulnerable.length} attacks succeed.`,
    ...sections.map(section => renderSection(section, testsById)),
    renderNotApplicable(advisories),
  ]
    .filter(Boolean)
    .join('\n\n')}\n`
}

function renderSection({ section, advisories }, testsById) {
  const rows = advisories
    .filter(({ id }) => testsById.has(id))
    .map(({ id, authJs = '–', betterAuth = '–', ...advisory }) =>
      renderRow([
        `\`${id}\``,
        ...describe(advisory),
        authJs,
        betterAuth,
        escapeCell(testsById.get(id).name),
        `\`${testsById.get(id).file}\``,
      ]),
    )
  const names = ['advisory', 'also', 'library', 'defect', '@auth/core', 'Better Auth', 'test', 'file']
  return rows.length > 0 && [`## ${section}`, '', ...renderTable(names, rows)].join('\n')
}

function renderNotApplicable(advisories) {
  const rows = advisories
    .filter(({ notApplicable }) => notApplicable)
    .map(({ id, notApplicable, ...advisory }) =>
      renderRow([id, ...describe(advisory), escapeCell(notApplicable)]),
    )
  const names = ['advisory', 'also', 'library', 'defect', 'reason']
  return rows.length > 0 && ['## Advisories that do not apply', '', ...renderTable(names, rows)].join('\n')
}

function describe({ aliases = [], library, defect }) {
  return [aliases.join(', '), library, escapeCell(defect)]
}
