/**
 * The typed client of passwords, for pages of an app. No code of the server gets into the page.
 *
 * @module
 */
import type { Client } from '../../client/index.js'
import { createPluginClient, type PostFunction } from '../../client/plugins.js'
import type { PasswordsActions } from './index.js'

type Post<Path extends keyof PasswordsActions> = PostFunction<PasswordsActions, Path>

/**
 * The calls of passwords as functions, which do not use `this`. Each resolves to the result of a call: `data` after a success, `error` after a failure.
 * With `callbackUrl`, the user continues there. Instead of an object, they take the fields of a form as `FormData`. The functions reject only if the
 * server does not know its own URL.
 */
export interface PasswordsClient {
  /** Starts a sign-up, and sends an email. With `verification: 'after'`, a visitor with a new address is signed in. */
  readonly signUp: Post<'passwords/sign-up'>
  /** Creates the account of a sign-up with the token of the email, and signs the user in. Another browser than that of the sign-up sends the password. */
  readonly verifySignUp: Post<'passwords/verify'>
  /** Signs a user in. Open `data.url` next: the callback URL, or a page that asks for a second factor. */
  readonly signIn: Post<'passwords/sign-in'>
  /** Sends an email with a link to choose a new password. The result is the same for an address without an account. */
  readonly requestPasswordReset: Post<'passwords/forgot'>
  /** Sets a new password with the token of the email, and ends all sessions of the user. It does not sign in. */
  readonly resetPassword: Post<'passwords/reset'>
  /** Changes the password of the signed-in user, or sets a first one. The other sessions of the user end. */
  readonly changePassword: Post<'passwords/change'>
  /** Raises the session of a user who enters the password again. */
  readonly confirmPassword: Post<'passwords/confirm'>
  /** Sends the signed-in user a link to confirm the email address. */
  readonly requestEmailConfirmation: Post<'passwords/send-confirmation'>
  /** Confirms an email address with the token of the email. */
  readonly confirmEmail: Post<'passwords/confirm-email'>
}

/**
 * Creates the client of passwords.
 *
 * @param client a client of `createClient`, or the base path of the auth actions, for example `/auth`. With the base path of a framework's client, both
 * share the session.
 * @throws TypeError if `createClient` did not create the client
 *
 * @example
 * ```ts
 * import { createPasswordsClient } from 'latchkey/passwords/client'
 *
 * const passwords = createPasswordsClient('/auth')
 *
 * export async function signIn(email: string, password: string): Promise<string> {
 *   const { error, data } = await passwords.signIn({ email, password, callbackUrl: '/home' })
 *   if (data) location.assign(data.url)
 *   return error === 'wrong-credentials' ? 'The email address or the password is not correct.' : 'Try again later.'
 * }
 * ```
 */
export function createPasswordsClient(client: Client | string): PasswordsClient {
  const { createFunction } = createPluginClient<PasswordsActions>(client)
  return {
    signUp: createFunction('passwords/sign-up'),
    verifySignUp: createFunction('passwords/verify'),
    signIn: createFunction('passwords/sign-in'),
    requestPasswordReset: createFunction('passwords/forgot'),
    resetPassword: createFunction('passwords/reset'),
    changePassword: createFunction('passwords/change'),
    confirmPassword: createFunction('passwords/confirm'),
    requestEmailConfirmation: createFunction('passwords/send-confirmation'),
    confirmEmail: createFunction('passwords/confirm-email'),
  }
}
