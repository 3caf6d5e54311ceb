import type { SecondFactorMethod, TwoFactorFault, TwoFactorStatus } from './types.js'

/** The parameter `pending` of the URL that a sign-in redirected to. Without it, the signed-in user is meant. */
type PendingInput = {
  readonly pending?: string | undefined
}

/** The calls of the plugin, for `createPluginClient` of `latchkey/client/plugins`. The handlers are checked against it. */
export interface TwoFactorActions {
  'two-factor/verify': {
    GET: {
      input: PendingInput & { readonly method?: SecondFactorMethod }
      data: {
        methods: SecondFactorMethod[]
        /** For how many seconds a browser can be remembered. Null if it cannot. */
        rememberDevice: number | null
        /** The URL that returns the options for the browser, if the user has a passkey. */
        passkeyOptionsUrl?: string
      }
      error: 'signed-out' | 'no-such-method'
    }
    POST: {
      input: PendingInput & {
        /** @default 'totp' */
        readonly method?: SecondFactorMethod
        readonly code?: string
        /** The JSON of the credential of a passkey. */
        readonly data?: string
        readonly rememberDevice?: boolean
      }
      data: { url: string }
      error: TwoFactorFault
    }
  }
  'two-factor/enroll': {
    GET: {
      input: PendingInput
      data: { secret: string; uri: string }
      error: 'signed-out' | 'second-factor-required' | 'recent-sign-in-required'
    }
    POST: {
      input: PendingInput & { readonly code: string }
      data: { recoveryCodes: string[]; url: string }
      error: TwoFactorFault
    }
  }
  'two-factor/manage': {
    GET: { data: TwoFactorStatus; error: 'signed-out' }
    POST: {
      input: { readonly change: 'recovery-codes' | 'forget-devices' | 'remove' }
      data: { recoveryCodes?: string[]; url: string }
      error: TwoFactorFault | 'unknown-change'
    }
  }
}
