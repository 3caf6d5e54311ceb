/**
 * Runs the scale test: 200 users on four processes that are killed at random, for two minutes with each session strategy.
 * Prints a report. `npm test` runs a smaller version. Run this one after changes of sessions or an adapter.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDependencies } from './setup.js'
import { projectRoot } from './shared/gate.js'

async function run(args) {
  await installDependencies(projectRoot)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-scale-report-'))
  const report = join(folder, 'report.json')
  try {
    process.exitCode = await runVitest(args, report)
    console.log(readFileSync(report, 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function runVitest(args, report) {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project=scale', ...args]
  const defaults = { LATCHKEY_SCALE_PEOPLE: '200', LATCHKEY_SCALE_SECONDS: '120' }
  const env = { CI: 'true', ...defaults, ...process.env, LATCHKEY_SCALE_REPORT: report }
  const child = spawn(process.execPath, command, { cwd: projectRoot, env, stdio: 'inherit' })
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
}

await run(process.argv.slice(2))
