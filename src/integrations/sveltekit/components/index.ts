/// <reference path="../modules.d.ts" />
import signIn from './sign-in.svelte'
import signOut from './sign-out.svelte'

/** What is put into a component: a snippet, or content with the attribute `slot`. */
export type Content = (...parameters: never[]) => unknown

/** What {@link SignIn} takes. */
export interface SignInProps {
  /** The id of the provider; without one the visitor chooses on the sign-in page. */
  provider?: string | undefined
  /** The page whose default action is `signIn`. @default 'signin' */
  signInPage?: string | undefined
  /** Where it ends, and what else is to be submitted. */
  options?: Record<string, unknown> | undefined
  /** Goes along to the provider, `{ prompt: 'login' }` say. */
  authorizationParams?: Record<string, string> | undefined
  /** Of the form, beside `signInButton`. */
  className?: string | undefined
  /** The fields of the provider `credentials`. */
  credentials?: Content | undefined
  /** In place of the field of the providers `email`, `nodemailer`, `sendgrid`, `resend` and their like. */
  email?: Content | undefined
  /** What the button says. */
  submitButton?: Content | undefined
}

/** What {@link SignOut} takes. */
export interface SignOutProps {
  /** The page whose default action is `signOut`. @default 'signout' */
  signOutPage?: string | undefined
  /** Where it ends. */
  options?: Record<string, unknown> | undefined
  /** Of the form, beside `signOutButton`. */
  className?: string | undefined
  /** What the button says. */
  submitButton?: Content | undefined
}

/** A component, as Svelte's own tools know one: a function, and before Svelte 5 a class. */
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

/** What may be put into {@link SignIn} by the attribute `slot`. */
export interface SignInSlots {
  credentials: object
  email: object
  submitButton: object
}

/**
 * A form that signs in, and works without script.
 *
 * @example
 * ```svelte
 * <SignIn provider="harbor" options={{ redirectTo: '/home' }}>
 *   {#snippet submitButton()}Sign in with Harbor{/snippet}
 * </SignIn>
 * ```
 */
export const SignIn = signIn as AuthComponent<SignInProps, SignInSlots>

/**
 * A form that signs out, and works without script.
 *
 * @example
 * ```svelte
 * <SignOut options={{ redirectTo: '/' }} />
 * ```
 */
export const SignOut = signOut as AuthComponent<SignOutProps, Pick<SignInSlots, 'submitButton'>>
