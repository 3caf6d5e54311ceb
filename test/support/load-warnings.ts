/**
 * Loads the texts of warnings, so that later warnings are logged at once.
 *
 * @module
 */
import { vi } from 'vitest'
import { resolveLogger } from '../../src/config/logger.js'

resolveLogger({ logger: { warn() {} } }).warn('debug-enabled')
await vi.dynamicImportSettled()
