/** The `error` values that the sign-in page has a text for. */
type SignInErrorText =
  | 'Signin'
  | 'OAuthSignin'
  | 'OAuthCallbackError'
  | 'OAuthCreateAccount'
  | 'EmailCreateAccount'
  | 'Callback'
  | 'OAuthAccountNotLinked'
  | 'AccountNotLinked'
  | 'EmailSignin'
  | 'CredentialsSignin'
  | 'SessionRequired'
  | 'MissingCSRF'

/** The `error` values that the error page has a text for. */
type ErrorPageText = 'Configuration' | 'AccessDenied' | 'Verification' | 'WebAuthnVerificationError'

/** The words of a page: its `<title>` and its heading. */
interface Titled {
  readonly title: string
  readonly heading: string
}

/** A heading and what it means. */
interface Explanation {
  readonly heading: string
  readonly message: string
}

/** The words of a passkey form. */
interface PasskeyTexts {
  readonly button: string
  readonly create: string
  /** Where neither browser nor page can do it. */
  readonly unsupported: string
  readonly failed: string
}

/**
 * The words of a sign-in mail. `{host}` stands for the site, `{time}` for how long the link or code is good, as "60
 * minutes", and `{minutes}` for the number alone.
 */
interface MailWords {
  readonly subject: string
  readonly heading: string
  readonly button: string
  /** Above the link as text. */
  readonly address: string
  /** Above the code. */
  readonly code: string
  readonly validity: string
  readonly ignore: string
}

/** The words of a sign-in mail, and the language that they are in. */
export interface MailTexts extends MailWords {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/**
 * Every word of the built-in pages and mails, in one language. `{host}`, `{name}` and `{option}` stand for values; a
 * value keeps its own direction of writing.
 */
export interface Texts {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** What a screen reader says for the logo of the theme. */
  readonly logo: string
  readonly signIn: Titled & {
    readonly lead: string
    readonly button: string
    readonly plainButton: string
    readonly emailButton: string
    readonly emailLabel: string
    readonly emailPlaceholder: string
    readonly separator: string
    readonly passkey: PasskeyTexts
    /** For the developer: nothing is configured. */
    readonly empty: Explanation
    /** By the `error` in the query. */
    readonly errors: Readonly<Record<SignInErrorText, string>>
    readonly otherError: string
  }
  readonly signOut: Titled & { readonly question: string; readonly button: string; readonly stay: string }
  readonly verifyRequest: Titled & {
    readonly message: string
    readonly hint: string
    readonly site: string
    /** In place of `message` where a code was sent. */
    readonly codeMessage: string
    readonly codeLabel: string
    readonly codeButton: string
    readonly codeError: string
  }
  /** A link was opened in another browser than the one that asked for it. */
  readonly confirm: Titled & { readonly question: string; readonly button: string; readonly leave: string }
  readonly mail: MailWords
  readonly error: {
    readonly title: string
    readonly button: string
    readonly site: string
    readonly detail: string
    /** By the `error` in the query. */
    readonly errors: Readonly<Record<ErrorPageText, Explanation>>
    readonly otherError: Explanation
  }
}

/** Some of the texts; a table of errors may also get entries for values of your own. */
type Some<T> = T extends string
  ? T
  : { readonly [K in keyof T]?: (K extends 'errors' ? Some<T[K]> & Entries<T[K]> : Some<T[K]>) | undefined }

type Entries<T> = Readonly<Record<string, Some<T[keyof T]> | undefined>>

/**
 * Texts that replace or complete the built-in ones. What is left out comes from the language itself, from the one it is
 * a variety of (`de` for `de-CH`), or from English.
 */
export type TextsOptions = Some<Omit<Texts, 'lang'>>
