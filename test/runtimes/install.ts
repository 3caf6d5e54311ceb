import { installDependencies } from '../../tools/setup.js'
import { installed } from './runtimes.js'

/** Vitest calls it once, before the tests: what could not be had is told here, and again by each test that needs it. */
export default async function install(): Promise<void> {
  try {
    await installDependencies(installed)
  } catch (error) {
    console.error(`The runtimes of test/runtimes/installed are not complete. ${error}`)
  }
}
