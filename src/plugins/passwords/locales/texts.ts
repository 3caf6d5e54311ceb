import type { PasswordsFault } from '../types.js'

/** The texts of an email. `{host}`, `{minutes}` and `{hours}` are placeholders. */
export interface PasswordsEmailTexts {
  readonly subject: string
  readonly heading: string
  readonly message: string
  readonly button: string
  readonly note: string
}

/** The failures that a page shows. */
type ShownFault = Exclude<
  PasswordsFault,
  'signed-out' | 'recent-sign-in-required' | 'password-change-required'
>

/** The texts of the plugin in one language. `{host}`, `{email}` and `{count}` are placeholders. */
export interface PasswordsTexts {
  readonly emailLabel: string
  readonly passwordLabel: string
  readonly nameLabel: string
  readonly usernameLabel: string
  /** Below the field for a new user name. */
  readonly usernameHint: string
  readonly saveUsername: string
  /** The field of the sign-in that takes both. */
  readonly emailOrUsernameLabel: string
  readonly newPasswordLabel: string
  readonly currentPasswordLabel: string
  /** The button that shows what was typed. */
  readonly showPassword: string
  /** `{count}` is the number of characters. */
  readonly passwordHint: string
  readonly signIn: {
    /** The button on the sign-in page. */
    readonly method: string
    readonly title: string
    readonly button: string
    readonly forgot: string
    readonly create: string
    /** Shown after a password was reset. */
    readonly changed: string
    /** Leads to the other ways to sign in. */
    readonly others: string
    /** Replaces the failure `wrong-credentials` if users can sign in with a user name. */
    readonly wrongName: string
  }
  readonly signUp: {
    readonly title: string
    readonly button: string
    readonly haveAccount: string
  }
  readonly sent: {
    readonly title: string
    readonly message: string
    readonly hint: string
  }
  readonly verify: {
    readonly title: string
    /** `{email}` gets an account at `{host}`. */
    readonly message: string
    /** Asks for the password of the sign-up, in another browser. */
    readonly passwordMessage: string
    readonly button: string
  }
  readonly confirmEmail: {
    readonly title: string
    /** `{email}` belongs to an account at `{host}`. */
    readonly message: string
    readonly button: string
  }
  readonly forgot: {
    readonly title: string
    readonly message: string
    readonly button: string
  }
  readonly reset: {
    readonly title: string
    readonly message: string
    readonly button: string
  }
  readonly change: {
    readonly title: string
    /** The title for a user without a password. */
    readonly firstTitle: string
    readonly message: string
    readonly button: string
    readonly changed: string
    readonly back: string
  }
  readonly confirm: {
    readonly method: string
    readonly title: string
    readonly message: string
    readonly button: string
  }
  readonly account: {
    readonly title: string
    readonly isSet: string
    readonly isNotSet: string
    /** The email address is not confirmed. */
    readonly isUnverified: string
    /** The button that sends the link to confirm it. */
    readonly sendLink: string
  }
  readonly expired: {
    readonly title: string
    readonly button: string
  }
  readonly errors: Readonly<Record<ShownFault, string>>
  readonly emails: {
    /** Confirms the address of a sign-up. */
    readonly verify: PasswordsEmailTexts
    /** Confirms the address of an account that exists. */
    readonly confirm: PasswordsEmailTexts
    /** To the owner of an address that is used for another sign-up. `{resetUrl}` is the page to choose a new password. */
    readonly accountExists: PasswordsEmailTexts
    readonly reset: PasswordsEmailTexts
    /** Asked for a link that replaces a password which the app does not accept any more. */
    readonly mustChange: PasswordsEmailTexts
    /** Asked for a link although the address has no account. */
    readonly noAccount: PasswordsEmailTexts
    /** Asked for a link although the account has no password. */
    readonly noPassword: PasswordsEmailTexts
    /** After a sign-in in a browser that the user did not use before. */
    readonly newBrowser: PasswordsEmailTexts
    /** After a password was set, changed or reset. */
    readonly changed: PasswordsEmailTexts
    readonly usernameChanged: PasswordsEmailTexts
  }
}
