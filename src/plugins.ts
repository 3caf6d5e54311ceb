export { AuthError } from './errors.js'
export { html } from './pages/html.js'
export type { AssuranceRequirement, CurrentSession, Evidence } from './types/evidence.js'
export type { PendingSignIn } from './types/pending-sign-in.js'
export type {
  AddedMethodType,
  ApiResult,
  NewAccount,
  PasskeyMethod,
  Plugin,
  PluginAction,
  PluginAttempt,
  PluginContext,
  PluginCookies,
  PluginFunction,
  PluginHostConfig,
  PluginPage,
  PluginRequest,
  PluginResponse,
  PluginSession,
  PluginTexts,
  PolicyDecision,
  PolicySession,
  RecordSecret,
  SessionPolicy,
  SignInCandidate,
  SignInPolicy,
  StepUpMethod,
} from './types/plugin.js'
export type {
  CallContext,
  CallData,
  CallError,
  CallInput,
  CallResponse,
  PluginCall,
  PluginFailure,
  PluginFailureStatus,
  PluginHandler,
  PluginHandlers,
} from './types/plugin-calls.js'
export type { AttemptGroup } from './types/throttling.js'
