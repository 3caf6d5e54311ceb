import { kit } from '#kit'
import { Auth } from '../core/auth.js'
import { originChecked, originUnchecked, type Submitted, signIn, signOut } from '../core/facade.js'
import { isAuthAction } from '../core/parse.js'
import type { Callbacks, SessionParams } from '../types/callbacks.js'
import type { Awaitable, Optional } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { SetCookie } from '../types/cookies.js'
import type { Session } from '../types/session.js'
import type { SessionOf } from '../types/session-of.js'
import type { Lazy } from './shared/lazy.js'
import { publicRequest } from './shared/public-request.js'
import type { SignInOptions } from './shared/sign-in-options.js'
import { desks, pathBelow } from './sveltekit/desk.js'
import type { HandleInput, KitEvent } from './sveltekit/event.js'
import { orderOf } from './sveltekit/order.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type { Account, DefaultSession, Profile, Session, SessionOf, User } from '../index.js'
export { customFetch } from '../types/symbols.js'
export type { HandleInput, KitEvent } from './sveltekit/event.js'

/** The configuration of a SvelteKit app: what is left out is taken from the environment, `.env` included. */
export type SvelteKitAuthConfig = Omit<AuthConfig, 'raw'>

/** A configuration that tells what its `session` callback gives. */
export type TellingConfig<Given extends Session> = Omit<SvelteKitAuthConfig, 'callbacks'> & {
  callbacks?:
    | (Omit<Optional<Callbacks>, 'session'> & {
        session?: ((params: SessionParams) => Awaitable<Given>) | undefined
      })
    | undefined
}

/** The hook, for `hooks.server.ts`. What a session is, is part of its type. */
export interface AuthHandle<Found = Session, Event extends KitEvent = KitEvent> {
  (input: HandleInput<Event>): Promise<Response>
  /** Is not there: it tells {@link Register} what a session is. */
  readonly '~session'?: Found
}

/** What a form says, when the app's code says it; every other field is what the visitor typed. */
export type SignInOrder<Redirect extends boolean = boolean> = Record<string, unknown> & {
  /** Without one, the visitor is sent to the sign-in page. */
  providerId?: string | undefined
  /** @default the page that the visitor comes from */
  redirectTo?: string | undefined
  /** `false` gives the URL instead of going there. @default true */
  redirect?: Redirect | undefined
  /** Goes along to the provider. */
  authorizationParams?: Record<string, string> | URLSearchParams | undefined
}

/** The form action that signs in. With an order, or a form that was read already, it may be called anywhere on the server. */
export interface SignInAction<Event extends KitEvent = KitEvent> {
  (event: Event, order: SignInOrder<false> & { redirect: false }): Promise<string>
  (event: Event, order: SignInOrder<true>): Promise<never>
  (event: Event, form?: FormData): Promise<void>
}

/** Where a sign-out ends, and the cookies that were set. */
export interface SignedOut {
  redirect: string
  cookies: readonly SetCookie[]
}

/** How to sign out. */
export interface SignOutOrder<Redirect extends boolean = boolean> {
  /** @default the page that the visitor comes from */
  redirectTo?: string | undefined
  /** `false` stays. @default true */
  redirect?: Redirect | undefined
}

/** The form action that signs out. With an order it may be called anywhere on the server. */
export interface SignOutAction<Event extends KitEvent = KitEvent> {
  (event: Event, order: SignOutOrder<false> & { redirect: false }): Promise<SignedOut>
  (event: Event, order: SignOutOrder<true>): Promise<never>
  (event: Event, form?: FormData): Promise<void>
}

/** What {@link SvelteKitAuth} gives. */
export interface SvelteKitAuthResult<Found = Session, Event extends KitEvent = KitEvent> {
  handle: AuthHandle<Found, Event>
  signIn: SignInAction<Event>
  signOut: SignOutAction<Event>
}

/**
 * Add your `handle` to it, and `locals.auth()` gives what your `session` callback returns.
 *
 * @example
 * ```ts
 * // src/app.d.ts
 * import type { AuthHandle, Session } from 'latchkey/sveltekit'
 *
 * interface Mine extends Session {
 *   role: string
 * }
 *
 * declare module 'latchkey/sveltekit' {
 *   interface Register {
 *     handle: AuthHandle<Mine> // typeof import('./auth').handle
 *   }
 * }
 * ```
 */
export interface Register {}

/** The session of the app, as {@link Register} knows it. */
export type AppSession = Register extends { handle: { readonly '~session'?: infer Found } }
  ? NonNullable<Found>
  : Session

declare global {
  namespace App {
    interface Locals {
      /**
       * Reads the session, once per request, and extends it when that is due.
       *
       * @throws SessionUnavailable when nobody can say whether there is one: answer 503, the visitor is still signed in
       */
      auth: () => Promise<AppSession | null>
      /** @deprecated The older name of `auth`. */
      getSession: () => Promise<AppSession | null>
    }
    interface PageData {
      session?: AppSession | null
    }
    interface Platform {}
  }
}

/**
 * Serves the authentication actions of a SvelteKit app below `<base>/auth`, and tells its pages who is there.
 *
 * Secret, trusted host and provider credentials are read from the environment where the configuration leaves them out.
 *
 * @param config or a function that gives it for an event
 *
 * @example
 * ```ts
 * // src/auth.ts
 * import { SvelteKitAuth } from 'latchkey/sveltekit'
 *
 * export const { handle, signIn, signOut } = SvelteKitAuth({
 *   providers: [{ id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example' }],
 * })
 *
 * // src/hooks.server.ts: export { handle } from './auth'
 * // +page.server.ts: export const load = async ({ locals }) => ({ session: await locals.auth() })
 * ```
 */
export function SvelteKitAuth<Given extends Session = Session, Event extends KitEvent = KitEvent>(
  config: Lazy<TellingConfig<Given>, Event>,
): SvelteKitAuthResult<SessionOf<{ callbacks: { session: () => Given } }>, Event>
export function SvelteKitAuth(config: Lazy<SvelteKitAuthConfig, KitEvent>): SvelteKitAuthResult {
  const deskOf = desks(config)
  return {
    async handle({ event, resolve }) {
      const desk = deskOf(event)
      event.locals.auth ??= desk.session as App.Locals['auth']
      event.locals.getSession ??= event.locals.auth
      if (kit.isBuilding) return resolve(event)
      const { request, url } = event
      const completed = await desk.config()
      const [action = ''] = pathBelow(url.pathname, completed)?.split('/', 1) ?? []
      if (!isAuthAction(action)) return resolve(event)
      return Auth(publicRequest(request, completed, kit.environment()), completed)
    },
    signIn: (async (event: KitEvent, given?: SignInOptions) => {
      const { redirect, ...wish } = await orderOf(event.request, given)
      const journey = await deskOf(event).depart((request, completed) =>
        signIn(request, completed, { ...wish, csrf: proofOf(event) }),
      )
      return redirect ? kit.redirect(302, journey.redirect) : journey.redirect
    }) as SignInAction,
    signOut: (async (event: KitEvent, given?: SignInOptions) => {
      const { redirect, redirectTo } = await orderOf(event.request, given)
      const journey = await deskOf(event).depart((request, completed) =>
        signOut(request, completed, { redirectTo, csrf: proofOf(event) }),
      )
      return redirect ? kit.redirect(302, journey.redirect) : journey
    }) as SignOutAction,
  }
}

/** SvelteKit looks where a form comes from unless it was told not to, and not while one is developing. */
function proofOf({ request: { method } }: KitEvent): Submitted['csrf'] {
  return method === 'GET' || method === 'HEAD' ? originChecked : originUnchecked
}
