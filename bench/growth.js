/**
 * Does a request cost more because more people are signed in? Databases of several sizes stand side by side, filled in
 * the same way, and are asked in turns, so that whatever else the machine is doing slows all of them alike.
 *
 * `--sizes=1000,100000` asks for other sizes, `--files=folder` keeps the SQLite files there for the next run, `--write` also
 * writes results-growth.md.
 *
 * @module
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assertFresh } from './build.js'
import { measuresOf } from './growth/measures.js'
import { startPostgres } from './growth/postgres.js'
import { postgresStores, sqliteStores } from './growth/stores.js'
import { judge, page, table } from './report.js'
import { race } from './rounds.js'
import { seatHere } from './seats/here.js'

process.env.NODE_ENV = 'production'

assertFresh()

const { values: options } = parseArgs({
  options: { sizes: { type: 'string' }, files: { type: 'string' }, write: { type: 'boolean' } },
})
const sizes = options.sizes?.split(',').map(Number)

const folder = mkdtempSync(join(tmpdir(), 'latchkey-growth-'))
chmodSync(folder, 0o755)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const results = []
await run('SQLite', await sqliteStores(options.files ?? folder, sizes ?? [1e3, 1e5, 1e7]))
const server = await startPostgres(join(folder, 'postgres'))
if (server) {
  try {
    const stores = await postgresStores(server, sizes ?? [1e3, 1e5, 1e6])
    await run('PostgreSQL', stores)
    for (const { close } of stores) await close()
  } finally {
    await server.stop()
  }
} else console.error('PostgreSQL is not there: apt-get install postgresql')

const verdicts = results.flatMap(judge)
console.log(`\n${verdicts.map(({ text }) => text).join('\n')}`)
if (verdicts.some(({ met }) => !met)) process.exitCode = 1
if (options.write)
  writeFileSync(
    new URL('results-growth.md', import.meta.url),
    page(results, {
      title: 'Figures by size',
      command: `npm --prefix bench run growth -- ${options.files ? '--files=… ' : ''}--write`,
    }),
  )

async function run(place, stores) {
  for (const measure of measuresOf(place, stores)) {
    const seats = measure.contenders.map(({ name, ...contender }) =>
      seatHere(name, contender, measure.expected),
    )
    const result = { measure, times: await race(seats, measure.rounds) }
    console.log(`\n${table(result)}`)
    results.push(result)
  }
}
