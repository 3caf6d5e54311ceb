import type {
  Awaitable,
  ChangeEvent,
  ChangeNotifier,
  JsonObject,
  NotifyOfChange,
  NotifyOption,
  OperationFailure,
  OperationUser,
} from '../../plugins.js'

/** A user whose second factor is meant. */
export type TwoFactorUser = OperationUser

/** What happened to the second factor of a user. */
export type TwoFactorChange =
  | 'enabled'
  | 'replaced'
  | 'removed'
  | 'recovery-codes-created'
  | 'recovery-code-used'
  | 'devices-forgotten'
  /** Ten wrong codes in a row: another person may know the password. */
  | 'wrong-codes'

/** A change of a second factor, of which the user is notified. */
export type TwoFactorEvent = ChangeEvent<TwoFactorChange>

/** Notifies a user of a change. */
export type TwoFactorNotifier = ChangeNotifier<TwoFactorChange>

/** The options of {@link twoFactor}. */
export interface TwoFactorOptions {
  /** The name of the app in authenticator apps. @default `theme.name`, or the host of the app */
  readonly issuer?: string | undefined
  /** Returns whether the user needs a second factor. Without one, the user sets it up during the sign-in. @default no user */
  readonly required?: ((user: TwoFactorUser) => boolean | Promise<boolean>) | undefined
  /**
   * Notifies users of changes of their second factor: a function, or a mailer. The symbol `skipNotifications` sends none. NIST SP 800-63B
   * section 4.6 requires notifications.
   *
   * @default `sendEmail` of the configuration, which is then required
   */
  readonly notify?: NotifyOption<TwoFactorChange> | undefined
  /**
   * How long a browser can be remembered, so that it does not ask for the second factor. `false` remembers none.
   *
   * @default { maxAge: 2592000 }
   */
  readonly rememberDevice?: false | { readonly maxAge?: number | undefined } | undefined
}

/** The options with all defaults. */
export interface TwoFactorSettings {
  readonly issuer: string | null
  readonly required: (user: TwoFactorUser) => Awaitable<boolean>
  readonly notifyUser: NotifyOfChange<TwoFactorChange>
  /** Seconds, or null if no browser is remembered. */
  readonly deviceMaxAge: number | null
}

/** A method with which a user proves the second factor. */
export type SecondFactorMethod = 'totp' | 'recovery-code' | 'passkey'

/** Why a request failed. */
export type TwoFactorFault =
  /** No user is signed in, and no sign-in is pending. */
  | 'signed-out'
  /** The code is wrong, or was used before. */
  | 'wrong-code'
  /** The passkey was not verified. */
  | 'wrong-passkey'
  /** There were too many failures. Another method, or a new sign-in, is possible. */
  | 'too-many-attempts'
  /** There were 100 wrong codes of the app in a row. It is off until the user sets it up again, or signs in where they used it before. */
  | 'method-disabled'
  /** The user has no such method. */
  | 'no-such-method'
  /** The 10 minutes to set up the app have passed. */
  | 'enrollment-expired'
  /** The change needs a session with the second factor, not older than 15 minutes. */
  | 'second-factor-required'
  /** The first app needs a sign-in in the last 15 minutes. `url` is the page on which the user confirms who they are. */
  | 'recent-sign-in-required'
  /** The app requires a second factor, so it cannot be removed. */
  | 'required'

/** The failure of a request. */
export type TwoFactorFailure = OperationFailure<TwoFactorFault>

/** The methods that a user can pass now, the usual one first. */
export interface AvailableMethods {
  readonly methods: readonly SecondFactorMethod[]
  /** For how many seconds a browser can be remembered. Null if it cannot. */
  readonly rememberDevice: number | null
  /** The URL that returns the options for the browser, if the user has a passkey. */
  readonly passkeyOptionsUrl?: string
}

/** A secret that an authenticator app needs. Never log it, and send it only with `Cache-Control: no-store`. */
export interface Enrollment {
  /** The secret as base32, for users who cannot scan the QR code. */
  readonly secret: string
  /** The `otpauth:` URI: the content of the QR code, and a link on a phone. */
  readonly uri: string
}

/** Recovery codes to show once, and where the user goes next. */
export interface NewRecoveryCodes {
  readonly recoveryCodes: readonly string[]
  readonly url: string
}

/** The second factor of a user. */
export interface TwoFactorStatus extends JsonObject {
  /** Whether an authenticator app is set up. */
  readonly isEnabled: boolean
  /** Whether its codes are off, after 100 failures in a row. */
  readonly isDisabled: boolean
  readonly hasPasskey: boolean
  /** The number of unused recovery codes. */
  readonly recoveryCodes: number
  /** The number of browsers that are remembered. */
  readonly devices: number
}
