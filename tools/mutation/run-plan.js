/**
 * Runs one plan of `record-mutants.js` in a process of its own, and ends it if a mutant never returns.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A mutant that is active for longer is in an endless loop. */
const loopMs = 30_000
/** A test file that takes longer without a mutant is given up. */
const stuckMs = 180_000

/** @returns the findings of the run: JSON values as `record-mutants.js` logs them, or `timeout` for a mutant that never returned */
export async function runPlan(root, plan) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mutation-'))
  const files = { log: join(folder, 'log.jsonl'), current: join(folder, 'current.json') }
  writeFileSync(join(folder, 'plan.json'), JSON.stringify({ ...plan, ...files }))
  try {
    const stuck = await runVitest(root, folder, files)
    const lines = existsSync(files.log) ? readFileSync(files.log, 'utf8').split('\n') : []
    return [...lines.filter(isComplete).map(line => JSON.parse(line)), ...stuck]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The last line is cut if the process ended while it was written. */
function isComplete(line) {
  return line.endsWith('}')
}

/** @returns what did not return */
function runVitest(root, folder, { current }) {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tools/mutation/vitest.config.js']
  const env = {
    ...process.env,
    CI: 'true',
    NODE_NO_WARNINGS: '1',
    LATCHKEY_MUTATION: join(folder, 'plan.json'),
  }
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: 'ignore', detached: true })
  const startedAt = Date.now()
  const stuck = []
  const timer = setInterval(() => {
    const found = findStuck(current, startedAt)
    if (!found) return
    stuck.push(found)
    process.kill(-child.pid, 'SIGKILL')
  }, 1000)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(stuck))
  }).finally(() => clearInterval(timer))
}

function findStuck(current, startedAt) {
  const changedAt = existsSync(current) ? statSync(current).mtimeMs : startedAt
  const idleMs = Date.now() - changedAt
  if (idleMs < loopMs) return null
  const { file, mutant } = existsSync(current) ? JSON.parse(readFileSync(current, 'utf8')) : { mutant: null }
  if (mutant !== null) return { type: 'timeout', mutant, file }
  return idleMs < stuckMs ? null : { type: 'stuck', file }
}
