import type { Awaitable } from './common.js'

/** The `error` values of the sign-in page that have a text. */
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
  | 'InvalidIdentifier'
  | 'CredentialsSignin'
  | 'SessionRequired'
  | 'MissingCSRF'

/** The `error` values of the error page that have a text. */
type ErrorPageCode =
  | 'Configuration'
  | 'AccessDenied'
  | 'UnknownAction'
  | 'StepUpFailed'
  | 'ImpersonationActive'
  | 'Verification'
  | 'TooManyRequests'
  | 'ChangedLink'
  | 'WebAuthnVerificationError'
  | 'UnknownCredential'

/** The heading of a page. The title of the document is the heading and the name of the app. */
interface PageTitles {
  /** Replaces the heading in the title of the document. @default the heading */
  readonly title?: string
  readonly heading: string
}

/** A heading and its explanation. */
interface Explanation {
  readonly heading: string
  readonly message: string
}

/** The texts of a provider in one language. */
interface ProviderTexts {
  /** @default the `name` of the provider */
  readonly name?: string
  /** @default the `label` of each field */
  readonly labels?: Readonly<Record<string, string>>
}

/** The texts of a passkey form. */
interface PasskeyTexts {
  readonly button: string
  readonly createButton: string
  /** Shown if the browser or the page does not support passkeys. */
  readonly unsupported: string
  readonly failed: string
}

/**
 * The texts of a sign-in email. `{host}` is the host of the site. `{time}` is the validity of the link or
 * code, such as "60 minutes", and `{minutes}` the number alone.
 */
interface EmailTexts {
  readonly subject: string
  readonly heading: string
  readonly button: string
  /** Label above the link as text. */
  readonly linkLabel: string
  /** Label above the one-time code. */
  readonly codeLabel: string
  readonly expiry: string
  readonly ignore: string
}

/** The texts of a sign-in email and their language. */
export interface EmailTranslations extends EmailTexts {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/**
 * All texts of the built-in pages and emails in one language. `{host}`, `{name}` and `{option}` are
 * placeholders. A value keeps its own writing direction.
 */
export interface Translations {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** Alternative text of the theme logo. */
  readonly logoAlt: string
  readonly signIn: PageTitles & {
    readonly subtitle: string
    readonly button: string
    readonly submitButton: string
    readonly emailButton: string
    readonly emailLabel: string
    readonly emailPlaceholder: string
    /** The field for what says who signs in, if a user name is accepted too. */
    readonly identifierLabel: string
    readonly continueButton: string
    /** Leads back from the second step to the first. */
    readonly anotherIdentifier: string
    /** The buttons of the second step that send an email. */
    readonly emailLinkButton: string
    readonly emailCodeButton: string
    readonly showPassword: string
    /** Marks the method that signed a user in last in this browser. */
    readonly lastUsed: string
    /** Shown to a signed-in user whose name is unknown. */
    readonly signedIn: string
    /** Signs out, and returns to the sign-in page. */
    readonly anotherAccount: string
    /** Separates the signed-in user from the methods that they can add. */
    readonly addMethod: string
    readonly separator: string
    readonly passkey: PasskeyTexts
    /** Shown to the developer if no provider is configured. */
    readonly noProviders: Explanation
    /** Texts by the `error` query parameter. */
    readonly errors: Readonly<Record<SignInErrorCode, string>>
    readonly otherError: string
  }
  /** A sign-in with a provider whose email address another user has. */
  readonly accountExists: {
    /** The error for a visitor who owns the address. `{methods}` are the names of the methods of the user. */
    readonly methods: string
    /** The error for another visitor, after an email was sent to the address. */
    readonly emailed: string
    /** The subject and the heading of the email. */
    readonly emailHeading: string
    /** `{provider}` is the provider of the sign-in. */
    readonly emailMessage: string
  }
  readonly signOut: PageTitles & {
    readonly question: string
    readonly button: string
    readonly cancel: string
  }
  /** The page on which a signed-in user confirms who they are. */
  readonly stepUp: PageTitles & {
    /** `{name}` is the email address or the name of the user. */
    readonly signedInAs: string
    /** The reason for the step-up: the methods of the session suffice, but too much time has passed. */
    readonly needsRecentSignIn: string
    /** The reason for the step-up: the session needs another or a stronger method. */
    readonly needsAnotherMethod: string
    /** Replaces the texts of the buttons of the sign-in page. `{name}` is the provider. */
    readonly button: string
    readonly submitButton: string
    readonly emailButton: string
    readonly passkeyButton: string
    /** Shown above methods that the user can add, if those of the account are not sufficient. */
    readonly tooWeak: string
    /** The button that adds an account. `{name}` is the provider. */
    readonly connectButton: string
    /** Shown if only a new sign-in is sufficient. */
    readonly signInAgain: string
    /** Shown if neither the account nor the app has a method that is sufficient. */
    readonly unreachable: string
    readonly cancel: string
  }
  readonly verifyRequest: PageTitles & {
    readonly message: string
    readonly hint: string
    readonly backToSite: string
    /** Replaces `message` if a one-time code was sent. */
    readonly codeMessage: string
    readonly codeLabel: string
    readonly codeButton: string
    readonly codeError: string
    /** Sends another email to the same address. */
    readonly resendButton: string
    /** The text of that button until another email can be sent. */
    readonly resendWait: string
  }
  /** Shown if a magic link is opened in another browser than the one that requested it. */
  readonly confirm: PageTitles & {
    readonly question: string
    readonly button: string
    readonly cancel: string
  }
  readonly email: EmailTexts
  readonly error: {
    /** Replaces the heading in the title of the document. @default the heading */
    readonly title?: string
    readonly button: string
    readonly backToSite: string
    readonly developmentOnly: string
    /** What a visitor tells the support, so that the failure is found in the log. `{reference}` is its code. */
    readonly reference: string
    /** Texts by the `error` query parameter. */
    readonly errors: Readonly<Record<ErrorPageCode, Explanation>>
    readonly otherError: Explanation
  }
  /** Texts that replace those of providers, by the id of the provider: its name, and the labels of the fields of credentials by their name. */
  readonly providers?: Readonly<Record<string, ProviderTexts>>
  /** Texts that replace those of plugins, by the id of the plugin. */
  readonly plugins?: Readonly<Record<string, object>>
}

/** A part of the texts. Tables of errors can also have entries for custom values. */
type DeepPartial<T> = T extends string
  ? T
  : {
      readonly [K in keyof T]?:
        | (K extends 'errors' ? DeepPartial<T[K]> & ErrorEntries<T[K]> : DeepPartial<T[K]>)
        | undefined
    }

type ErrorEntries<T> = Readonly<Record<string, DeepPartial<T[keyof T]> | undefined>>

/**
 * Texts that replace or complete the built-in ones. A missing text comes from the built-in language, then
 * from its parent (`de` for `de-CH`), then from English.
 */
export type TranslationOverrides = DeepPartial<Omit<Translations, 'lang'>>

/** Loads the texts of languages, by language tag. */
export type LocaleLoaders = Readonly<Record<string, () => Awaitable<Translations>>>
