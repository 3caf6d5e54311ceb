/**
 * Limits of attempts to sign in. Loaded at the first attempt.
 *
 * @module
 */
export { identifyAccount } from './account.js'
export { setDeviceCookie } from './known-device.js'
export { resolveEmailRequest } from './throttle-email-request.js'
export { throttlePasskeyRequest } from './throttle-passkey-request.js'
export { createThrottledResult } from './throttled-result.js'
export { listNamesOfUser } from './verified-names.js'
export { verifyThrottled } from './verify-throttled.js'
