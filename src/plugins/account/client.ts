/**
 * The typed client of the account page, for pages of an app. No code of the server gets into the page.
 *
 * @module
 */
import type { Client } from '../../client/index.js'
import { createPluginClient, type PluginResult, type PostFunction } from '../../client/plugins.js'
import type { AccountActions } from './index.js'

type Post<Path extends keyof AccountActions> = PostFunction<AccountActions, Path>
type Get<Path extends 'account' | 'account/sessions' | 'account/export'> = () => Promise<
  PluginResult<AccountActions[Path]['GET']>
>

/**
 * The calls of the account page as functions, which do not use `this`. Each resolves to the result of a call: `data` after a success, `error` after a
 * failure. A change that needs a fresh sign-in fails with `recent-sign-in-required` and the `url` of the page for it, which returns to the account page.
 * The functions reject only if the server does not know its own URL.
 */
export interface AccountClient {
  /** Returns the profile, the email addresses and the sign-in methods of the signed-in user. */
  readonly getAccount: Get<'account'>
  /** Changes the name and the picture. The empty text deletes one. */
  readonly updateProfile: Post<'account/profile'>
  /** Changes the email addresses: `change` is `add`, `resend`, `make-primary` or `remove`. */
  readonly changeEmails: Post<'account/emails'>
  /** Confirms an email address with the token of the email. */
  readonly confirmEmail: Post<'account/confirm-email'>
  /** Disconnects an account at a provider: `change` is `unlink`. */
  readonly changeAccounts: Post<'account/accounts'>
  /** Changes the passkeys: `change` is `rename` or `remove`. */
  readonly changePasskeys: Post<'account/passkeys'>
  /** Lists the sessions of the signed-in user. */
  readonly listSessions: Get<'account/sessions'>
  /** Ends sessions: `change` is `end`, `end-others` or `end-all`. */
  readonly endSessions: Post<'account/sessions'>
  /** Returns what is stored about the signed-in user. */
  readonly exportData: Get<'account/export'>
  /** Deletes the signed-in user: `confirmation` is `delete`. */
  readonly deleteAccount: Post<'account/delete'>
}

/**
 * Creates the client of the account page.
 *
 * @param client a client of `createClient`, or the base path of the auth actions, for example `/auth`. With the base path of a framework's client, both
 * share the session.
 * @throws TypeError if `createClient` did not create the client
 *
 * @example
 * ```ts
 * import { createAccountClient } from 'latchkey/account/client'
 *
 * const account = createAccountClient('/auth')
 *
 * export async function rename(name: string): Promise<string> {
 *   const { error, message } = await account.updateProfile({ name })
 *   return error ? (message ?? error) : 'Saved'
 * }
 * ```
 */
export function createAccountClient(client: Client | string): AccountClient {
  const { createFunction, get } = createPluginClient<AccountActions>(client)
  return {
    getAccount: () => get('account'),
    updateProfile: createFunction('account/profile'),
    changeEmails: createFunction('account/emails'),
    confirmEmail: createFunction('account/confirm-email'),
    changeAccounts: createFunction('account/accounts'),
    changePasskeys: createFunction('account/passkeys'),
    listSessions: () => get('account/sessions'),
    endSessions: createFunction('account/sessions'),
    exportData: () => get('account/export'),
    deleteAccount: createFunction('account/delete'),
  }
}
