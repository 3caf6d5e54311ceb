/**
 * Runs the scale tests: 200 users on four processes that are killed at random, for two minutes with each session strategy, and 200
 * users who sign in and out while the primary server of a store is replaced. Prints the figures. `npm test` runs a smaller version.
 * Run this one after changes of sessions or an adapter.
 *
 * `--write` writes the figures of the failovers to `docs/project/assurance.md`. Other arguments go to Vitest, for example
 * `npm run test:scale -- --write failover`.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderFailovers } from './scale/failovers.js'
import { installDependencies } from './setup.js'
import { projectRoot } from './shared/gate.js'

async function run(args) {
  await installDependencies(projectRoot)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-scale-report-'))
  const reports = { scale: join(folder, 'scale.json'), failovers: join(folder, 'failovers.jsonl') }
  try {
    process.exitCode = await runVitest(
      args.filter(arg => arg !== '--write'),
      reports,
    )
    if (existsSync(reports.scale)) console.log(readFileSync(reports.scale, 'utf8'))
    if (existsSync(reports.failovers))
      showFailovers(reports.failovers, { isWritten: args.includes('--write') })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function runVitest(args, reports) {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project=scale', ...args]
  const defaults = {
    LATCHKEY_SCALE_PEOPLE: '200',
    LATCHKEY_SCALE_SECONDS: '120',
    LATCHKEY_FAILOVER_PEOPLE: '200',
    LATCHKEY_FAILOVER_SECONDS: '10',
  }
  const env = {
    CI: 'true',
    ...defaults,
    ...process.env,
    LATCHKEY_SCALE_REPORT: reports.scale,
    LATCHKEY_FAILOVER_REPORT: reports.failovers,
  }
  const child = spawn(process.execPath, command, { cwd: projectRoot, env, stdio: 'inherit' })
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
}

/** Prints the figures of the failovers that passed, and adds them to the page. */
function showFailovers(report, { isWritten }) {
  const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean)
  for (const line of lines) console.log(line)
  if (!isWritten) return
  const page = join(projectRoot, 'docs/project/assurance.md')
  const date = new Date().toISOString().slice(0, 10)
  const figures = lines.map(line => ({ ...JSON.parse(line), date }))
  writeFileSync(page, renderFailovers(readFileSync(page, 'utf8'), figures))
}

await run(process.argv.slice(2))
