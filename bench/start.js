/**
 * Is Latchkey as fast as it says? Every contender is asked the same thing in a process of its own, and they take turns in
 * it, so that whatever else the machine is doing slows all of them alike; a ratio from one run holds where a figure of
 * microseconds does not.
 *
 * `--only=decode,providers` measures less; `--write` also writes results.md. The exit code is 1 when a contender answers wrongly or a target is missed.
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

// As in a deployed app; set before anything that reads it is loaded.
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

const verdicts = results.flatMap(checkTargets)
console.log(`\n${verdicts.map(({ text }) => text).join('\n')}`)
if (verdicts.some(({ met }) => !met)) process.exitCode = 1
if (options.write)
  writeFileSync(
    new URL('results.md', import.meta.url),
    renderPage(results, { title: 'Figures', command: 'npm --prefix bench start -- --write' }),
  )

/** Those who run mostly the same code sit together: in processes of their own it would be optimized for each anew. */
async function runMeasure(file, measure) {
  if (!measure.together) return runInSubprocesses(file, measure)
  const { contenders, expected } = measure
  const createRunner = async ([name, contender]) => createInProcessRunner(name, await contender(), expected)
  return runRounds(await Promise.all(Object.entries(contenders).map(createRunner)))
}

/** They sit down one after the other: the first that needs a table makes it. */
async function runInSubprocesses(file, { title, contenders }) {
  const runners = []
  try {
    for (const name of Object.keys(contenders))
      runners.push(await createSubprocessRunner({ file, title, name }))
    return await runRounds(runners)
  } finally {
    for (const runner of runners) runner.leave()
  }
}
