export { AuthError } from './errors.js'
export { html } from './pages/html.js'
export type { AssuranceRequirement, CurrentSession, Evidence } from './types/evidence.js'
export type { PendingSignIn } from './types/pending-sign-in.js'
export type {
  ApiResult,
  Plugin,
  PluginAction,
  PluginContext,
  PluginCookies,
  PluginFunction,
  PluginPage,
  PluginRequest,
  PluginResponse,
  PluginSession,
  PluginTexts,
  PolicyDecision,
  SignInCandidate,
  SignInPolicy,
  StepUpMethod,
} from './types/plugin.js'
