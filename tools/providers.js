/**
 * Runs the same sign-ins for every provider against a simulation of its vendor. Prints a line for each provider with the
 * results, and with the source of its fixtures.
 *
 * @module
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCatalogue } from './providers/entry.js'
import { installDependencies } from './setup.js'
import { isMainModule, projectRoot } from './shared/gate.js'
import { runPackage, runScript } from './shared/run.js'

/** Columns, each with a pattern for the titles of its tests. A column without a test shows a dash. */
const columns = [
  ['sign-in', /^(signs the user in as|receives the email)/],
  ['canceled', /^is rejected if the user denies/],
  ['broken token response', /^(is rejected if the (code|token response)|if it rejects the email)/],
  ['broken userinfo', /^is rejected if the (request|audience)/],
  ['email', /^is (never )?linked /],
]

async function run() {
  await installDependencies(projectRoot)
  const built = await runScript(['tools/build.js'], projectRoot)
  if (!built.ok) return reportFailure(built.output)
  const entries = await readCatalogue(projectRoot)
  const results = await runCatalogue()
  const rows = entries.map(entry => buildRow(entry, results))
  print([['provider', 'type', 'fixtures', ...columns.map(([title]) => title)], ...rows])
  const failed = rows.filter(row => row.includes('FAILS')).length
  const untested = rows.filter(row => row[3] === '-').length
  console.log(`\n${rows.length} providers, ${failed} failed, ${untested} not tested.`)
  if (failed + untested > 0) process.exitCode = 1
}

function reportFailure(message) {
  console.error(message)
  process.exitCode = 1
}

/** Runs the tests. @returns whether each test passed, with its provider and title */
async function runCatalogue() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-providers-'))
  const file = join(folder, 'report.json')
  try {
    await runPackage(
      ['vitest/vitest.mjs', 'run', '--project=providers', '--reporter=json', `--outputFile=${file}`],
      projectRoot,
    )
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ ancestorTitles, title, status }) => ({
        provider: ancestorTitles.at(-1),
        title,
        passed: status === 'passed',
      })),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function buildRow({ module, config, deprecated, fixture }, results) {
  const providerResults = results.filter(({ provider }) => provider === module)
  const outcomes = columns.map(([, pattern]) =>
    getOutcome(providerResults.filter(({ title }) => pattern.test(title))),
  )
  const name = deprecated ? `${module} (deprecated)` : module
  return [name, config.type, fixture.source ?? (fixture.sources.length > 0 ? 'vendor' : 'none'), ...outcomes]
}

function getOutcome(tests) {
  if (tests.length === 0) return '-'
  return tests.every(({ passed }) => passed) ? 'passes' : 'FAILS'
}

function print(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)))
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
}

if (isMainModule(import.meta.url)) await run()
