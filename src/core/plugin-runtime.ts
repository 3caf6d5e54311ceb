/**
 * The code of plugins, in one module: it is loaded when a configuration has one, and a bundler splits it off once.
 *
 * @module
 */
export { applySignInPolicies } from '../flows/pending-sign-in.js'
export { runPluginAction } from './plugin-action.js'
export { buildPluginContext } from './plugin-context.js'
