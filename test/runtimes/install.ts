import { installDependencies } from '../../tools/setup.js'
import { installed } from './runtimes.js'

/** Installs the runtimes. Vitest calls it once before the tests. Failures are logged here and by each affected test. */
export default async function install(): Promise<void> {
  try {
    await installDependencies(installed)
  } catch (error) {
    console.error(`Failed to install all runtimes of test/runtimes/installed. ${error}`)
  }
}
