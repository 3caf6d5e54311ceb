/**
 * Behaviors of providers that misbehave. A behavior can have several tests, whose titles begin with its id and name.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../../shared/source-tree.js'
import { formatCode } from '../page.js'

const folder = 'test/relying-party'
const data = `${folder}/behaviors.json`

/** The data are `{ reasons, behaviors }`. A behavior is `{ id, name?, provider, result | reason }`, and `reason` is a key of `reasons`. */
export const relyingParty = {
  name: 'relying-party',
  page: 'docs/project/relying-party.md',
  data,
  noun: 'behaviors',
  fields: { id: { required: true }, name: {}, provider: { required: true }, result: {}, reason: {} },
  outcomes: ['result', 'reason'],
  listEntries: ({ behaviors }) => behaviors,
  findFaults: source => {
    const titles = findTitles(source.root)
    return [...findBehaviorFaults(source, titles), ...findTitleFaults(source, titles)]
  },
  findRunFaults: ({ root }, tests) => findTitles(root).flatMap(title => findTitleRunFaults(title, tests)),
  describePage,
}

/** Returns how the titles of a behavior's tests begin. */
function getTitlePrefix({ id, name }) {
  return name ? `${id} ${name}: ` : `${id}: `
}

/** Finds the titles of tests that begin with an id: `{ title, file }`. They must be literals in single or double quotes. */
function findTitles(root) {
  return listFiles(root, folder, /\.test\.[jt]s$/).flatMap(file => {
    const matches = readFileSync(join(root, file), 'utf8').matchAll(/(['"])((?:RP|FA|OX)-\d\d\b.*?)\1/g)
    return [...matches].map(([, , title]) => ({ title, file }))
  })
}

function findBehaviorFaults({ data: { reasons }, entries }, titles) {
  return entries.flatMap(behavior => {
    const prefix = getTitlePrefix(behavior)
    const isTested = titles.some(({ title }) => title.startsWith(prefix))
    const { id, result, reason } = behavior
    if (result) return isTested ? [] : [`${id}: no test has a title that begins with "${prefix}".`]
    if (isTested) return [`${id}: it has a test, and a reason why it has none.`]
    return Object.hasOwn(reasons, reason) ? [] : [`${id}: its reason "${reason}" is not in \`reasons\`.`]
  })
}

/** A title belongs to a behavior, and says more than its name. */
function findTitleFaults({ entries }, titles) {
  const prefixes = entries.map(getTitlePrefix)
  return titles.flatMap(({ title, file }) => {
    if (prefixes.some(prefix => prefix.trim() === title.trim()))
      return [`${file}: the title "${title}" does not describe the test.`]
    return prefixes.some(prefix => title.startsWith(prefix))
      ? []
      : [`${file}: no behavior belongs to the title "${title}".`]
  })
}

/** Finds a fault if no test with this title ran, and for each test that was skipped. */
function findTitleRunFaults({ title, file }, tests) {
  const fitting = tests.filter(test => test.file === file && hasTitle(test, title))
  if (fitting.length === 0) return [`${file}: no test has the title "${title}".`]
  return fitting
    .filter(({ state }) => state === 'skipped')
    .map(({ name }) => `${file}: a test was skipped: ${name}`)
}

/** Returns whether a part of the test's full title is `title`, up to its first placeholder. */
function hasTitle({ name }, title) {
  const [literal] = title.split(/[%$]/)
  return name.split(' > ').some(part => (literal === title ? part === title : part.startsWith(literal)))
}

const introduction = `# Providers that misbehave

Latchkey as a client of OpenID Connect (a *relying party*), against a provider that does what the first column says. \`RP\` and \`FA\` are
modules of the OpenID Foundation's conformance suite, by their public names. \`OX\` are attacks that the suite does not contain. The tests
are Latchkey's own. They run in \`npm test\` with \`response_mode\` \`query\` and \`form_post\`. Sign-ins that must succeed run with each client
authentication method too. A rejected sign-in sets no session cookie, stores nothing, and logs an error that names the cause.

\`npm run relying-party\` generates this page from \`${data}\`.`

const columns = [
  ['', ({ id }) => formatCode(id)],
  ['module', ({ name }) => formatCode(name)],
  ['provider', ({ provider }) => provider],
]

const groups = { RP: 'OpenID Connect', FA: 'FAPI 2.0', OX: 'Other attacks' }

function describePage({ root, data: { reasons }, entries }) {
  const titles = findTitles(root)
  const findFile = behavior => titles.find(({ title }) => title.startsWith(getTitlePrefix(behavior)))?.file
  const tested = entries.filter(({ result }) => result)
  return {
    introduction,
    counts: `${tested.length} behaviors are tested, ${entries.length - tested.length} are not.`,
    sections: [
      ...Object.entries(groups).map(([prefix, heading]) => ({
        heading,
        columns: [
          ...columns,
          ['result', ({ result }) => result],
          ['test', behavior => formatCode(findFile(behavior))],
        ],
        entries: tested.filter(({ id }) => id.startsWith(prefix)),
      })),
      {
        heading: 'Not tested',
        columns: [...columns, ['reason', ({ reason }) => reasons[reason] ?? '']],
        entries: entries.filter(({ reason }) => reason),
      },
    ],
  }
}
