/**
 * Two hundred people at four processes that are killed at random, for two minutes with each kind of session. `npm test`
 * has the same in small; this is for whoever changes sessions or an adapter, and prints what it took.
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
  const wanted = { LATCHKEY_SCALE_PEOPLE: '200', LATCHKEY_SCALE_SECONDS: '120' }
  const env = { CI: 'true', ...wanted, ...process.env, LATCHKEY_SCALE_REPORT: report }
  const child = spawn(process.execPath, command, { cwd: projectRoot, env, stdio: 'inherit' })
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
}

await run(process.argv.slice(2))
