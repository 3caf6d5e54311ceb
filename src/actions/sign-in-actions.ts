/**
 * The actions that start a sign-in, loaded at the first one. They do not need what completes it.
 *
 * @module
 */
export { showSignIn, signIn } from './signin.js'
export { showVerifyRequest } from './verify-request.js'
