/**
 * Measures what an app needs for a number of users: requests per second of a core, bytes per user and session, statements per flow beside
 * other packages. Prints the tables of `docs/guides/sizing.md`. `--write` writes them there.
 *
 * @module
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { assertFreshBuild } from './assert-fresh-build.js'

// As in a deployed app. Set before modules that read it are loaded.
process.env.NODE_ENV = 'production'
assertFreshBuild()

const guide = new URL('../docs/guides/sizing.md', import.meta.url)

async function measure() {
  const { SqlAdapter } = await import('../dist/adapters/sql/index.js')
  const { startServers } = await import('./sizing/servers.js')
  const { measureThroughput } = await import('./sizing/throughput.js')
  const { measureBytes } = await import('./sizing/bytes.js')
  const { countQueries } = await import('./sizing/queries.js')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sizing-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const servers = await startServers(folder)
  try {
    const adapter = SqlAdapter(servers.postgres.url)
    await adapter.migrate()
    await adapter.close()
    const queries = await countQueries(servers)
    const throughput = await measureThroughput(servers)
    const bytes = await measureBytes(servers)
    return { throughput, bytes, queries, machine: describeMachine() }
  } finally {
    await servers.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function describeMachine() {
  const date = new Date().toISOString().slice(0, 10)
  return `Node ${process.versions.node}, PostgreSQL and Redis of Debian 12, one core of ${cpus()[0].model.trim()}, ${date}`
}

const { renderMeasured, replaceMeasured } = await import('./sizing/page.js')
const text = renderMeasured(await measure())
console.log(text)
if (process.argv.includes('--write')) writeFileSync(guide, replaceMeasured(readFileSync(guide, 'utf8'), text))
