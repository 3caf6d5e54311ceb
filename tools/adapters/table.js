/**
 * The reports of all adapters as Markdown: one table, then for each adapter what it states, what it breaks and why. No times
 * and no messages of drivers, so that the same outcome gives the same text.
 *
 * @module
 */

const beginMarker = '<!-- made by npm run adapters: begin -->'
const endMarker = '<!-- made by npm run adapters: end -->'

const securityPrefix = '**Security:** '

/** Methods that are there together or not at all. What is ours alone is said once, above the table. */
const methodGroups = [
  {
    methods: [
      'countAttempt',
      'createUserWithAccount',
      'deleteExpired',
      'deleteSessionsByUserId',
      'getVerificationToken',
      'listSessionsByUserId',
      'updateAccount',
      'useChallenge',
    ],
  },
  {
    name: 'no passkeys',
    methods: [
      'createAuthenticator',
      'getAuthenticator',
      'listAuthenticatorsByUserId',
      'updateAuthenticatorCounter',
    ],
  },
]

/** The page with `text` between its markers. */
export function replaceTable(page, text) {
  const [head, rest] = page.split(beginMarker)
  const [, tail] = rest?.split(endMarker) ?? []
  if (tail === undefined)
    throw new Error(`docs/adapters.md needs the lines "${beginMarker}" and "${endMarker}".`)
  return `${head}${beginMarker}\n\n${text}\n\n${endMarker}${tail}`
}

/** The table and what stands below it. */
export function describeTrials(trials, known) {
  const sorted = [...trials].sort((one, other) => compare(getSortKey(one), getSortKey(other)))
  const rows = sorted.map(trial => {
    const { adapter, version, report } = trial
    const lucky = countPassedByChance(report, known)
    const name = `\`${adapter}\`${version ? ` ${version}` : ''}`
    return [name, formatStore(trial, ', '), report.passed - lucky, report.failed + lucky, report.skipped]
  })
  const sections = groupBy(sorted, ({ adapter }) => adapter).map(of => describeAdapter(of, known))
  const table = [
    '| adapter | store | passes | fails | skipped |',
    '|---|---|---|---|---|',
    ...rows.map(toRow),
  ]
  return [table.join('\n'), ...sections].join('\n\n')
}

/** Ours, which have no version of their own, come first. */
function getSortKey({ adapter, version, store, mended }) {
  return [version ? 1 : 0, adapter, store, mended ?? ''].join('\n')
}

function compare(one, other) {
  return one < other ? -1 : Number(one > other)
}

function toRow(cells) {
  return `| ${cells.join(' | ')} |`
}

function groupBy(items, by) {
  const groups = new Map()
  for (const item of items) groups.set(by(item), [...(groups.get(by(item)) ?? []), item])
  return [...groups.values()]
}

function describeAdapter(trials, known) {
  const [{ adapter }] = trials
  const lines = [
    ...mergeLines(trials, ({ report }) => listFaults(report, known)),
    ...mergeLines(trials, ({ report }) => listLimits(report)),
  ]
  return `### ${adapter}\n\n${lines.length > 0 ? lines.join('\n') : 'Keeps all of it.'}`
}

/** What several stores have in common is said once; what matters most comes first. */
function mergeLines(trials, listLines) {
  const storesByLine = new Map()
  for (const trial of trials)
    for (const line of listLines(trial))
      storesByLine.set(line, [...(storesByLine.get(line) ?? []), formatStoreAmong(trials, trial)])
  const lines = [...storesByLine].map(([line, places]) =>
    places.length === trials.length ? `- ${line}` : `- ${line} (${places.join('; ')})`,
  )
  return [...lines.filter(isUrgent), ...lines.filter(line => !isUrgent(line))]
}

function isUrgent(line) {
  return line.startsWith(`- ${securityPrefix}`)
}

function formatStore({ store, mended }, between = ' ') {
  return mended ? [store, mended].join(between) : store
}

function formatStoreAmong(trials, trial) {
  const isPatched = trials.some(({ store, mended }) => mended && store === trial.store)
  return isPatched && !trial.mended ? `${trial.store} as it is` : formatStore(trial)
}

/** A known fault that comes by chance, and did not come this time, is no merit. */
function countPassedByChance({ adapter, checks }, { faults }) {
  const known = new Set(Object.values(faults[adapter] ?? {}).flat())
  return checks.filter(check => check.status === 'passed' && known.has(getCheckName(check))).length
}

function getCheckName({ group, sentence }) {
  return `${group} ${sentence}`
}

function listLimits({ limits, checks }) {
  const skipped = checks.filter(({ status }) => status === 'skipped')
  const unsupported = new Set(
    skipped.flatMap(({ why }) => [...why.matchAll(/adapter has no (.*)\./g)].flatMap(extractNames)),
  )
  const plainLimits = limits.filter(limit => !limit.includes('`'))
  const absentGroups = methodGroups.filter(({ methods }) => methods.every(method => unsupported.has(method)))
  const coveredMethods = new Set(absentGroups.flatMap(({ methods }) => methods))
  const rest = [...unsupported]
    .filter(method => !coveredMethods.has(method))
    .map(method => `no \`${method}\``)
  const missing = [...absentGroups.flatMap(({ name }) => name ?? []), ...rest.sort()]
  return missing.length > 0 ? [...plainLimits, `It has ${missing.join(', ')}.`] : plainLimits
}

function extractNames([, names]) {
  return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)
}

/** Told even when it did not come this time, for some faults come by chance. */
function listFaults({ adapter, checks }, { reasons, security, faults }) {
  return Object.entries(faults[adapter] ?? {}).map(([reason, names]) => {
    const failed = checks.filter(check => names.includes(getCheckName(check)))
    const sentences = groupBy(failed, check => check.group).map(
      of => `${of[0].group} ${of.map(({ sentence }) => `“${escapeMarkdown(sentence)}”`).join(', ')}`,
    )
    return `${security.includes(reason) ? securityPrefix : ''}${reasons[reason]} *Fails:* ${sentences.join('; ')}.`
  })
}

/** As text, whatever Markdown would make of it. */
function escapeMarkdown(sentence) {
  return sentence.replace(/[|<>*_\\]/g, '\\$&')
}
