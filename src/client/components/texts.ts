import type { PublicProvider } from '../../types/provider.js'

/** Texts of `UserButton`. */
export interface UserButtonTexts {
  /** The name of the button, before that of the user. */
  readonly menu: string
  readonly account: string
  readonly signIn: string
  readonly signOut: string
}

export const userButtonTexts: UserButtonTexts = {
  menu: 'Account of {name}',
  account: 'Manage account',
  signIn: 'Sign in',
  signOut: 'Sign out',
}

/** Texts of `SignIn`. */
export interface SignInTexts {
  /** The heading. Empty for none. */
  readonly heading: string
  /** The button of a provider. */
  readonly continueWith: string
  readonly email: string
  /** The button of the email form. */
  readonly sendEmail: string
  /** The label of the field of the password form. */
  readonly identifier: string
  readonly password: string
  readonly signIn: string
  readonly forgotPassword: string
  readonly signUp: string
  readonly passkey: string
  /** The link to the built-in page, while the providers are not known. */
  readonly signInPage: string
  /** The text of a failure by its code. `default` is that of the others. */
  readonly errors: Readonly<Record<string, string>>
}

export const signInTexts: SignInTexts = {
  heading: 'Sign in',
  continueWith: 'Continue with {name}',
  email: 'Email address',
  sendEmail: 'Continue with email',
  identifier: 'Email address',
  password: 'Password',
  signIn: 'Sign in',
  forgotPassword: 'Forgot password?',
  signUp: 'Create account',
  passkey: 'Sign in with a passkey',
  signInPage: 'Open the sign-in page',
  errors: {
    AccessDenied: 'You don’t have permission to sign in here.',
    CredentialsSignin: 'The details are incorrect. Check them and try again.',
    EmailSignin: 'The email could not be sent. Check the email address and try again.',
    NotAllowedError: 'The passkey was not used. Try again, or choose another way to sign in.',
    OAuthAccountNotLinked: 'To confirm that it’s you, sign in with the account you used originally.',
    SessionRequired: 'Please sign in to view that page.',
    TooManyRequests: 'There were too many attempts. Try again later.',
    Unreachable: 'There is no connection to the server. Try again.',
    default: 'You could not be signed in. Please try again.',
  },
}

/** Texts that `UserProfile` and `SessionList` share. */
export interface AccountTexts {
  readonly loading: string
  /** The link to the built-in page, until the account is loaded. */
  readonly accountPage: string
  readonly saved: string
  readonly remove: string
  /** The name of a button that removes an entry. */
  readonly removeName: string
  readonly unknown: string
  /** The text of a failure by its code, for failures without a text of the server. `default` is that of the others. */
  readonly errors: Readonly<Record<string, string>>
}

const accountTexts: AccountTexts = {
  loading: 'Loading…',
  accountPage: 'Open the account page',
  saved: 'Saved.',
  remove: 'Remove',
  removeName: 'Remove {name}',
  unknown: 'Unknown',
  errors: {
    Unreachable: 'There is no connection to the server. Try again.',
    TooManyRequests: 'There were too many attempts. Try again later.',
    default: 'That did not work. Please try again.',
  },
}

/** Texts of `UserProfile`. */
export interface UserProfileTexts extends AccountTexts {
  readonly heading: string
  readonly name: string
  readonly save: string
  readonly emails: string
  readonly newEmail: string
  readonly addEmail: string
  readonly primary: string
  readonly unverified: string
  readonly makePrimary: string
  readonly makePrimaryName: string
  readonly resend: string
  readonly resendName: string
  readonly accounts: string
  readonly connect: string
  readonly passkeys: string
  readonly addPasskey: string
  readonly passkeyName: string
  readonly rename: string
  readonly renameName: string
  readonly created: string
  readonly lastUsed: string
  readonly data: string
  readonly exportData: string
  readonly deleteAccount: string
  readonly deleteWarning: string
  /** The button that deletes the account. */
  readonly confirmDeletion: string
}

export const userProfileTexts: UserProfileTexts = {
  ...accountTexts,
  heading: 'Profile',
  name: 'Name',
  save: 'Save',
  emails: 'Email addresses',
  newEmail: 'New email address',
  addEmail: 'Add',
  primary: 'Primary',
  unverified: 'Unverified',
  makePrimary: 'Make primary',
  makePrimaryName: 'Make primary: {name}',
  resend: 'Send the email again',
  resendName: 'Send the email again to {name}',
  accounts: 'Connected accounts',
  connect: 'Connect {name}',
  passkeys: 'Passkeys',
  addPasskey: 'Add a passkey',
  passkeyName: 'Name of the passkey',
  rename: 'Rename',
  renameName: 'Rename {name}',
  created: 'Created {date}',
  lastUsed: 'Last used {date}',
  data: 'Your data',
  exportData: 'Download your data',
  deleteAccount: 'Delete account',
  deleteWarning: 'This deletes your account and all of its data. It cannot be undone.',
  confirmDeletion: 'Delete my account',
}

/** Texts of `SessionList`. */
export interface SessionListTexts extends AccountTexts {
  readonly heading: string
  readonly current: string
  readonly lastSeen: string
  readonly end: string
  readonly endName: string
  readonly endOthers: string
  readonly endAll: string
}

export const sessionListTexts: SessionListTexts = {
  ...accountTexts,
  heading: 'Where you are signed in',
  current: 'This browser',
  lastSeen: 'Last seen {date}',
  end: 'Sign out',
  endName: 'Sign out {name}',
  endOthers: 'Sign out all others',
  endAll: 'Sign out everywhere',
}

/** Fills a placeholder, such as `{name}`. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Returns the text of a failure: that of the server, or else that of its code. Null without a failure. */
export function describeFailure(
  { error, message }: { readonly error: string | null; readonly message: string | null },
  errors: Readonly<Record<string, string>>,
): string | null {
  return error && (message ?? errors[error] ?? errors['default'] ?? error)
}

/** Formats a time for its user. @param locales languages, by default those of the browser */
export function formatTime(iso: string, locales?: string): string {
  return new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}

/** Texts of an app, for example of another language. Those that are left out are English. */
export type OwnTexts<Texts extends { readonly errors: Readonly<Record<string, string>> }> = Partial<
  Omit<Texts, 'errors'>
> & { readonly errors?: Readonly<Record<string, string>> }

/** Returns the texts of an app, completed with the English ones. */
export function mergeTexts<Texts extends { readonly errors: Readonly<Record<string, string>> }>(
  texts: Texts,
  own: OwnTexts<Texts> | undefined,
): Texts {
  return { ...texts, ...own, errors: { ...texts.errors, ...own?.errors } }
}

/** Returns the text of the button of a provider. */
export function getProviderText(
  { name, type }: Pick<PublicProvider, 'name' | 'type'>,
  texts: SignInTexts,
): string {
  if (type === 'email') return texts.sendEmail
  return type === 'webauthn' ? texts.passkey : fillText(texts.continueWith, { name })
}
