/**
 * The steps of a sign-in with OAuth 2 or OpenID Connect, loaded at the first one.
 *
 * @module
 */
export { startSignIn } from './authorization-request.js'
export { verifyCallback } from './callback.js'
export { forwardToDeployment } from './redirect-proxy.js'
export { listFederatedMethods, listFederatedStepUpMethods } from './step-up-methods.js'
