/**
 * Compares Latchkey with other packages. Every candidate handles the same request in a process of its own. The candidates take
 * turns, so that other work on the machine affects all of them equally. Compare ratios rather than times.
 *
 * `--only=decode,providers` runs only these measures. `--write` also writes results.md. The exit code is 1 if a candidate
 * returns a wrong response or a target is missed.
 *
 * @module
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assertFreshBuild } from './assert-fresh-build.js'
import { checkTargets, renderPage, renderTable } from './report.js'
import { runRounds } from './rounds.js'
import { createInProcessRunner } from './runners/in-process.js'
import { createSubprocessRunner } from './runners/subprocess.js'

// As in a deployed app. Set before modules that read it are loaded.
process.env.NODE_ENV = 'production'
process.env.BENCH_FOLDER = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
process.once('exit', () => rmSync(process.env.BENCH_FOLDER, { recursive: true, force: true }))

assertFreshBuild()

const measureNames = ['session', 'integrations', 'sveltekit', 'decode', 'providers', 'stored-session']
const { values: options } = parseArgs({ options: { only: { type: 'string' }, write: { type: 'boolean' } } })

const results = []
for (const name of options.only?.split(',') ?? measureNames) {
  const file = new URL(`measures/${name}.js`, import.meta.url).href
  const { measures } = await import(file)
  for (const measure of measures) {
    const result = { measure, times: await runMeasure(file, measure) }
    console.log(`\n${renderTable(result)}`)
    results.push(result)
  }
}

const targetResults = results.flatMap(checkTargets)
console.log(`\n${targetResults.map(({ text }) => text).join('\n')}`)
if (targetResults.some(({ met }) => !met)) process.exitCode = 1
if (options.write)
  writeFileSync(
    new URL('results.md', import.meta.url),
    renderPage(results, { title: 'Results', command: 'npm --prefix bench start -- --write' }),
  )

/** Runs a measure. Candidates that share most of their code run in one process, in which it is optimized once. */
async function runMeasure(file, measure) {
  if (!measure.together) return runInSubprocesses(file, measure)
  const { candidates, expected } = measure
  const createRunner = async ([name, candidate]) => createInProcessRunner(name, await candidate(), expected)
  return runRounds(await Promise.all(Object.entries(candidates).map(createRunner)))
}

/** Starts the subprocesses one after the other, because the first one that needs a table creates it. */
async function runInSubprocesses(file, { title, candidates }) {
  const runners = []
  try {
    for (const name of Object.keys(candidates))
      runners.push(await createSubprocessRunner({ file, title, name }))
    return await runRounds(runners)
  } finally {
    for (const runner of runners) runner.disconnect()
  }
}
