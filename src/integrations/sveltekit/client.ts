import { appBasePath } from '#sveltekit-base'
import type { Client, SignIn, SignOut } from '../../client/create-client.js'
import { getSharedClient } from '../../client/shared-client.js'

export type { SignOutParams } from '../../client/create-client.js'
export type { SignInResponse, SignInResponse as SignOutResponse } from '../../client/form-submission.js'
export type { SignInAuthorizationParams, SignInOptions } from '../../client/sign-in.js'
export type { PublicProvider, Session } from '../../types.js'

/** Returns the client for the base path read at import, because the base path is different while a page is rendered. */
function getClient(): Client {
  return getSharedClient(`${appBasePath}/auth`)
}

/**
 * Signs in with an OAuth provider, a password, an email or a passkey. Without a provider, or with one that is not
 * configured, it redirects to the sign-in page.
 *
 * The other options are submitted like the fields of the provider's form: `email`, `password`, or `action: 'register'`
 * to create a passkey. With `redirect: false`, the page does not change and the promise resolves with the result.
 *
 * @throws the error of the browser if the passkey ceremony fails. With `redirect: false`, the result contains it.
 *
 * @example
 * ```ts
 * import { signIn } from 'latchkey/sveltekit/client'
 *
 * export const signInWithGitHub = () => signIn('github', { redirectTo: '/home' }, { prompt: 'select_account' })
 * ```
 */
export const signIn = ((...parameters: Parameters<SignIn>) => getClient().signIn(...parameters)) as SignIn

/**
 * Signs out in all tabs. With `redirect: false`, the page does not change and the promise resolves with the result.
 *
 * @example
 * ```ts
 * import { signOut } from 'latchkey/sveltekit/client'
 *
 * export const signOutToHome = () => signOut({ redirectTo: '/' })
 * ```
 */
export const signOut = ((...parameters: Parameters<SignOut>) => getClient().signOut(...parameters)) as SignOut
