'use client'

import type { Client } from '../create-client.js'
import { isOnServer } from '../page-lifecycle.js'
import { getSharedClient } from '../shared-client.js'

/** Base path for the functions that are called outside of components. */
let basePath = '/api/auth'

/**
 * Returns the client for `path`, and makes it the client of {@link signIn} and the other functions. On a server the path is
 * not stored.
 */
export function selectDefaultClient(path = basePath): Client {
  if (!isOnServer()) basePath = path
  return getSharedClient(path)
}

/**
 * Reads the session outside of components. Inside, use {@link useSession}.
 *
 * @returns the session, or `null` for a visitor
 * @throws SessionUnavailable if the server did not return a session or `null`; the user may still be signed in
 *
 * @example
 * ```ts
 * import { getSession } from 'latchkey/react'
 *
 * export const getUserName = async () => (await getSession())?.user?.name
 * ```
 */
export const getSession: Client['getSession'] = params => selectDefaultClient().getSession(params)

/**
 * Returns the CSRF token for a form of your own that posts to an auth action; empty if there is none.
 *
 * @example
 * ```ts
 * import { getCsrfToken } from 'latchkey/react'
 *
 * export const getHiddenField = async () => ({ type: 'hidden', name: 'csrfToken', value: await getCsrfToken() })
 * ```
 */
export const getCsrfToken: Client['getCsrfToken'] = () => selectDefaultClient().getCsrfToken()

/**
 * Returns the providers by id for a sign-in page of your own; `null` if the server did not return them.
 *
 * @example
 * ```ts
 * import { getProviders } from 'latchkey/react'
 *
 * export const getProviderNames = async () => Object.values((await getProviders()) ?? {}).map(({ name }) => name)
 * ```
 */
export const getProviders: Client['getProviders'] = () => selectDefaultClient().getProviders()

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
 * import { signIn } from 'latchkey/react'
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
export const signIn: Client['signIn'] = ((...params: Parameters<Client['signIn']>) =>
  selectDefaultClient().signIn(...params)) as Client['signIn']

/**
 * Signs out in all tabs. With `redirect: false`, the page stays open and the promise resolves to the result.
 *
 * @example
 * ```ts
 * import { signOut } from 'latchkey/react'
 *
 * export const signOutToHome = () => signOut({ redirectTo: '/' })
 * ```
 */
export const signOut: Client['signOut'] = ((...params: Parameters<Client['signOut']>) =>
  selectDefaultClient().signOut(...params)) as Client['signOut']
