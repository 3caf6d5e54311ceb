'use client'

import type { Client } from '../create-client.js'
import { isOnServer } from '../page-lifecycle.js'
import { getSharedClient } from '../shared-client.js'

/** Where the functions that stand outside of components ask. */
let basePath = '/api/auth'

/** The client of the server at `path`, and from now on that of {@link signIn} and its like. On a server nothing is kept. */
export function selectDefaultClient(path = basePath): Client {
  if (!isOnServer()) basePath = path
  return getSharedClient(path)
}

/**
 * Reads the session, outside of components; inside, see {@link useSession}.
 *
 * @returns the session, or `null` when nobody is signed in
 * @throws SessionUnavailable when the server did not say: the visitor is still who they were
 *
 * @example
 * ```ts
 * import { getSession } from 'latchkey/react'
 *
 * export const nameOf = async () => (await getSession())?.user?.name
 * ```
 */
export const getSession: Client['getSession'] = params => selectDefaultClient().getSession(params)

/**
 * The CSRF token, for a form of your own that posts to an action; empty when there is none.
 *
 * @example
 * ```ts
 * import { getCsrfToken } from 'latchkey/react'
 *
 * export const hiddenField = async () => ({ type: 'hidden', name: 'csrfToken', value: await getCsrfToken() })
 * ```
 */
export const getCsrfToken: Client['getCsrfToken'] = () => selectDefaultClient().getCsrfToken()

/**
 * The providers by id, for a sign-in page of your own; `null` when the server did not say.
 *
 * @example
 * ```ts
 * import { getProviders } from 'latchkey/react'
 *
 * export const names = async () => Object.values((await getProviders()) ?? {}).map(({ name }) => name)
 * ```
 */
export const getProviders: Client['getProviders'] = () => selectDefaultClient().getProviders()

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
 * import { signIn } from 'latchkey/react'
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
export const signIn: Client['signIn'] = ((...params: Parameters<Client['signIn']>) =>
  selectDefaultClient().signIn(...params)) as Client['signIn']

/**
 * Signs out, in all tabs. With `redirect: false` the visitor stays, and the promise says what came of it.
 *
 * @example
 * ```ts
 * import { signOut } from 'latchkey/react'
 *
 * export const leave = () => signOut({ redirectTo: '/' })
 * ```
 */
export const signOut: Client['signOut'] = ((...params: Parameters<Client['signOut']>) =>
  selectDefaultClient().signOut(...params)) as Client['signOut']
