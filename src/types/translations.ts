/** The `error` values that the sign-in page has a text for. */
type SignInErrorCode =
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
type ErrorPageCode = 'Configuration' | 'AccessDenied' | 'Verification' | 'WebAuthnVerificationError'

/** The words of a page: its `<title>` and its heading. */
interface PageTitles {
  readonly title: string
  readonly heading: string
}

/** A heading and what it means. */
interface Explanation {
  readonly heading: string
  readonly message: string
}

/** The words of a passkey form. */
interface PasskeyMessages {
  readonly button: string
  readonly createButton: string
  /** Where neither browser nor page can do it. */
  readonly unsupported: string
  readonly failed: string
}

/**
 * The words of a sign-in mail. `{host}` stands for the site, `{time}` for how long the link or code is good, as "60
 * minutes", and `{minutes}` for the number alone.
 */
interface EmailMessages {
  readonly subject: string
  readonly heading: string
  readonly button: string
  /** Above the link as text. */
  readonly linkLabel: string
  /** Above the code. */
  readonly codeLabel: string
  readonly expiry: string
  readonly ignore: string
}

/** The words of a sign-in mail, and the language that they are in. */
export interface EmailTranslations extends EmailMessages {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/**
 * Every word of the built-in pages and mails, in one language. `{host}`, `{name}` and `{option}` stand for values; a
 * value keeps its own direction of writing.
 */
export interface Translations {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** What a screen reader says for the logo of the theme. */
  readonly logoAlt: string
  readonly signIn: PageTitles & {
    readonly subtitle: string
    readonly button: string
    readonly submitButton: string
    readonly emailButton: string
    readonly emailLabel: string
    readonly emailPlaceholder: string
    readonly separator: string
    readonly passkey: PasskeyMessages
    /** For the developer: nothing is configured. */
    readonly noProviders: Explanation
    /** By the `error` in the query. */
    readonly errors: Readonly<Record<SignInErrorCode, string>>
    readonly otherError: string
  }
  readonly signOut: PageTitles & {
    readonly question: string
    readonly button: string
    readonly cancel: string
  }
  readonly verifyRequest: PageTitles & {
    readonly message: string
    readonly hint: string
    readonly backToSite: string
    /** In place of `message` where a code was sent. */
    readonly codeMessage: string
    readonly codeLabel: string
    readonly codeButton: string
    readonly codeError: string
  }
  /** A link was opened in another browser than the one that asked for it. */
  readonly confirm: PageTitles & {
    readonly question: string
    readonly button: string
    readonly cancel: string
  }
  readonly email: EmailMessages
  readonly error: {
    readonly title: string
    readonly button: string
    readonly backToSite: string
    readonly devNotice: string
    /** By the `error` in the query. */
    readonly errors: Readonly<Record<ErrorPageCode, Explanation>>
    readonly otherError: Explanation
  }
}

/** Some of the texts; a table of errors may also get entries for values of your own. */
type DeepPartial<T> = T extends string
  ? T
  : {
      readonly [K in keyof T]?:
        | (K extends 'errors' ? DeepPartial<T[K]> & ErrorEntries<T[K]> : DeepPartial<T[K]>)
        | undefined
    }

type ErrorEntries<T> = Readonly<Record<string, DeepPartial<T[keyof T]> | undefined>>

/**
 * Texts that replace or complete the built-in ones. What is left out comes from the language itself, from the one it is
 * a variety of (`de` for `de-CH`), or from English.
 */
export type TranslationOverrides = DeepPartial<Omit<Translations, 'lang'>>
