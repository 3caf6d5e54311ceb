import type { PublicProvider } from '../../types/provider.js'
import type { Client } from '../create-client.js'
import { createPluginClient } from '../plugins.js'
import { createObservable, type Observable } from './observable.js'

/** State of a sign-in form. */
export interface SignInState {
  /** The providers, in the order of the configuration. Null until they are known. */
  readonly providers: readonly PublicProvider[] | null
  /** The id of the provider to which a sign-in is sent, or `password`. */
  readonly pending: string | null
  /** The code of the last failure, see `signIn`. */
  readonly error: string | null
  /** The text of the server for the last failure, in the language of the browser. */
  readonly message: string | null
}

/** Reads the providers and signs in. */
export interface SignInStore extends Observable<SignInState> {
  /** Reads the providers, unless the app has passed them, and the error in the URL of the page. */
  load(): Promise<void>
  /** Signs in at a provider with the fields of its form, and opens the next page. */
  signIn(provider: string, form?: FormData): Promise<void>
  /** Signs in with the plugin for passwords, and opens the next page. */
  signInWithPassword(form: FormData): Promise<void>
}

/** Options of a sign-in form. */
export interface SignInStoreOptions {
  /** Providers that the server has read, so that the form is rendered at once. @default requests them */
  readonly providers?: readonly PublicProvider[] | undefined
  /** URL to open after sign-in. @default `callbackUrl` in the URL of the page, or else the page */
  readonly callbackUrl?: string | undefined
}

/** A call of the plugin for passwords. */
interface PasswordCalls {
  readonly 'passwords/sign-in': { readonly POST: { readonly data: { readonly url: string } } }
}

/** Creates the store of a sign-in form. It sends no request before `load`. */
export function createSignInStore(client: Client, options: SignInStoreOptions = {}): SignInStore {
  const state = createObservable<SignInState>({
    providers: options.providers ?? null,
    pending: null,
    error: null,
    message: null,
  })
  const getCallbackUrl = () => options.callbackUrl ?? readQuery('callbackUrl')

  /** Runs one submission at a time. A browser can return to the form from the next page, so it does not stay pending. */
  async function submit(pending: string, send: () => Promise<Outcome>): Promise<void> {
    if (state.get().pending !== null) return
    state.update({ pending, error: null, message: null })
    const { url, error, message } = await send()
    if (url) location.assign(url)
    state.update({ pending: null, error: error ?? null, message: message ?? null })
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    async load() {
      const error = readQuery('error')
      if (error) state.update({ error })
      if (state.get().providers) return
      const providers = await client.getProviders()
      state.update(providers ? { providers: Object.values(providers) } : { error: 'Unreachable' })
    },
    signIn: (provider, form = new FormData()) =>
      submit(provider, () =>
        client.signIn(provider, {
          ...Object.fromEntries(form),
          callbackUrl: getCallbackUrl(),
          redirect: false,
        }),
      ),
    signInWithPassword: form =>
      submit('password', () =>
        createPluginClient<PasswordCalls>(client).post('passwords/sign-in', {
          ...Object.fromEntries(form),
          callbackUrl: getCallbackUrl() ?? location.href,
        }),
      ),
  }
}

/** What a sign-in resolves to: the next page, or a failure. */
interface Outcome {
  readonly url?: string | null | undefined
  readonly error?: string | null | undefined
  readonly message?: string | undefined
}

function readQuery(name: string): string | undefined {
  return new URLSearchParams(location.search).get(name) ?? undefined
}
