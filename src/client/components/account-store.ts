import type { JsonObject } from '../../types/common.js'
import type { Client } from '../create-client.js'
import { createPluginClient } from '../plugins.js'
import type { AccountChanges, AccountData, AccountReads } from './account-calls.js'
import { createObservable, type Observable } from './observable.js'

/** The account of the signed-in user, or a part of it. */
export interface AccountState<Data> {
  /** Null until it is loaded. */
  readonly data: Data | null
  /** Whether a change is sent. */
  readonly isPending: boolean
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
    isPending: false,
    saved: null,
    error: null,
    message: null,
  })
  let loading: Promise<void> | undefined

  async function read(): Promise<void> {
    const result = await plugins.get(path)
    state.update(result.error === null ? { data: result.data as AccountReads[Path] } : toFailure(result))
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
      const result = await plugins.post(changed, { ...input, callbackUrl: location.href })
      if (result.url) location.assign(result.url)
      if (result.error !== null) {
        state.update({ isPending: false, ...toFailure(result) })
        return false
      }
      if (!result.url) await load()
      state.update({ isPending: false, saved: changed })
      return true
    },
  }
}

function toFailure({ error, message }: { error: string | null; message: string | undefined }) {
  return { error, message: message ?? null }
}

/** Moves the focus to the region of a change, if the focused element is gone, for example the button of a removed entry. */
export function restoreFocus(region: HTMLElement | null): void {
  if (document.activeElement === document.body) region?.focus()
}

/** Lists the providers at which the user can link an account. */
export function listLinkableProviders({ providers }: AccountData): AccountData['providers'] {
  return providers.filter(({ type }) => type === 'oidc' || type === 'oauth')
}

/** Creates a passkey for the signed-in user, and reads the account again. A user who cancels changes nothing. */
export async function registerPasskey(
  { signIn }: Pick<Client, 'signIn'>,
  { id, load }: { readonly id: string | undefined; load(): Promise<void> },
): Promise<void> {
  const { ok } = await signIn(id, { action: 'register', redirect: false })
  if (ok) await load()
}
