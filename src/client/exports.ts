/**
 * The types that the client of each framework exports beside its own.
 *
 * @module
 */
export type { AppSessionOptions } from './app-session.js'
export type { SignOutParams } from './create-client.js'
export type { SignInResponse } from './form-submission.js'
export type { RefetchOptions, SessionState } from './session-store.js'
export type { SignInAuthorizationParams, SignInOptions } from './sign-in.js'
