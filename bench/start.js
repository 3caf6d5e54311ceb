/**
 * Is Latchkey as fast as it says? One process asks every contender the same thing, in turns, so that whatever else the
 * machine is doing slows all of them alike; a ratio from one run holds where a figure of microseconds does not.
 *
 * `--write` also writes results.md. The exit code is 1 when a contender answers wrongly or a target is missed.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { assertFresh } from './build.js'
import { judge, page, table } from './report.js'
import { race } from './rounds.js'

// As in a deployed app; set before anything that reads it is loaded.
process.env.NODE_ENV = 'production'

assertFresh()

const results = []
for (const name of ['session', 'decode', 'providers', 'stored-session', 'better-auth']) {
  const { measures } = await import(`./measures/${name}.js`)
  for (const measure of await measures()) {
    const result = { measure, times: await race(measure) }
    console.log(`\n${table(result)}`)
    results.push(result)
  }
}

const verdicts = results.flatMap(judge)
console.log(`\n${verdicts.map(({ text }) => text).join('\n')}`)
if (verdicts.some(({ met }) => !met)) process.exitCode = 1
if (process.argv.includes('--write'))
  writeFileSync(
    new URL('results.md', import.meta.url),
    page(results, { title: 'Figures', command: 'npm --prefix bench start -- --write' }),
  )
