import { svelteKit } from '#sveltekit'
import { type OriginProof, originChecked, originUnchecked } from '../server.js'
import type { Callbacks, SessionParams } from '../types/callbacks.js'
import type { Awaitable, Optional } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { SetCookie } from '../types/cookies.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import type { ConfigInput } from './shared/config-input.js'
import type { SignInOptions } from './shared/sign-in-options.js'
import type { HandleInput, KitEvent } from './sveltekit/event.js'
import { parseFormOptions } from './sveltekit/form-options.js'
import { createRequestAuthFactory } from './sveltekit/request-auth.js'

export { AuthError, CredentialsSignin } from '../errors.js'
export type { Account, DefaultSession, InferSession, Profile, Session, User } from '../index.js'
export { customFetch } from '../types/symbols.js'
export type { HandleInput, KitEvent } from './sveltekit/event.js'

/** The configuration of a SvelteKit app: what is left out is taken from the environment, `.env` included. */
export type SvelteKitAuthConfig = Omit<AuthConfig, 'raw'>

/** A configuration that tells what its `session` callback gives. */
export type SvelteKitAuthConfigInput<CallbackSession extends Session> = Omit<
  SvelteKitAuthConfig,
  'callbacks'
> & {
  callbacks?:
    | (Omit<Optional<Callbacks>, 'session'> & {
        session?: ((params: SessionParams) => Awaitable<CallbackSession>) | undefined
      })
    | undefined
}

/** The hook, for `hooks.server.ts`. What a session is, is part of its type. */
export interface AuthHandle<HandleSession = Session, Event extends KitEvent = KitEvent> {
  (input: HandleInput<Event>): Promise<Response>
  /** Is not there: it tells {@link Register} what a session is. */
  readonly '~session'?: HandleSession
}

/** What a form says, when the app's code says it; every other field is what the visitor typed. */
export type SignInActionOptions<Redirect extends boolean = boolean> = Record<string, unknown> & {
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
  (event: Event, options: SignInActionOptions<false> & { redirect: false }): Promise<string>
  (event: Event, options: SignInActionOptions<true>): Promise<never>
  (event: Event, form?: FormData): Promise<void>
}

/** Where a sign-out ends, and the cookies that were set. */
export interface SignOutResult {
  redirect: string
  cookies: readonly SetCookie[]
}

/** How to sign out. */
export interface SignOutActionOptions<Redirect extends boolean = boolean> {
  /** @default the page that the visitor comes from */
  redirectTo?: string | undefined
  /** `false` stays. @default true */
  redirect?: Redirect | undefined
}

/** The form action that signs out. With an order it may be called anywhere on the server. */
export interface SignOutAction<Event extends KitEvent = KitEvent> {
  (event: Event, options: SignOutActionOptions<false> & { redirect: false }): Promise<SignOutResult>
  (event: Event, options: SignOutActionOptions<true>): Promise<never>
  (event: Event, form?: FormData): Promise<void>
}

/** What {@link SvelteKitAuth} gives. */
export interface SvelteKitAuthResult<HandleSession = Session, Event extends KitEvent = KitEvent> {
  handle: AuthHandle<HandleSession, Event>
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
export type AppSession = Register extends { handle: { readonly '~session'?: infer HandleSession } }
  ? NonNullable<HandleSession>
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
export function SvelteKitAuth<CallbackSession extends Session = Session, Event extends KitEvent = KitEvent>(
  config: ConfigInput<SvelteKitAuthConfigInput<CallbackSession>, Event>,
): SvelteKitAuthResult<InferSession<{ callbacks: { session: () => CallbackSession } }>, Event>
export function SvelteKitAuth(config: ConfigInput<SvelteKitAuthConfig, KitEvent>): SvelteKitAuthResult {
  const getRequestAuth = createRequestAuthFactory(config)
  return {
    async handle({ event, resolve }) {
      const requestAuth = getRequestAuth(event)
      event.locals.auth ??= requestAuth.getSession as App.Locals['auth']
      event.locals.getSession ??= event.locals.auth
      if (svelteKit.isBuilding) return resolve(event)
      const server = await requestAuth.getServer()
      return server.isActionPath(event.url.pathname) ? server.handler(event.request) : resolve(event)
    },
    signIn: (async (event: KitEvent, options?: SignInOptions) => {
      const { redirect, ...signInInput } = await parseFormOptions(event.request, options)
      const result = await getRequestAuth(event).runAction((server, head) =>
        server.signIn(head, { ...signInInput, csrf: resolveOriginProof(event) }),
      )
      return redirect ? svelteKit.redirect(302, result.redirect) : result.redirect
    }) as SignInAction,
    signOut: (async (event: KitEvent, options?: SignInOptions) => {
      const { redirect, redirectTo } = await parseFormOptions(event.request, options)
      const result = await getRequestAuth(event).runAction((server, head) =>
        server.signOut(head, { redirectTo, csrf: resolveOriginProof(event) }),
      )
      return redirect ? svelteKit.redirect(302, result.redirect) : result
    }) as SignOutAction,
  }
}

/** SvelteKit verifies the origin of forms, but not in development, and not if `csrf.checkOrigin` is off. */
function resolveOriginProof({ request: { method } }: KitEvent): OriginProof['csrf'] {
  return method === 'GET' || method === 'HEAD' ? originChecked : originUnchecked
}
