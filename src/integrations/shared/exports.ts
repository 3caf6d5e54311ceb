/**
 * What every integration exports beside its own. An app can extend the interfaces through each integration that exports them.
 *
 * @module
 */
export { AuthError, CredentialsSignin } from '../../errors.js'
export type { Account, DefaultSession, InferSession, Profile, Session, User } from '../../index.js'
export { customFetch } from '../../types/symbols.js'
