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
import { assertFresh } from './build.js'
import { judge, page, table } from './report.js'
import { race } from './rounds.js'
import { seatApart } from './seats/apart.js'
import { seatHere } from './seats/here.js'

// As in a deployed app; set before anything that reads it is loaded.
process.env.NODE_ENV = 'production'
process.env.BENCH_FOLDER = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
process.once('exit', () => rmSync(process.env.BENCH_FOLDER, { recursive: true, force: true }))

assertFresh()

const all = ['session', 'integrations', 'sveltekit', 'decode', 'providers', 'stored-session']
const { values: options } = parseArgs({ options: { only: { type: 'string' }, write: { type: 'boolean' } } })

const results = []
for (const name of options.only?.split(',') ?? all) {
  const file = new URL(`measures/${name}.js`, import.meta.url).href
  const { measures } = await import(file)
  for (const measure of measures) {
    const result = { measure, times: await raceOf(file, measure) }
    console.log(`\n${table(result)}`)
    results.push(result)
  }
}

const verdicts = results.flatMap(judge)
console.log(`\n${verdicts.map(({ text }) => text).join('\n')}`)
if (verdicts.some(({ met }) => !met)) process.exitCode = 1
if (options.write)
  writeFileSync(
    new URL('results.md', import.meta.url),
    page(results, { title: 'Figures', command: 'npm --prefix bench start -- --write' }),
  )

/** Those who run mostly the same code sit together: in processes of their own it would be optimized for each anew. */
async function raceOf(file, measure) {
  if (!measure.together) return raceApart(file, measure)
  const { contenders, expected } = measure
  const sit = async ([name, contender]) => seatHere(name, await contender(), expected)
  return race(await Promise.all(Object.entries(contenders).map(sit)))
}

/** They sit down one after the other: the first that needs a table makes it. */
async function raceApart(file, { title, contenders }) {
  const seats = []
  try {
    for (const name of Object.keys(contenders)) seats.push(await seatApart({ file, title, name }))
    return await race(seats)
  } finally {
    for (const seat of seats) seat.leave()
  }
}
