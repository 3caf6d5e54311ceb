/**
 * A gate is a function from a root folder to a list of faults. That one shape lets it run alone on the command line,
 * under `npm run check`, and in its self-test, which plants a fault in a temporary tree and expects to read about it.
 *
 * @module
 */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** True when `moduleUrl` is the file that Node was started with. */
export function isMainModule(moduleUrl) {
  const started = process.argv[1]
  return started !== undefined && realpathSync(started) === fileURLToPath(moduleUrl)
}

/** Runs the gate on the project when its file was started directly; each fault is one line on stderr. */
export async function runAsGate(moduleUrl, check) {
  if (!isMainModule(moduleUrl)) return
  const faults = await check(projectRoot)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
