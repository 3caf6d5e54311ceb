/**
 * Results of the adapter contract suite with the adapters of Latchkey and the published ones, on real stores. Known faults are listed
 * with their reason in the data. A new fault fails the run, and so does a known one that no longer occurs.
 *
 * The first run installs the packages (600 MB; below Node 22.13 also the runtimes of the tests, for `node:sqlite`). A run takes about
 * five minutes. `npm test` runs the same suite for Latchkey's adapters on each of their drivers, and for drizzle.
 *
 * The text contains no times and no driver messages, so that equal results render equally: one table, then the limits and faults of
 * each adapter with their reasons.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDependencies } from '../../setup.js'
import { renderRow, renderTable } from '../page.js'

const data = 'test/published/known-faults.json'

/** The data are `{ reasons, security, byChance, faults }`. `faults` has the checks that fail on each store, by reason. */
export const adapters = {
  name: 'adapters',
  page: 'docs/guides/adapters.md',
  data,
  noun: 'reasons',
  fields: { id: { required: true }, reason: { required: true } },
  listEntries: ({ reasons }) => Object.entries(reasons).map(([id, reason]) => ({ id, reason })),
  findFaults: findUnknownReasons,
  measure: runTrials,
  describePage: ({ data: knownFaults }, trials) => describeTrials(trials, knownFaults),
}

/** Finds reasons that a fault names and that do not exist. */
function findUnknownReasons({ data: { reasons, security, faults } }) {
  const named = [...security, ...Object.values(faults).flatMap(byReason => Object.keys(byReason))]
  return [...new Set(named)]
    .filter(reason => !Object.hasOwn(reasons, reason))
    .map(reason => `${data}: the reason "${reason}" is not in \`reasons\`.`)
}

/** Runs the suite. @returns the report of each test run, and a fault if the results differ from the known faults */
async function runTrials(root) {
  await installDependencies(root)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-adapters-'))
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project=published']
  const env = { ...process.env, LATCHKEY_ADAPTER_REPORTS: folder }
  try {
    const child = spawn(process.execPath, command, { cwd: root, env, stdio: 'inherit' })
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    const results = readdirSync(folder).map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    return { results, faults: code === 0 ? [] : [`The results differ from ${data}.`] }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const securityPrefix = '**Security:** '

/** Methods that an adapter has together or not at all. A group without a name is specific to Latchkey and described above the table. */
const methodGroups = [
  {
    methods: [
      'countAttempt',
      'createUserWithAccount',
      'deleteAuthenticator',
      'deleteExpired',
      'deleteSessionsByUserId',
      'getVerificationToken',
      'listAccountsByUserId',
      'listSessionsByUserId',
      'listUsers',
      'updateAccount',
      'updateAuthenticator',
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

/** Renders the table and the sections below it. */
function describeTrials(trials, knownFaults) {
  const sorted = [...trials].sort((one, other) => compare(getSortKey(one), getSortKey(other)))
  const rows = sorted.map(trial => {
    const { adapter, version, report } = trial
    const chanceCount = countPassedByChance(report, knownFaults)
    const name = `\`${adapter}\`${version ? ` ${version}` : ''}`
    return [
      name,
      formatStore(trial, ', '),
      report.passed - chanceCount,
      report.failed + chanceCount,
      report.skipped,
    ]
  })
  const sections = groupBy(sorted, ({ adapter }) => adapter).map(group => describeAdapter(group, knownFaults))
  const table = renderTable(['adapter', 'store', 'passes', 'fails', 'skipped'], rows.map(renderRow))
  return [table.join('\n'), ...sections].join('\n\n')
}

/** Returns a sort key. Adapters of Latchkey, which have no version, come first. */
function getSortKey({ adapter, version, store, patched }) {
  return [version ? 1 : 0, adapter, store, patched ?? ''].join('\n')
}

function compare(one, other) {
  return one < other ? -1 : Number(one > other)
}

function groupBy(items, by) {
  const groups = new Map()
  for (const item of items) groups.set(by(item), [...(groups.get(by(item)) ?? []), item])
  return [...groups.values()]
}

function describeAdapter(trials, knownFaults) {
  const [{ adapter }] = trials
  const lines = [
    ...mergeLines(trials, ({ report }) => listFaults(report, knownFaults)),
    ...mergeLines(trials, ({ report }) => listLimits(report)),
  ]
  return `### ${adapter}\n\n${lines.length > 0 ? lines.join('\n') : 'No known faults or limits.'}`
}

/** Merges the lines of several stores. Security faults come first. */
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

function formatStore({ store, patched }, between = ' ') {
  return patched ? [store, patched].join(between) : store
}

function formatStoreAmong(trials, trial) {
  const isPatched = trials.some(({ store, patched }) => patched && store === trial.store)
  return isPatched && !trial.patched ? `${trial.store} unmodified` : formatStore(trial)
}

/** Counts known faults that did not occur this time. They depend on timing, so they do not count as passed. */
function countPassedByChance({ adapter, checks }, { faults }) {
  const faultNames = new Set(Object.values(faults[adapter] ?? {}).flat())
  return checks.filter(check => check.status === 'passed' && faultNames.has(getCheckName(check))).length
}

function getCheckName({ group, title }) {
  return `${group} ${title}`
}

function listLimits({ limits, checks }) {
  const skipped = checks.filter(({ status }) => status === 'skipped')
  const unsupported = new Set(
    skipped.flatMap(({ reason }) => [...reason.matchAll(/adapter has no (.*)\./g)].flatMap(extractNames)),
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

/** Lists the known faults, including those that did not occur this time, because some depend on timing. */
function listFaults({ adapter, checks }, { reasons, security, faults }) {
  return Object.entries(faults[adapter] ?? {}).map(([reason, names]) => {
    const failed = checks.filter(check => names.includes(getCheckName(check)))
    const sentences = groupBy(failed, check => check.group).map(
      group => `${group[0].group} ${group.map(({ title }) => `“${escapeMarkdown(title)}”`).join(', ')}`,
    )
    return `${security.includes(reason) ? securityPrefix : ''}${reasons[reason]} *Fails:* ${sentences.join('; ')}.`
  })
}

/** Escapes text for Markdown. */
function escapeMarkdown(text) {
  return text.replace(/[|<>*_\\]/g, '\\$&')
}
