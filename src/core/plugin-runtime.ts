/**
 * The code of plugins, and of sessions that end before they expire, in one module: it is loaded when a configuration has one of them, and
 * a bundler splits it off once.
 *
 * @module
 */
export { linkingGuard } from '../flows/authorize-added-method.js'
export { applySignInPolicies } from '../flows/pending-sign-in.js'
export { sessionControl } from '../flows/revocation/index.js'
export { createPluginErrorResult, runPluginAction } from './plugin-action.js'
export { buildPluginContext } from './plugin-context.js'
