/**
 * Measures whether a request costs more if more users are signed in. Databases of several sizes contain equal data and take
 * turns, so that other work on the machine affects all of them equally.
 *
 * `--sizes=1000,100000` sets the sizes, `--files=folder` keeps the SQLite files for the next run, `--write` also writes
 * results-growth.md.
 *
 * @module
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assertFreshBuild } from './assert-fresh-build.js'
import { createMeasures } from './growth/measures.js'
import { startPostgres } from './growth/postgres.js'
import { createPostgresStores, createSqliteStores } from './growth/stores.js'
import { checkTargets, renderPage, renderTable } from './report.js'
import { runRounds } from './rounds.js'
import { createInProcessRunner } from './runners/in-process.js'

process.env.NODE_ENV = 'production'

assertFreshBuild()

const { values: options } = parseArgs({
  options: { sizes: { type: 'string' }, files: { type: 'string' }, write: { type: 'boolean' } },
})
const sizes = options.sizes?.split(',').map(Number)

const folder = mkdtempSync(join(tmpdir(), 'latchkey-growth-'))
chmodSync(folder, 0o755)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const results = []
await run('SQLite', await createSqliteStores(options.files ?? folder, sizes ?? [1e3, 1e5, 1e7]))
const server = await startPostgres(join(folder, 'postgres'))
if (server) {
  try {
    const stores = await createPostgresStores(server, sizes ?? [1e3, 1e5, 1e6])
    await run('PostgreSQL', stores)
    for (const { close } of stores) await close()
  } finally {
    await server.stop()
  }
} else console.error('PostgreSQL is not installed: apt-get install postgresql')

const targetResults = results.flatMap(checkTargets)
console.log(`\n${targetResults.map(({ text }) => text).join('\n')}`)
if (targetResults.some(({ met }) => !met)) process.exitCode = 1
if (options.write)
  writeFileSync(
    new URL('results-growth.md', import.meta.url),
    renderPage(results, {
      title: 'Results by size',
      command: `npm --prefix bench run growth -- ${options.files ? '--files=… ' : ''}--write`,
    }),
  )

async function run(database, stores) {
  for (const measure of createMeasures(database, stores)) {
    const runners = measure.candidates.map(({ name, ...candidate }) =>
      createInProcessRunner(name, candidate, measure),
    )
    const result = {
      measure,
      times: await runRounds(runners, {
        rounds: measure.rounds,
        turn: 4,
        warmUp: { milliseconds: 200, calls: 0 },
      }),
    }
    console.log(`\n${renderTable(result)}`)
    results.push(result)
  }
}
