/// <reference path="../modules.d.ts" />
import signIn from './sign-in.svelte'
import signOut from './sign-out.svelte'

/** The content of a component: a snippet, or an element with the attribute `slot`. */
export type Content = (...parameters: never[]) => unknown

/** The props of {@link SignIn}. */
export interface SignInProps {
  /** The id of the provider. Without it, the visitor selects a provider on the sign-in page. */
  provider?: string | undefined
  /** The page whose default action is `signIn`. @default 'signin' */
  signInPage?: string | undefined
  /** Fields to submit, for example `redirectTo`. */
  options?: Record<string, unknown> | undefined
  /** Parameters for the authorization URL of the provider, for example `{ prompt: 'login' }`. */
  authorizationParams?: Record<string, string> | undefined
  /** CSS classes of the form, in addition to `signInButton`. */
  className?: string | undefined
  /** The fields of the provider `credentials`. */
  credentials?: Content | undefined
  /** Replaces the email field of email providers, for example `email`, `nodemailer`, `sendgrid` or `resend`. */
  email?: Content | undefined
  /** The content of the button. */
  submitButton?: Content | undefined
}

/** The props of {@link SignOut}. */
export interface SignOutProps {
  /** The page whose default action is `signOut`. @default 'signout' */
  signOutPage?: string | undefined
  /** Fields to submit, for example `redirectTo`. */
  options?: Record<string, unknown> | undefined
  /** CSS classes of the form, in addition to `signOutButton`. */
  className?: string | undefined
  /** The content of the button. */
  submitButton?: Content | undefined
}

/** The type of a Svelte component: a function, and a class before Svelte 5. */
export interface AuthComponent<Props, Slots> {
  new (options: {
    target: unknown
    props?: Props
  }): {
    $$prop_def: Props
    $$events_def: object
    $$slot_def: Slots
    $on(type: string, listener: (event: never) => unknown): () => void
  }
  (internals: unknown, props: Props): object
}

/** The slots of {@link SignIn}. */
export interface SignInSlots {
  credentials: object
  email: object
  submitButton: object
}

/**
 * A form that signs in. It works without JavaScript.
 *
 * @example
 * ```svelte
 * <SignIn provider="github" options={{ redirectTo: '/home' }}>
 *   {#snippet submitButton()}Sign in with GitHub{/snippet}
 * </SignIn>
 * ```
 */
export const SignIn = signIn as AuthComponent<SignInProps, SignInSlots>

/**
 * A form that signs out. It works without JavaScript.
 *
 * @example
 * ```svelte
 * <SignOut options={{ redirectTo: '/' }} />
 * ```
 */
export const SignOut = signOut as AuthComponent<SignOutProps, Pick<SignInSlots, 'submitButton'>>
