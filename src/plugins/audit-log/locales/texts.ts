/** The events that the account page names. */
export type NamedAction =
  | 'sign-in'
  | 'sign-in-failure'
  | 'sign-out'
  | 'user-created'
  | 'user-updated'
  | 'account-linked'
  | 'two-factor.enabled'
  | 'two-factor.replaced'
  | 'two-factor.removed'
  | 'two-factor.recovery-codes-created'
  | 'two-factor.recovery-code-used'
  | 'two-factor.devices-forgotten'
  | 'two-factor.verification-failed'
  | 'passwords.sign-up'
  | 'passwords.sign-in-failed'
  | 'passwords.confirmation-failed'
  | 'passwords.password-set'
  | 'passwords.password-changed'
  | 'passwords.password-reset'
  | 'passwords.password-removed'
  | 'passwords.password-change-required'
  | 'passwords.email-confirmed'

/** The texts of the plugin in one language. `{browser}`, `{system}` and `{action}` are placeholders. */
export interface AuditLogTexts {
  /** The language tag of RFC 5646 by which times are written. */
  readonly language: string
  /** The heading of the section of the account page. */
  readonly title: string
  readonly none: string
  readonly device: string
  readonly actions: Readonly<Record<NamedAction, string>>
  /** An event of another plugin. */
  readonly other: string
}
