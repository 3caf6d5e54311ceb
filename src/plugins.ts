export { describeValue } from './base/describe-value.js'
export {
  anyValue,
  booleanRule,
  findOptionFault,
  functionRule,
  type OptionRule,
  type OptionRules,
  objectRule,
  textRule,
} from './base/option-fault.js'
export { isRecord } from './base/parse.js'
export { toError } from './base/to-error.js'
export { requireUserId } from './config/assert-options.js'
export type { HmacHash } from './crypto/platform.js'
export { type EmailFault, normalizeEmail } from './email/address.js'
export {
  AccessDenied,
  AdapterError,
  AuthError,
  ImpersonationActive,
  InvalidCheck,
  InvalidConfig,
  MissingCSRF,
  SessionUnavailable,
  StepUpRequired,
  TooManyRequests,
} from './errors.js'
export { toAddressPrefix } from './http/client-address.js'
export { appendQuery, toWellFormed } from './http/url.js'
export { type Html, html, renderAttributes, toMarkup } from './pages/html.js'
export * from './plugin-kit/attempts.js'
export * from './plugin-kit/base32.js'
export * from './plugin-kit/browsers.js'
export * from './plugin-kit/codes.js'
export * from './plugin-kit/crypto.js'
export * from './plugin-kit/define-plugin.js'
export * from './plugin-kit/forms.js'
export * from './plugin-kit/notifications.js'
export * from './plugin-kit/one-time-tokens.js'
export {
  buildSubjectUrl,
  completeSubject,
  createChoice,
  createFailure,
  createFlag,
  createOptionalText,
  createRequiredText,
  defineOperation,
  type FailureDetails,
  findSessionSubject,
  findSubject,
  type InputField,
  type InputFields,
  isFailure,
  type NamedSubject,
  type Operation,
  OperationFailure,
  type OperationOutcome,
  type Operations,
  type OperationUser,
  type PendingSubject,
  type SessionSubject,
  type Subject,
  type SubjectKind,
  type SubjectPage,
} from './plugin-kit/operation.js'
export type { FunctionResult, InferActions, OperationFunctions } from './plugin-kit/operation-types.js'
export * from './plugin-kit/subject-secrets.js'
export {
  createUnreadableError,
  defineUserRecord,
  findRecordsFault,
  type RecordChange,
  requireRecords,
  type UserRecord,
  type UserRecordOptions,
} from './plugin-kit/user-records.js'
export { type Device, describeDevice, parseDevice } from './sessions/revocation/device-name.js'
export type { Awaitable, JsonObject, JsonValue } from './types/common.js'
export type { EmailContent, EmailContentLink, EmailMessage, EmailSender } from './types/email.js'
export type { RaisedEvent } from './types/events.js'
export {
  type Actor,
  type AssuranceRequirement,
  type CurrentActor,
  type CurrentSession,
  type Evidence,
  newMethodMaxAge,
} from './types/evidence.js'
export type {
  Instrument,
  InstrumentedRequest,
  PluginInstruments,
  ProviderRequest,
  ProviderRequestOutcome,
  RequestOutcome,
  RunInstrumented,
  StoreCall,
  StoreCallOutcome,
} from './types/instrument.js'
export type { PendingSignIn } from './types/pending-sign-in.js'
export type {
  AccountPageSection,
  AccountSection,
  ApiResult,
  CompletedSignIn,
  CredentialControl,
  EndedImpersonation,
  EventSession,
  NewMethod,
  NewMethodType,
  NewPluginMethod,
  NewUserProfile,
  PasskeyMethod,
  Plugin,
  PluginAction,
  PluginAttempt,
  PluginContext,
  PluginCookies,
  PluginFunction,
  PluginHostConfig,
  PluginHostEvent,
  PluginPage,
  PluginProvider,
  PluginRequest,
  PluginResponse,
  PluginSession,
  PluginSignInLink,
  PluginSignInMethod,
  PluginTexts,
  PolicyDecision,
  PolicySession,
  RecordSecret,
  RenderedSection,
  SessionPolicy,
  SignInCandidate,
  SignInPolicy,
  StepUpMethod,
  UserData,
} from './types/plugin.js'
export type * from './types/plugin-calls.js'
export type { RecordStore, StoredRecord } from './types/record-store.js'
export type { RequestHead } from './types/request.js'
export type { ListedSession } from './types/revocation.js'
export type { AccountName, AttemptGroup, EmailDecision } from './types/throttling.js'
export type { User } from './types/user.js'
