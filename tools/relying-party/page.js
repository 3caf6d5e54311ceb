/**
 * Renders docs/relying-party.md.
 *
 * @module
 */
import { escapeCell, renderRow, renderTable } from '../conformance/page.js'
import { behaviorsPath, findTitles, getTitlePrefix, readBehaviors } from './behaviors.js'
import { findFaults, findRunFaults } from './faults.js'

/** The page, as `tools/shared/tested-page.js` expects it. A behavior can have several tests, so there are no rules with one each. */
export const relyingPartyPage = {
  path: 'docs/relying-party.md',
  command: 'relying-party',
  findFaults,
  findRunFaults,
  listRules: () => [],
  render: root => renderPage(readBehaviors(root), findTitles(root)),
}

const introduction = `# Providers that misbehave

Latchkey as a client of OpenID Connect (a *relying party*), against a provider that does what the first column says. \`RP\` and \`FA\` are
modules of the OpenID Foundation's conformance suite, by their public names. \`OX\` are attacks that the suite does not contain. The tests
are Latchkey's own. They run in \`npm test\` with \`response_mode\` \`query\` and \`form_post\`. Sign-ins that must succeed run with each client
authentication method too. A rejected sign-in sets no session cookie, stores nothing, and logs an error that names the cause.

\`npm run relying-party\` generates this page from \`${behaviorsPath}\`.`

const sections = [
  { prefix: 'RP', heading: 'OpenID Connect' },
  { prefix: 'FA', heading: 'FAPI 2.0' },
  { prefix: 'OX', heading: 'Other attacks' },
]

function renderPage({ reasons, behaviors }, titles) {
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
