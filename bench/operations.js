/**
 * Counts the operations of one call: of the least work that the task needs, of Latchkey and of @auth/core. Unlike times, counts do not depend
 * on the machine or on other work.
 *
 * `--write` also writes results-operations.md.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { assertFreshBuild } from './assert-fresh-build.js'
import { installCounters } from './operations/counters.js'
import { isUntimed } from './runners/in-process.js'

process.env.NODE_ENV = 'production'
assertFreshBuild()

const counters = installCounters()
const files = ['session', 'session-cookie', 'oidc-sign-in', 'email-link']
const candidateNames = ['baseline', 'Latchkey', 'Latchkey, limits off', '@auth/core']
/** Enough for the caches to be filled. */
const warmUpCalls = 5
const countedCalls = 10

const { values: options } = parseArgs({ options: { write: { type: 'boolean' } } })

const sections = []
for (const file of files) {
  const { measures } = await import(`./measures/${file}.js`)
  const [measure] = measures
  const columns = []
  for (const name of candidateNames)
    if (measure.candidates[name])
      columns.push({ name, counts: await countCalls(await measure.candidates[name]()) })
  sections.push(`## ${measure.title}\n\n${renderTable(columns)}\n`)
}
const page = `# Operations

Written by \`npm --prefix bench run operations -- --write\` on Node ${process.versions.node}. Operations of one call, with filled caches. The baseline is the
least work of the task, and its code is that of [the times](results.md).

${sections.join('\n')}`
console.log(page)
if (options.write) writeFileSync(new URL('results-operations.md', import.meta.url), page)

/** Returns the operations per call. */
async function countCalls({ prepare, run, steps = [run], clean }) {
  for (let call = 0; call < warmUpCalls + countedCalls; call++) {
    if (call === warmUpCalls) counters.take()
    let value = prepare?.()
    for (const step of steps) {
      const input = value
      value = isUntimed(step) ? await step(input) : await counters.count(() => step(input))
    }
    await clean?.()
  }
  return counters.take()
}

function renderTable(columns) {
  const names = [...new Set(columns.flatMap(({ counts }) => [...counts.keys()]))].sort()
  const rows = names.map(name => [
    name,
    ...columns.map(({ counts }) => String(Math.round((counts.get(name) ?? 0) / countedCalls))),
  ])
  const header = ['operation', ...columns.map(({ name }) => name)]
  return [header, ['---', ...columns.map(() => '---:')], ...rows]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n')
}
