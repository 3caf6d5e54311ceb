/**
 * The code of passkey ceremonies, in one module: a bundler splits it off once.
 *
 * @module
 */
export { createCeremonyOptions } from './ceremony-options.js'
export { warnOfPageHost } from './page-host.js'
export { verifyCallback } from './verify-ceremony.js'
