/**
 * Signs in and out from the pages of a SolidStart app.
 *
 * @module
 */

import type { SignOutParams } from '../create-client.js'
import { getSharedClient } from '../shared-client.js'
import type { SignInAuthorizationParams, SignInOptions } from '../sign-in.js'
import type { SignInResponse } from '../sign-in-response.js'

export type { PublicProvider, Session } from '../../types.js'
export type { SignOutParams } from '../create-client.js'
export type { SignInAuthorizationParams, SignInOptions } from '../sign-in.js'
export type { SignInResponse } from '../sign-in-response.js'

const defaultBasePath = '/api/auth'

/** Where the actions are. */
export interface BasePathOption {
  /** The `prefix` of the server. @default '/api/auth' */
  basePath?: string | undefined
}

/**
 * Signs in: at a provider, with a password, by mail or with a passkey. Without a provider, or with one that is not there, the
 * visitor is sent to the sign-in page.
 *
 * Every other option is submitted, as the provider's form would: `email`, `password`, or `action: 'register'` to make a
 * passkey. With `redirect: false` the visitor stays, and the promise says what came of it.
 *
 * @throws what the browser threw when a passkey was not used; with `redirect: false` it is part of the answer
 *
 * @example
 * ```ts
 * import { signIn } from 'latchkey/solid-start/client'
 *
 * export const atHarbor = () => signIn('harbor', { redirectTo: '/home' }, { prompt: 'login' })
 * export const newPasskey = (email: string) => signIn('passkey', { action: 'register', email })
 *
 * export async function withPassword(email: string, password: string) {
 *   const { error, code } = await signIn('credentials', { email, password, redirect: false })
 *   return error === 'CredentialsSignin' ? `That was not right (${code}).` : error
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
 * Signs out, in all tabs. With `redirect: false` the visitor stays, and the promise says what came of it.
 *
 * @example
 * ```ts
 * import { signOut } from 'latchkey/solid-start/client'
 *
 * export const leave = () => signOut({ redirectTo: '/' })
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
