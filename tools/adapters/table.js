/**
 * The reports of all adapters as Markdown: one table, then for each adapter what it states, what it breaks and why. No times
 * and no messages of drivers, so that the same outcome gives the same text.
 *
 * @module
 */

const begin = '<!-- made by npm run adapters: begin -->'
const end = '<!-- made by npm run adapters: end -->'

const urgent = '**Security:** '

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
  const [head, rest] = page.split(begin)
  const [, tail] = rest?.split(end) ?? []
  if (tail === undefined) throw new Error(`docs/adapters.md needs the lines "${begin}" and "${end}".`)
  return `${head}${begin}\n\n${text}\n\n${end}${tail}`
}

/** The table and what stands below it. */
export function describeTrials(trials, known) {
  const sorted = [...trials].sort((one, other) => compare(keyOf(one), keyOf(other)))
  const rows = sorted.map(trial => {
    const { adapter, version, report } = trial
    const lucky = countLucky(report, known)
    const name = `\`${adapter}\`${version ? ` ${version}` : ''}`
    return [name, placeOf(trial, ', '), report.passed - lucky, report.failed + lucky, report.skipped]
  })
  const sections = group(sorted, ({ adapter }) => adapter).map(of => describeAdapter(of, known))
  const table = [
    '| adapter | store | passes | fails | skipped |',
    '|---|---|---|---|---|',
    ...rows.map(toRow),
  ]
  return [table.join('\n'), ...sections].join('\n\n')
}

/** Ours, which have no version of their own, come first. */
function keyOf({ adapter, version, store, mended }) {
  return [version ? 1 : 0, adapter, store, mended ?? ''].join('\n')
}

function compare(one, other) {
  return one < other ? -1 : Number(one > other)
}

function toRow(cells) {
  return `| ${cells.join(' | ')} |`
}

function group(items, by) {
  const groups = new Map()
  for (const item of items) groups.set(by(item), [...(groups.get(by(item)) ?? []), item])
  return [...groups.values()]
}

function describeAdapter(trials, known) {
  const [{ adapter }] = trials
  const lines = [
    ...together(trials, ({ report }) => faultsOf(report, known)),
    ...together(trials, ({ report }) => limitsOf(report)),
  ]
  return `### ${adapter}\n\n${lines.length > 0 ? lines.join('\n') : 'Keeps all of it.'}`
}

/** What several stores have in common is said once; what matters most comes first. */
function together(trials, linesOf) {
  const said = new Map()
  for (const trial of trials)
    for (const line of linesOf(trial)) said.set(line, [...(said.get(line) ?? []), placeAmong(trials, trial)])
  const lines = [...said].map(([line, places]) =>
    places.length === trials.length ? `- ${line}` : `- ${line} (${places.join('; ')})`,
  )
  return [...lines.filter(isUrgent), ...lines.filter(line => !isUrgent(line))]
}

function isUrgent(line) {
  return line.startsWith(`- ${urgent}`)
}

function placeOf({ store, mended }, between = ' ') {
  return mended ? [store, mended].join(between) : store
}

function placeAmong(trials, trial) {
  const isMended = trials.some(({ store, mended }) => mended && store === trial.store)
  return isMended && !trial.mended ? `${trial.store} as it is` : placeOf(trial)
}

/** A known fault that comes by chance, and did not come this time, is no merit. */
function countLucky({ adapter, checks }, { faults }) {
  const known = new Set(Object.values(faults[adapter] ?? {}).flat())
  return checks.filter(check => check.status === 'passed' && known.has(nameOf(check))).length
}

function nameOf({ group, sentence }) {
  return `${group} ${sentence}`
}

function limitsOf({ limits, checks }) {
  const skipped = checks.filter(({ status }) => status === 'skipped')
  const lacking = new Set(
    skipped.flatMap(({ why }) => [...why.matchAll(/adapter has no (.*)\./g)].flatMap(namesIn)),
  )
  const spoken = limits.filter(limit => !limit.includes('`'))
  const parts = methodGroups.filter(({ methods }) => methods.every(method => lacking.has(method)))
  const told = new Set(parts.flatMap(({ methods }) => methods))
  const rest = [...lacking].filter(method => !told.has(method)).map(method => `no \`${method}\``)
  const missing = [...parts.flatMap(({ name }) => name ?? []), ...rest.sort()]
  return missing.length > 0 ? [...spoken, `It has ${missing.join(', ')}.`] : spoken
}

function namesIn([, names]) {
  return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)
}

/** Told even when it did not come this time, for some faults come by chance. */
function faultsOf({ adapter, checks }, { reasons, security, faults }) {
  return Object.entries(faults[adapter] ?? {}).map(([reason, names]) => {
    const failed = checks.filter(check => names.includes(nameOf(check)))
    const sentences = group(failed, check => check.group).map(
      of => `${of[0].group} ${of.map(({ sentence }) => `“${plain(sentence)}”`).join(', ')}`,
    )
    return `${security.includes(reason) ? urgent : ''}${reasons[reason]} *Fails:* ${sentences.join('; ')}.`
  })
}

/** As text, whatever Markdown would make of it. */
function plain(sentence) {
  return sentence.replace(/[|<>*_\\]/g, '\\$&')
}
