/**
 * Compares Latchkey with other packages, and with the least work that each task needs. Every candidate handles the same request in a process
 * of its own. The candidates take turns, so that other work on the machine affects all of them equally. Compare ratios rather than times.
 *
 * `--quick` runs the short measures with few rounds. `--only=decode,providers` runs only these measures. `--write` also writes results.md and
 * results.svg. The exit code is 1 if a candidate returns a wrong response or a target is missed.
 *
 * @module
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assertFreshBuild } from './assert-fresh-build.js'
import { renderChart } from './chart.js'
import { checkTargets, renderGoals, renderPage, renderTable } from './report.js'
import { runMeasure } from './run-measure.js'

// As in a deployed app. Set before modules that read it are loaded.
process.env.NODE_ENV = 'production'
process.env.BENCH_FOLDER = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
process.once('exit', () => rmSync(process.env.BENCH_FOLDER, { recursive: true, force: true }))

assertFreshBuild()

const quickMeasures = [
  'session',
  'session-cookie',
  'reader',
  'web-crypto',
  'config-per-request',
  'oidc-sign-in',
  'email-link',
  'http',
  'sizes',
]
const allMeasures = [
  ...quickMeasures,
  'decode',
  'providers',
  'stored-session',
  'integrations',
  'frameworks',
  'sveltekit',
  'cold-start',
  'types',
  'memory',
]
const quickSchedule = { rounds: 5, turn: 150, warmUp: { milliseconds: 400, calls: 1500 } }
const schedule = { rounds: 12, turn: 150, warmUp: { milliseconds: 1000, calls: 8000 } }

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, write: { type: 'boolean' } },
})

const results = []
for (const name of options.only?.split(',') ?? (options.quick ? quickMeasures : allMeasures)) {
  const file = new URL(`measures/${name}.js`, import.meta.url).href
  const { measures } = await import(file)
  // The elapsed time repeats the same calls.
  for (const measure of measures.filter(({ clock }) => !options.quick || clock !== 'elapsed')) {
    const result = {
      measure,
      times: await runMeasure(file, measure, options.quick ? quickSchedule : schedule),
    }
    console.log(`\n${renderTable(result)}`)
    results.push(result)
    // A run that is stopped keeps the page of the measures so far.
    if (options.write) writePage()
  }
}

const targetResults = results.flatMap(checkTargets)
console.log(`\n${renderGoals(results)}`)
console.log(`\n${targetResults.map(({ text }) => text).join('\n')}`)
if (targetResults.some(({ met }) => !met)) process.exitCode = 1

function writePage() {
  const chart = renderChart(results)
  if (chart) writeFileSync(new URL('results.svg', import.meta.url), chart)
  const selection = [
    ...(options.quick ? ['--quick '] : []),
    ...(options.only ? [`--only=${options.only} `] : []),
  ]
  const command = `npm --prefix bench start -- ${selection.join('')}--write`
  const picture = chart && 'results.svg'
  writeFileSync(
    new URL('results.md', import.meta.url),
    renderPage(results, { title: 'Results', command, picture }),
  )
}
