import { svelteKit } from '#sveltekit'
import type { RequireAuthOptions } from '../server.js'
import type { AuthConfig } from '../types/config.js'
import type { SetCookie } from '../types/cookies.js'
import type { GuardedSession } from '../types/guarded-session.js'
import type { InferSession } from '../types/infer-session.js'
import type { Plugin } from '../types/plugin.js'
import type { Session } from '../types/session.js'
import type { ActionOptions } from './shared/action-options.js'
import { bindApi, type RequestApi } from './shared/bind-api.js'
import { bindSessions, type RequestSessions } from './shared/bind-sessions.js'
import type { ConfigInput } from './shared/config-input.js'
import { addSessionHeaders } from './shared/session-headers.js'
import type { TypedCallbacks } from './shared/typed-callbacks.js'
import { type HandleInput, type KitEvent, readClientAddress } from './sveltekit/event.js'
import { parseFormOptions } from './sveltekit/form-options.js'
import { createBuildAuth, createRequestAuthFactory } from './sveltekit/request-auth.js'
import { requireKitAuth } from './sveltekit/require-auth.js'

export * from './shared/exports.js'
export type { TypedCallbacks } from './shared/typed-callbacks.js'
export type { HandleInput, KitEvent } from './sveltekit/event.js'

/** The configuration of a SvelteKit app. What you leave out is read from environment variables, including `.env`. */
export interface SvelteKitAuthConfig<S extends Session = Session>
  extends Omit<AuthConfig, 'raw' | 'callbacks'> {
  callbacks?: TypedCallbacks<S> | undefined
}

/** A configuration, or a function that returns it for an event. */
export type SvelteKitAuthConfigInput<
  S extends Session = Session,
  Event extends KitEvent = KitEvent,
  Plugins extends readonly Plugin[] = readonly [],
> = ConfigInput<SvelteKitAuthConfig<S> & { plugins?: Plugins | undefined }, Event>

/** The hook for `hooks.server.ts`. Its type contains the session type. */
export interface AuthHandle<S = Session, Event extends KitEvent = KitEvent> {
  (input: HandleInput<Event>): Promise<Response>
  /** Does not exist at runtime: it declares the session type for {@link Register}. */
  readonly '~session'?: S
}

/** Options of `signIn`. The other fields are submitted to the provider, such as `email`. */
export interface SignInActionOptions<Redirect extends boolean = boolean> extends Record<string, unknown> {
  /** Without a provider, the user is redirected to the sign-in page. */
  providerId?: string | undefined
  /** Where the sign-in ends. @default the page that sent the request, else `/` */
  redirectTo?: string | undefined
  /** `false` returns the URL instead of redirecting there. @default true */
  redirect?: Redirect | undefined
  /** Parameters for the authorization URL of the provider. */
  authorizationParams?: Record<string, string> | URLSearchParams | undefined
}

/** The form action that signs in. With options, or a form that was already read, you can call it anywhere on the server. */
export interface SignInAction<Event extends KitEvent = KitEvent> {
  /** Returns the URL to redirect to. */
  (event: Event, options: SignInActionOptions<false> & { redirect: false }): Promise<string>
  /** Redirects. */
  (event: Event, options: SignInActionOptions<true>): Promise<never>
  /** Redirects, with the fields of the form as options. */
  (event: Event, form?: FormData): Promise<void>
}

/** The URL to redirect to after a sign-out, and the cookies that were set. */
export interface SignOutResult {
  redirect: string
  cookies: readonly SetCookie[]
}

/** Options of `signOut`. */
export interface SignOutActionOptions<Redirect extends boolean = boolean> {
  /** Where the sign-out ends. @default the page that sent the request, else `/` */
  redirectTo?: string | undefined
  /** `false` returns the URL and the cookies instead of redirecting there. @default true */
  redirect?: Redirect | undefined
}

/** The form action that signs out. With options, you can call it anywhere on the server. */
export interface SignOutAction<Event extends KitEvent = KitEvent> {
  /** Returns the URL to redirect to, and the cookies. */
  (event: Event, options: SignOutActionOptions<false> & { redirect: false }): Promise<SignOutResult>
  /** Redirects. */
  (event: Event, options: SignOutActionOptions<true>): Promise<never>
  /** Redirects, with the fields of the form as options. */
  (event: Event, form?: FormData): Promise<void>
}

/**
 * Requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds): in a `load` function, a form action or an
 * endpoint. A page is redirected to the sign-in page or to the step-up page. For an API, the error has status 401. If the session cannot
 * be read, it has status 503.
 */
export type RequireAuth<S = Session, Event extends KitEvent = KitEvent> = (
  event: Event,
  requirement?: RequireAuthOptions,
) => Promise<GuardedSession<S>>

/** What {@link SvelteKitAuth} returns. */
export interface SvelteKitAuthResult<S = Session, Event extends KitEvent = KitEvent, Api = object> {
  /** The hook for `hooks.server.ts`. */
  handle: AuthHandle<S, Event>
  /** The form action that signs in. */
  signIn: SignInAction<Event>
  /** The form action that signs out. */
  signOut: SignOutAction<Event>
  /** Requires a signed-in user, a level or a recent sign-in. */
  requireAuth: RequireAuth<S, Event>
  /** Returns the functions of the plugins, bound to the request of an event. */
  getApi(event: Event): Api
  /** Returns the functions that list and end sessions, bound to the request of an event. They need the option `revocation`. */
  getUserSessions(event: Event): RequestSessions
}

/**
 * Add your `handle` to this interface. Then `locals.auth()` returns what your `session` callback returns.
 *
 * @example
 * ```ts
 * // src/app.d.ts
 * import type { AuthHandle, Session } from 'latchkey/sveltekit'
 *
 * interface MySession extends Session {
 *   role: string
 * }
 *
 * declare module 'latchkey/sveltekit' {
 *   interface Register {
 *     handle: AuthHandle<MySession> // typeof import('./auth').handle
 *   }
 * }
 * ```
 */
export interface Register {}

/** The session type of the app, from {@link Register}. */
export type AppSession = Register extends { handle: { readonly '~session'?: infer S } }
  ? NonNullable<S>
  : Session

declare global {
  namespace App {
    interface Locals {
      /**
       * Reads the session once per request, and extends it if that is due.
       *
       * @throws SessionUnavailable if the database or a callback fails: respond with 503, the user is still signed in
       */
      auth: () => Promise<AppSession | null>
      /** @deprecated Use `auth`. */
      getSession: () => Promise<AppSession | null>
    }
    interface PageData {
      session?: AppSession | null
    }
    interface Platform {}
  }
}

/**
 * Adds authentication to a SvelteKit app: handles the authentication requests below `<base>/auth`, and adds `locals.auth()`.
 *
 * The secret, `trustHost` and provider credentials default to environment variables.
 *
 * @param config the configuration, or a function that returns it for an event
 *
 * @example
 * ```ts
 * // src/auth.ts
 * import GitHub from 'latchkey/providers/github'
 * import { SvelteKitAuth } from 'latchkey/sveltekit'
 *
 * export const { handle, signIn, signOut } = SvelteKitAuth({
 *   providers: [GitHub],
 * })
 *
 * // src/hooks.server.ts: export { handle } from './auth'
 * // +page.server.ts: export const load = async ({ locals }) => ({ session: await locals.auth() })
 * ```
 */
export function SvelteKitAuth<
  S extends Session = Session,
  Event extends KitEvent = KitEvent,
  const Plugins extends readonly Plugin[] = readonly [],
>(
  config: SvelteKitAuthConfigInput<S, Event, Plugins>,
): SvelteKitAuthResult<InferSession<SvelteKitAuthConfig<S>>, Event, RequestApi<Plugins>>
export function SvelteKitAuth(config: SvelteKitAuthConfigInput): SvelteKitAuthResult {
  const getRequestAuth = createRequestAuthFactory(config)
  return {
    async handle({ event, resolve }) {
      const request = getRequestAuth(event)
      const getSession = () => request.getSession()
      event.locals.auth ??= getSession as App.Locals['auth']
      event.locals.getSession ??= event.locals.auth
      if (svelteKit.isBuilding) return respondToBuild({ event, resolve }, config)
      const { auth, requestAuth } = await request.load()
      if (auth.isActionPath(event.url.pathname))
        return auth.handler(event.request, { getClientAddress: () => readClientAddress(event) })
      const response = await resolve(event)
      // SvelteKit has written the cookies, and may still read the session for a streamed page.
      return requestAuth.getDependence() ? addSessionHeaders(response, [], requestAuth) : response
    },
    signIn: (async (event: KitEvent, options?: ActionOptions) => {
      const { redirect, ...signInInput } = await parseFormOptions(event.request, options)
      const auth = await getRequestAuth(event).loadAction({ name: 'signIn', event })
      const url = await auth.signIn(signInInput)
      return redirect ? svelteKit.redirect(302, url) : url
    }) as SignInAction,
    signOut: (async (event: KitEvent, options?: ActionOptions) => {
      const { redirect, redirectTo } = await parseFormOptions(event.request, options)
      const auth = await getRequestAuth(event).loadAction({ name: 'signOut', event })
      const result = await auth.endSession({ redirectTo })
      return redirect ? svelteKit.redirect(302, result.redirect) : result
    }) as SignOutAction,
    requireAuth: (event, requirement) => requireKitAuth(event, getRequestAuth(event), requirement),
    getApi: event => bindApi(() => getRequestAuth(event).getApiRequest({ name: 'getApi', event })),
    getUserSessions: event =>
      bindSessions(() => getRequestAuth(event).getApiRequest({ name: 'getUserSessions', event })),
  }
}

/**
 * Responds while pages are prerendered. The build follows the links of a page, and ends if one has no target. It writes no file for an
 * empty response: the sign-in page needs a server.
 */
async function respondToBuild(
  { event, resolve }: HandleInput,
  config: SvelteKitAuthConfigInput,
): Promise<Response> {
  const response = await resolve(event)
  const isMissing = response.status === 404 && createBuildAuth(config).isActionPath(event.url.pathname)
  return isMissing ? new Response(null, { status: 204 }) : response
}
