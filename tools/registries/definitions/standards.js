/**
 * Requirements of security standards.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTestColumns, formatCode } from '../page.js'

const data = 'test/standards/requirements.json'

/** The keys of a requirement that say who meets it. */
const outcomes = ['metBy', 'app', 'later', 'notApplicable']

/**
 * The data are standards, `{ heading, prefix, url, requirements }`. The id of a requirement begins with `prefix`. A requirement is
 * `{ id, requirement }` with one of these:
 *
 * - `metBy`, what Latchkey does, with `test`, or with `untested`, which says why there is no test
 * - `app`, what the app must do, optionally with `test`
 * - `later`, the feature that Latchkey does not have yet, with `absent`: words in the names of files that would exist in `src/` if it were
 *   built
 * - `notApplicable`, why the requirement does not apply
 */
export const standards = {
  name: 'standards',
  page: 'docs/reference/standards.md',
  data,
  noun: 'requirements',
  fields: {
    id: { required: true },
    requirement: { required: true },
    test: {},
    untested: {},
    absent: {},
    ...Object.fromEntries(outcomes.map(key => [key, {}])),
  },
  outcomes,
  listEntries: standards => standards.flatMap(({ requirements }) => requirements),
  findEntryFaults,
  findFaults: findBuiltFeatures,
  describePage,
}

function findEntryFaults(entry, { data: standards }) {
  const { id, metBy, app, later, test, untested, absent } = entry
  const { prefix } = standards.find(({ requirements }) => requirements.includes(entry))
  const faults = []
  if (!id?.startsWith(`${prefix} `)) faults.push(`its id does not begin with "${prefix} ".`)
  if (metBy && Boolean(test) === Boolean(untested)) faults.push('`metBy` needs either `test` or `untested`.')
  if (Boolean(later) !== Boolean(absent)) faults.push('`later` needs `absent`, and nothing else has it.')
  if (!metBy && untested) faults.push('`untested` belongs to `metBy`.')
  if (!metBy && !app && test) faults.push('it has a test, although Latchkey does not meet it.')
  return faults
}

/** Finds requirements that say that a feature does not exist, although the name of a file in `src/` has its words. */
function findBuiltFeatures({ root, entries }) {
  const files = readdirSync(join(root, 'src'), { recursive: true })
  return entries.flatMap(({ id, absent }) => {
    const file = absent && files.find(name => new RegExp(absent).test(name))
    return file
      ? [`${id}: it says that Latchkey does not have this feature yet, but src/${file} exists.`]
      : []
  })
}

const introduction = `# Security standards

What security standards require of sign-in in a web app, who meets each requirement, and the test that shows it. The requirements are
summaries in our own words: read the standard for the exact text. \`npm run standards\` generates this page from
\`${data}\`. It fails if a test does not exist. \`npm test\` fails too, and requires that each of these tests ran
and passed.

- **The app** means that only your app can meet the requirement.
- **Not yet** names the feature that Latchkey does not have yet.
- **Does not apply** means that Latchkey does not do what the requirement is about.

This page is neither a certification nor an external review.`

const columns = [
  ['section', ({ id }) => formatCode(id)],
  ['requirement', ({ requirement }) => requirement],
  ['met by', describeOutcome],
  ...createTestColumns(describeMissingTest),
]

function describePage({ data: standards, entries }) {
  return {
    introduction,
    counts: renderCounts(entries),
    sections: standards.map(({ heading, url, requirements }) => ({
      heading,
      note: `The standard: <${url}>`,
      columns,
      entries: requirements,
    })),
  }
}

function renderCounts(requirements) {
  const count = key => requirements.filter(entry => entry[key]).length
  const tested = requirements.filter(({ metBy, test }) => metBy && test).length
  return [
    `Of ${requirements.length} requirements, Latchkey meets ${count('metBy')}, ${tested} of them with a test.`,
    `${count('app')} are up to the app, ${count('later')} are not met yet, and ${count('notApplicable')} do not apply.`,
  ].join(' ')
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
