/**
 * A catalogue is worth what its worst entry is worth, so every provider does the same sign-ins against a double of its
 * vendor, and this prints what came of them: a line each, and how independent of the provider its double is.
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

/** What the columns mean, by the beginning of the tests' names; a column without a test shows a dash. */
const columns = [
  ['sign-in', /^(signs somebody in|is sent the mail)/],
  ['cancelled', /^lets nobody in who said no/],
  ['broken token answer', /^(lets nobody in (whose code|when the token)|is quoted in the log)/],
  ['broken userinfo', /^(needs |refuses an ID token)/],
  ['address', /^(may join|never joins)/],
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
  const untried = rows.filter(row => row[3] === '-').length
  console.log(`\n${rows.length} providers, ${failed} fail, ${untried} not tried.`)
  if (failed + untried > 0) process.exitCode = 1
}

function reportFailure(message) {
  console.error(message)
  process.exitCode = 1
}

/** Whether each test passed, by provider and name. */
async function runCatalogue() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-providers-'))
  const file = join(folder, 'report.json')
  try {
    await runPackage(
      ['vitest/vitest.mjs', 'run', '--project=catalogue', '--reporter=json', `--outputFile=${file}`],
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
