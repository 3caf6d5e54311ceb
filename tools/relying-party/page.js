/**
 * Reads the behaviors of providers in test/relying-party/behaviors.json, finds the file with the tests of each, and renders the page.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeCell, renderRow, renderTable } from '../conformance/page.js'
import { listFiles } from '../shared/source-tree.js'

/** Path of the page. */
export const pagePath = 'docs/relying-party.md'

const folder = 'test/relying-party'

const introduction = `# Providers that misbehave

Latchkey as a client of OpenID Connect (a *relying party*), against a provider that does what the first column says. \`RP\` and \`FA\` are
modules of the OpenID Foundation's conformance suite, by their public names. \`OX\` are attacks that the suite does not contain. The tests
are Latchkey's own. They run in \`npm test\` with \`response_mode\` \`query\` and \`form_post\`. Sign-ins that must succeed run with each client
authentication method too. A rejected sign-in sets no session cookie, stores nothing, and logs an error that names the cause.

\`npm run relying-party\` generates this page from \`${folder}/behaviors.json\`.`

const sections = [
  { prefix: 'RP', heading: 'OpenID Connect' },
  { prefix: 'FA', heading: 'FAPI 2.0' },
  { prefix: 'OX', heading: 'Other attacks' },
]

/** Reads `{ reasons, behaviors }`. A behavior is `{ id, name?, provider, result | reason }`, and `reason` is a key of `reasons`. */
export function readBehaviors(root) {
  return JSON.parse(readFileSync(join(root, folder, 'behaviors.json'), 'utf8'))
}

/** Returns how the titles of a behavior's tests begin. */
export function getTitlePrefix({ id, name }) {
  return name ? `${id} ${name}: ` : `${id}: `
}

/** Finds the titles of tests that begin with an id: `{ title, file }`. They must be literals in single or double quotes. */
export function findTitles(root) {
  return listFiles(root, folder, /\.test\.[jt]s$/).flatMap(file => {
    const matches = readFileSync(join(root, file), 'utf8').matchAll(/(['"])((?:RP|FA|OX)-\d\d\b.*?)\1/g)
    return [...matches].map(([, , title]) => ({ title, file }))
  })
}

/** Renders the page. */
export function renderPage({ reasons, behaviors }, titles) {
  const tested = behaviors.filter(({ result }) => result)
  const counts = `${tested.length} behaviors are tested, ${behaviors.length - tested.length} are not.`
  const tables = sections.map(({ prefix, heading }) => {
    const rows = tested
      .filter(({ id }) => id.startsWith(prefix))
      .map(behavior => renderTested(behavior, titles))
    return [`## ${heading}`, '', ...renderTable(['', 'module', 'provider', 'result', 'test'], rows)].join(
      '\n',
    )
  })
  return `${[introduction, counts, ...tables, renderUntested(reasons, behaviors)].join('\n\n')}\n`
}

function renderTested(behavior, titles) {
  const { id, name, provider, result } = behavior
  const file = titles.find(({ title }) => title.startsWith(getTitlePrefix(behavior)))?.file
  return renderRow([`\`${id}\``, formatName(name), escapeCell(provider), escapeCell(result), `\`${file}\``])
}

function renderUntested(reasons, behaviors) {
  const rows = behaviors
    .filter(({ reason }) => reason)
    .map(({ id, name, provider, reason }) =>
      renderRow([`\`${id}\``, formatName(name), escapeCell(provider), escapeCell(reasons[reason] ?? '')]),
    )
  return ['## Not tested', '', ...renderTable(['', 'module', 'provider', 'reason'], rows)].join('\n')
}

function formatName(name) {
  return name ? `\`${name}\`` : ''
}
