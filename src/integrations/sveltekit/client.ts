import { appBasePath } from '#sveltekit-base'
import type { Client, SignIn, SignOut } from '../../client/create-client.js'
import { getSharedClient } from '../../client/shared-client.js'

export type { SignOutParams } from '../../client/create-client.js'
export type { SignInResponse } from '../../client/form-submission.js'
export type { SignInAuthorizationParams, SignInOptions } from '../../client/sign-in.js'
export type { PublicProvider, Session } from '../../types.js'

/** The base path is another one while a page is rendered. */
function getClient(): Client {
  return getSharedClient(`${appBasePath}/auth`)
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
 * import { signIn } from 'latchkey/sveltekit/client'
 *
 * export const atHarbor = () => signIn('harbor', { redirectTo: '/home' }, { prompt: 'login' })
 * ```
 */
export const signIn = ((...parameters: Parameters<SignIn>) => getClient().signIn(...parameters)) as SignIn

/**
 * Signs out, in all tabs. With `redirect: false` the visitor stays, and the promise says what came of it.
 *
 * @example
 * ```ts
 * import { signOut } from 'latchkey/sveltekit/client'
 *
 * export const leave = () => signOut({ redirectTo: '/' })
 * ```
 */
export const signOut = ((...parameters: Parameters<SignOut>) => getClient().signOut(...parameters)) as SignOut
