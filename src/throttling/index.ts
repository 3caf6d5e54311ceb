/**
 * Limits of attempts to sign in. Loaded at the first attempt.
 *
 * @module
 */

export { identifyAccount, listNamesOfUser, setDeviceCookie } from './accounts.js'
export { throttlePasskeyRequest, verifyThrottled } from './attempt.js'
export { resolveEmailRequest } from './throttle-email-request.js'
export { createThrottledResult } from './throttled-result.js'
