/**
 * Loads the texts of warnings, so that later warnings are logged at once.
 *
 * @module
 */
import { resolveLogger } from '../../src/config/logger.js'

await new Promise<void>(resolve => {
  resolveLogger({ logger: { warn: () => resolve() } }).warn('debug-enabled')
})
