/**
 * Client functions for the pages of a SolidStart app.
 *
 * @module
 */

import type { SignOutParams } from '../create-client.js'
import type { SignInResponse } from '../form-submission.js'
import { getSharedClient } from '../shared-client.js'
import type { SignInAuthorizationParams, SignInOptions } from '../sign-in.js'

export type { PublicProvider, Session } from '../../types.js'
export type { SignOutParams } from '../create-client.js'
export type { SignInResponse } from '../form-submission.js'
export type { SignInAuthorizationParams, SignInOptions } from '../sign-in.js'

const defaultBasePath = '/api/auth'

/** Location of the auth actions. */
export interface BasePathOption {
  /** Path of the auth actions, the `prefix` of the server. @default '/api/auth' */
  basePath?: string | undefined
}

/**
 * Signs in at a provider, with a password, by email or with a passkey. Without a provider, or with an unknown one, it opens
 * the sign-in page.
 *
 * Every other option is submitted to the provider: `email`, `password`, or `action: 'register'` to create a passkey. With
 * `redirect: false`, the page stays open and the promise resolves to the result.
 *
 * @throws the exception of the browser if a passkey was not used; with `redirect: false` the result contains its name
 *
 * @example
 * ```ts
 * import { signIn } from 'latchkey/solid-start/client'
 *
 * export const signInWithGitHub = () => signIn('github', { redirectTo: '/home' }, { prompt: 'select_account' })
 * export const createPasskey = (email: string) => signIn('passkey', { action: 'register', email })
 *
 * export async function signInWithPassword(email: string, password: string) {
 *   const { error, code } = await signIn('credentials', { email, password, redirect: false })
 *   return error === 'CredentialsSignin' ? `Wrong email or password (${code}).` : error
 * }
 * ```
 */
export function signIn(
  provider: string | undefined,
  options: SignInOptions<false> & BasePathOption & { redirect: false },
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse>
export function signIn(
  provider?: string,
  options?: (SignInOptions<true> & BasePathOption) | FormData,
  authorizationParams?: SignInAuthorizationParams,
): Promise<void>
export function signIn(
  provider?: string,
  options: (SignInOptions & BasePathOption) | FormData = {},
  authorizationParams?: SignInAuthorizationParams,
): Promise<unknown> {
  if (options instanceof FormData)
    return getSharedClient(defaultBasePath).signIn(provider, options, authorizationParams)
  const { basePath = defaultBasePath, ...rest } = options
  return getSharedClient(basePath).signIn(provider, rest as SignInOptions<true>, authorizationParams)
}

/**
 * Signs out in all tabs. With `redirect: false`, the page stays open and the promise resolves to the result.
 *
 * @example
 * ```ts
 * import { signOut } from 'latchkey/solid-start/client'
 *
 * export const signOutToHome = () => signOut({ redirectTo: '/' })
 * ```
 */
export function signOut(
  options: SignOutParams<false> & BasePathOption & { redirect: false },
): Promise<SignInResponse>
export function signOut(options?: SignOutParams<true> & BasePathOption): Promise<void>
export function signOut({
  basePath = defaultBasePath,
  ...rest
}: SignOutParams & BasePathOption = {}): Promise<unknown> {
  return getSharedClient(basePath).signOut(rest as SignOutParams<true>)
}
