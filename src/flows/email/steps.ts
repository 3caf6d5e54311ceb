/**
 * The steps of an email sign-in, loaded at the first one.
 *
 * @module
 */
export { readRequestedIdentifier } from '../../checks/email-cookies.js'
export { requestSignIn } from './request-sign-in.js'
export { needsConfirmation, verifyCallback } from './verify-callback.js'
