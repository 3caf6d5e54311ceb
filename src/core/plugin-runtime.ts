/**
 * The code of plugins, and of sessions that end before they expire, in one module: it is loaded when a configuration has one of them, and
 * a bundler splits it off once.
 *
 * @module
 */

export { addImpersonation } from '../sessions/impersonation.js'
export { sessionControl } from '../sessions/revocation/index.js'
export { newMethodGuard } from '../sign-in/authorize-new-method.js'
export { applySignInPolicies } from '../sign-in/pending-sign-in.js'
export { runAfterSignIn } from './after-sign-in.js'
export { describeEmailConflict, reportEmailConflict } from './email-conflict.js'
export { runInstrumentedRequest, runServerFunction } from './instrumented-request.js'
export { createPluginErrorResult, runPluginAction } from './plugin-action.js'
export { renderBanners } from './plugin-banners.js'
export { buildPluginContext } from './plugin-context.js'
export { notifyPlugins } from './plugin-events.js'
export { deleteUnprovenMethods } from './unproven-methods.js'
export { deleteUser, readUserData, renderSections } from './user-data.js'
