/**
 * Runs gates. A gate is a function from a root folder to a list of faults. It can run on the command line, in `npm run check`,
 * and in its test, which writes a fault into a temporary folder and expects it to be reported.
 *
 * @module
 */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Returns whether Node was started with the file `moduleUrl`. */
export function isMainModule(moduleUrl) {
  const mainPath = process.argv[1]
  return mainPath !== undefined && realpathSync(mainPath) === fileURLToPath(moduleUrl)
}

/** Runs the gate on the project if Node was started with its file. Prints each fault as a line on stderr. */
export async function runAsGate(moduleUrl, check) {
  if (!isMainModule(moduleUrl)) return
  const faults = await check(projectRoot)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
