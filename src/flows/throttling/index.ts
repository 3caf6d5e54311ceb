/**
 * Limits of attempts to sign in. Loaded at the first attempt.
 *
 * @module
 */
export { identifyAccount } from './account.js'
export { countEmailRequest } from './count-email-request.js'
export { countPasskeyRequest } from './count-passkey-request.js'
export { rememberDevice } from './known-device.js'
export { createThrottledResult } from './throttled-result.js'
export { verifyThrottled } from './verify-throttled.js'
