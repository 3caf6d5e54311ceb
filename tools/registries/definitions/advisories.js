/**
 * Security advisories of other libraries, by section.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestColumns, formatCode } from '../page.js'

const ownSide = ' > latchkey'
const otherSide = ' > @auth/core'
const data = 'test/advisories/advisories.json'
const idPattern = /^(GHSA(-[2-9cfghjmpqrvwx]{4}){3}|CVE-\d{4}-\d{4,}|[a-z-]+#\d+)$/

/**
 * The data are sections, `{ section, advisories }`. An advisory is `{ id, aliases, library, defect, test, authJs?, betterAuth? }` or
 * `{ id, aliases, library, defect, notApplicable }`. `betterAuth` is what Better Auth published: the version with the fix of its own
 * advisory, or its advisories of the same class.
 */
export const advisories = {
  name: 'advisories',
  page: 'docs/project/advisories.md',
  data,
  noun: 'advisories',
  fields: {
    id: { required: true, pattern: idPattern },
    aliases: { pattern: idPattern },
    library: { required: true },
    defect: { required: true },
    test: {},
    authJs: { choices: ['safe', 'vulnerable'] },
    betterAuth: { pattern: /^(?!fixed)|^fixed(?: in \d+\.\d+\.\d+)?$/ },
    notApplicable: {},
  },
  outcomes: ['test', 'notApplicable'],
  listEntries: sections => sections.flatMap(({ advisories }) => advisories),
  findEntryFaults: (advisory, { entries }) => [
    ...findSideFaults(advisory),
    ...findUnknownAdvisories(advisory, entries),
  ],
  listExpectedTests: ({ entries }) => entries.filter(({ test, authJs }) => test && authJs).map(toOtherSide),
  describePage,
}

function findSideFaults({ id, test, authJs }) {
  const hasSides = test?.endsWith(ownSide) ?? false
  const faults = []
  if (authJs && !hasSides) faults.push(`with \`authJs\`, \`test\` ends with "${ownSide}".`)
  if (hasSides && !(test.startsWith(`${id}: `) && authJs))
    faults.push('a test of both libraries begins with the id, and requires `authJs`.')
  return faults
}

/** Finds advisories of Better Auth that an entry names, and that no entry is about. */
function findUnknownAdvisories({ betterAuth }, entries) {
  const ids = entries.flatMap(({ id, aliases = [] }) => [id, ...aliases])
  const named = betterAuth?.startsWith('fixed') ? [] : (betterAuth?.split(', ') ?? [])
  return named
    .filter(name => !ids.includes(name))
    .map(name => `\`betterAuth\` names ${name}, which has no entry.`)
}

/** The same test with `@auth/core` is not on the page, but must have run, too. */
function toOtherSide({ id, test }) {
  return { id: `${id} (@auth/core)`, test: test.replace(ownSide, otherSide) }
}

function describePage({ root, data: sections, entries }) {
  const tested = entries.filter(({ test }) => test)
  const run = entries.filter(({ authJs }) => authJs)
  const vulnerable = run.filter(({ authJs }) => authJs === 'vulnerable')
  return {
    introduction: renderIntroduction(readAuthJsVersion(root)),
    counts: `${tested.length} advisories have a test. ${entries.length - tested.length} do not apply. ${run.length} tests were also run with \`@auth/core\`: ${vulnerable.length} attacks succeed.`,
    sections: [
      ...sections.map(({ section, advisories }) => ({
        heading: section,
        columns: testedColumns,
        entries: advisories.filter(({ test }) => test),
      })),
      {
        heading: 'Advisories that do not apply',
        columns: [['advisory', ({ id }) => id], ...columns, ['reason', ({ notApplicable }) => notApplicable]],
        entries: entries.filter(({ notApplicable }) => notApplicable),
      },
    ],
  }
}

/** Returns the version of `@auth/core` that the tests use. */
function readAuthJsVersion(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies['@auth/core']
}

const columns = [
  ['also', ({ aliases = [] }) => aliases.join(', ')],
  ['library', ({ library }) => library],
  ['defect', ({ defect }) => defect],
]

const testedColumns = [
  ['advisory', ({ id }) => formatCode(id)],
  ...columns,
  ['@auth/core', ({ authJs = '–' }) => authJs],
  ['Better Auth', ({ betterAuth = '–' }) => betterAuth],
  ...createTestColumns(),
]

function renderIntroduction(authJsVersion) {
  return `# Advisories of other libraries

Security advisories of other authentication libraries, each with the test that shows that Latchkey does not have the same defect, or
the reason why it cannot have it. \`npm run advisories\` generates this page from \`${data}\`. It fails if a
test does not exist. \`npm test\` fails too, and requires that each of these tests ran and passed.

The column "@auth/core" is the result of the same test with \`@auth/core\` ${authJsVersion}, which the test asserts. *Vulnerable*
means that the attack in the test succeeds. This can require an option whose documentation warns about it, or a configuration from
an untrusted source. "–" means that the test runs with Latchkey only.

The column "Better Auth" is what Better Auth published: the version with the fix of its own advisory (of the plugin, if the advisory is
about one), or its advisories of the same class, whose rows have the test that shows how Latchkey answers. "–" means that none of its
advisories on this page is of this class, not that it is safe. The tests do not run with Better Auth: it has other endpoints, forms and
cookies, so that these attacks cannot be sent to it unchanged. Ids like \`better-auth#9622\` are pull requests with a fix, but without an advisory.`
}
