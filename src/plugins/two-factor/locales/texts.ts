import type { NoticeTexts } from '../../../plugins.js'
import type { TwoFactorChange, TwoFactorFault } from '../types.js'

/** The texts of the plugin in one language. `{host}`, `{url}`, `{account}`, `{count}` and `{days}` are placeholders. */
export interface TwoFactorTexts {
  readonly verify: {
    readonly title: string
    readonly account: string
    readonly codeMessage: string
    readonly codeLabel: string
    readonly recoveryMessage: string
    readonly recoveryLabel: string
    readonly passkeyMessage: string
    readonly button: string
    readonly passkeyButton: string
    /** Shown without JavaScript, or in a browser without passkeys. */
    readonly passkeyUnsupported: string
    readonly remember: string
    readonly useCode: string
    readonly useRecoveryCode: string
    readonly usePasskey: string
  }
  readonly enroll: {
    readonly title: string
    readonly message: string
    readonly requiredMessage: string
    readonly qrCode: string
    readonly openApp: string
    readonly secretLabel: string
    readonly codeLabel: string
    readonly button: string
  }
  readonly recoveryCodes: {
    readonly title: string
    readonly message: string
    readonly copy: string
    /** Replaces \`copy\` after the click. */
    readonly copied: string
    readonly download: string
    readonly print: string
    readonly button: string
  }
  readonly manage: {
    readonly title: string
    readonly off: string
    readonly on: string
    readonly disabled: string
    readonly recoveryCodes: string
    readonly devices: string
    readonly enable: string
    readonly replace: string
    readonly newRecoveryCodes: string
    readonly forgetDevices: string
    readonly remove: string
    readonly removeTitle: string
    readonly removeMessage: string
    readonly cancel: string
    readonly back: string
  }
  readonly errors: Readonly<Record<Exclude<TwoFactorFault, 'signed-out' | 'recent-sign-in-required'>, string>>
  readonly notice: NoticeTexts<TwoFactorChange>
}
