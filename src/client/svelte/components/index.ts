/// <reference path="./svelte-modules.d.ts" />
/**
 * Components for Svelte 4 and 5, as source that the app compiles.
 *
 * @module
 */
import type { AssuranceLevel } from '../../../types/evidence.js'
import type { PublicProvider } from '../../../types/provider.js'
import type { Session } from '../../../types/session.js'
import type {
  OwnTexts,
  SessionListTexts,
  SignInTexts,
  UserButtonTexts,
  UserProfileTexts,
} from '../../components/texts.js'
import type { SvelteSession } from '../session.js'
import protect from './protect.svelte'
import sessionList from './session-list.svelte'
import signIn from './sign-in.svelte'
import signedIn from './signed-in.svelte'
import signedOut from './signed-out.svelte'
import userButton from './user-button.svelte'
import userProfile from './user-profile.svelte'

/** The content of a component: a snippet, or what is between its tags. */
export type Content = (...parameters: never[]) => unknown

/** The props of {@link SignedIn} and {@link SignedOut}. */
export interface SignedInProps {
  /** The store of `createSession`. */
  session: SvelteSession
  children?: Content | undefined
}

/** The props of {@link Protect}. */
export interface ProtectProps extends SignedInProps {
  /** The level. Needs `acr` in the session of the browser. */
  acr?: AssuranceLevel | undefined
  /** The maximum seconds since the user signed in or confirmed it. Needs `authTime` in the session of the browser. */
  maxAge?: number | undefined
  /** Returns whether the session is sufficient. */
  condition?: ((session: Session) => boolean) | undefined
  /** Shown to visitors, and to users whose session is not sufficient. */
  fallback?: Content | undefined
}

/** The props that the other components share. */
export interface ComponentProps {
  /** The store of `createSession`. */
  session: SvelteSession
  /** CSS classes of the root, in addition to its own. */
  className?: string | undefined
}

/** The props of {@link UserButton}. */
export interface UserButtonProps extends ComponentProps {
  /** URL of the account page. @default `account` below the base path */
  accountUrl?: string | undefined
  /** URL to open after sign-out. @default the current page */
  signOutUrl?: string | undefined
  texts?: Partial<UserButtonTexts> | undefined
  /** Links and buttons of the app, before the sign-out. */
  children?: Content | undefined
}

/** The props of {@link SignIn}. */
export interface SignInProps extends ComponentProps {
  /** Providers that the server has read, so that the form is rendered at once. @default requests them */
  providers?: readonly PublicProvider[] | undefined
  /** URL to open after sign-in. @default `callbackUrl` in the URL of the page, or else the page */
  callbackUrl?: string | undefined
  /** Shows the form of the plugin `latchkey/passwords`. @default false */
  passwords?: boolean | undefined
  /** Whether the password form takes a user name, too. @default 'email' */
  identifier?: 'email' | 'username' | undefined
  texts?: OwnTexts<SignInTexts> | undefined
}

/** The props of {@link SessionList}. */
export interface SessionListProps extends ComponentProps {
  /** Language of dates. @default the language of the browser */
  locale?: string | undefined
  texts?: OwnTexts<SessionListTexts> | undefined
}

/** The props of {@link UserProfile}. */
export interface UserProfileProps extends ComponentProps {
  /** Language of dates. @default the language of the browser */
  locale?: string | undefined
  texts?: OwnTexts<UserProfileTexts> | undefined
}

/** The type of a Svelte component: a function, and a class before Svelte 5. */
export interface SvelteComponent<Props, Slots = object> {
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

/** The slot of the content of a component. */
export interface DefaultSlot {
  default: object
}

/**
 * Shows its content to signed-in users. Until the session is known, it shows nothing. It only hides: protect data on the server.
 *
 * @example
 * ```svelte
 * <SignedIn {session}><UserButton {session} /></SignedIn>
 * ```
 */
export const SignedIn = signedIn as SvelteComponent<SignedInProps, DefaultSlot>

/**
 * Shows its content to visitors. Until the session is known, it shows nothing.
 *
 * @example
 * ```svelte
 * <SignedOut {session}><a href="/auth/signin">Sign in</a></SignedOut>
 * ```
 */
export const SignedOut = signedOut as SvelteComponent<SignedInProps, DefaultSlot>

/**
 * Shows its content if the session meets a requirement, and else `fallback`. It only hides: protect data on the server.
 *
 * @example
 * ```svelte
 * <Protect {session} condition={({ user }) => user?.email === 'ada@example.com'}>Hello Ada</Protect>
 * ```
 */
export const Protect = protect as SvelteComponent<ProtectProps, DefaultSlot & { fallback: object }>

/**
 * Shows the signed-in user as a button with a menu. Visitors get a link to the sign-in page. It works without JavaScript, too.
 *
 * @example
 * ```svelte
 * <UserButton {session} signOutUrl="/" />
 * ```
 */
export const UserButton = userButton as SvelteComponent<UserButtonProps, DefaultSlot>

/**
 * A form with all ways to sign in. Without JavaScript, it is a link to the built-in page.
 *
 * @example
 * ```svelte
 * <SignIn {session} passwords callbackUrl="/home" />
 * ```
 */
export const SignIn = signIn as SvelteComponent<SignInProps>

/**
 * Shows where the user is signed in, and ends sessions. The server needs the plugin `latchkey/account`.
 *
 * @example
 * ```svelte
 * <SessionList {session} />
 * ```
 */
export const SessionList = sessionList as SvelteComponent<SessionListProps>

/**
 * Shows the account of the signed-in user and changes it. The server needs the plugin `latchkey/account`.
 *
 * @example
 * ```svelte
 * <UserProfile {session} />
 * ```
 */
export const UserProfile = userProfile as SvelteComponent<UserProfileProps>
