/**
 * The actions of a sign-in, loaded at the first one.
 *
 * @module
 */
export { finishSignIn } from './callback.js'
export { showSignIn, signIn } from './signin.js'
export { showVerifyRequest } from './verify-request.js'
export { getWebAuthnOptions } from './webauthn-options.js'
