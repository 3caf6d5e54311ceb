import type { JsonObject } from '../../types/common.js'
import type { Client } from '../create-client.js'
import { createPluginClient } from '../plugins.js'
import type { AccountChanges, AccountReads } from './account-calls.js'
import { createObservable, type Observable } from './observable.js'

/** The account of the signed-in user, or a part of it. */
export interface AccountState<Data> {
  /** Null until it is loaded. */
  readonly data: Data | null
  /** Whether a change is sent. */
  readonly isPending: boolean
  /** The id of the provider with which the user can create a passkey. Null if there is none, and for sessions. */
  readonly passkeyProvider: string | null
  /** The path of the last change, if it succeeded. */
  readonly saved: keyof AccountChanges | null
  /** The code of the last failure. Null after a success. */
  readonly error: string | null
  /** The text of the server for the last failure, in the language of the browser. */
  readonly message: string | null
}

/** Reads and changes an account. */
export interface AccountStore<Data> extends Observable<AccountState<Data>> {
  /** Reads the data. Concurrent calls share one request. */
  load(): Promise<void>
  /**
   * Sends a change and reads the data again. While another change is sent, nothing happens. If the server requires a recent sign-in, the
   * page opens on which the user confirms who they are.
   *
   * @returns whether the change was made
   */
  change<Path extends keyof AccountChanges>(path: Path, input: AccountChanges[Path]): Promise<boolean>
}

/** The calls, whose types {@link AccountReads} and {@link AccountChanges} have. */
interface AccountCall {
  readonly GET: { readonly data: JsonObject }
  readonly POST: { readonly input: object; readonly data: { readonly url: string } }
}

/** Creates the store of what is read at `path`. It sends no request before `load`. */
export function createAccountStore<Path extends keyof AccountReads>(
  client: Client,
  path: Path,
): AccountStore<AccountReads[Path]> {
  const plugins = createPluginClient<Record<string, AccountCall>>(client)
  const state = createObservable<AccountState<AccountReads[Path]>>({
    data: null,
    passkeyProvider: null,
    isPending: false,
    saved: null,
    error: null,
    message: null,
  })
  let loading: Promise<void> | undefined

  async function read(): Promise<void> {
    const [result, passkeyProvider] = await Promise.all([
      plugins.get(path),
      path === 'account' ? findPasskeyProvider(client) : null,
    ])
    if (result.error !== null) state.update(toFailure(result))
    else state.update({ data: result.data as AccountReads[Path], passkeyProvider })
  }

  function load(): Promise<void> {
    loading ??= read().finally(() => {
      loading = undefined
    })
    return loading
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    load,
    async change(changed, input) {
      if (state.get().isPending) return false
      state.update({ isPending: true, saved: null, error: null, message: null })
      const result = await plugins.post(changed, { ...input })
      if (result.error !== null) {
        if (result.url) location.assign(toReturningUrl(result.url))
        state.update({ isPending: false, ...toFailure(result) })
        return false
      }
      await load()
      // The change has ended the session, for example a deletion.
      if (state.get().error === 'signed-out') location.assign(result.url)
      state.update({ isPending: false, saved: changed })
      return true
    },
  }
}

/** The user confirms who they are at the URL, and returns to this page instead of the built-in one. */
function toReturningUrl(url: string): string {
  const target = new URL(url, location.href)
  if (target.searchParams.has('callbackUrl')) target.searchParams.set('callbackUrl', location.href)
  return target.href
}

function toFailure({ error, message }: { error: string | null; message: string | undefined }) {
  return { error, message: message ?? null }
}

/** Moves the focus to the region of a change, if the focused element is gone, for example the button of a removed entry. */
export function restoreFocus(region: HTMLElement | null): void {
  if (document.activeElement === document.body) region?.focus()
}

/** Returns the id of the first provider of passkeys. */
async function findPasskeyProvider({ getProviders }: Client): Promise<string | null> {
  const providers = Object.values((await getProviders()) ?? {})
  return providers.find(({ type }) => type === 'webauthn')?.id ?? null
}

/** Creates a passkey for the signed-in user, and reads the account again. A user who cancels changes nothing. */
export async function registerPasskey(
  { signIn }: Pick<Client, 'signIn'>,
  { id, load }: { readonly id: string; load(): Promise<void> },
): Promise<void> {
  const { ok } = await signIn(id, { action: 'register', redirect: false })
  if (ok) await load()
}
