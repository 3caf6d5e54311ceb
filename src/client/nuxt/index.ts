/**
 * The pages of a Nuxt app: what `useAuth`, the plugin and the route middleware do. The module of `latchkey/nuxt` generates the code that
 * passes the functions of Nuxt.
 *
 * @module
 */
import type { SessionUnavailable } from '../../errors.js'
import type { AssuranceRequirement } from '../../types/evidence.js'
import type { InferSession } from '../../types/infer-session.js'
import type { Session } from '../../types/session.js'
import type { Client } from '../create-client.js'
import { guardRoute } from './guard-route.js'
import { createNuxtContext } from './nuxt-context.js'
import type { NuxtAppLike, NuxtFunctions, Ref, RouteLike } from './nuxt-functions.js'
import { createPageSession } from './page-session.js'

export type { AssuranceRequirement } from '../../types/evidence.js'
export type { PublicProvider, Session } from '../../types.js'
export type { SignInResponse } from '../form-submission.js'
export type { NuxtAppLike, NuxtFunctions, Ref, RouteLike } from './nuxt-functions.js'

/** The session type of `server/auth.ts`, which may be a function that returns a configuration. */
export type InferNuxtSession<Config> = 0 extends 1 & Config
  ? Session
  : Config extends (...params: never) => infer Result
    ? InferSession<Awaited<Result>>
    : InferSession<Config>

/** What `useAuth` returns. */
export interface NuxtAuth<S = Session> extends Pick<Client, 'getProviders' | 'signIn' | 'signOut'> {
  /** The session. While requests fail, the last known one. */
  readonly session: Ref<S | null>
  /** The user of the session. */
  readonly user: Ref<(S extends { user?: infer User } ? NonNullable<User> : never) | null>
  /** `loading` on pages that are prerendered or cached for all visitors, until the browser has read the session. */
  readonly status: Ref<'authenticated' | 'loading' | 'unauthenticated'>
  /** The error of the last session request of the browser. Null if it succeeded. */
  readonly error: Ref<SessionUnavailable | null>
  /** Sends `value` to the `jwt` and `session` callbacks, with the trigger `update`. Without a value, reads the session again. */
  update(value?: unknown): Promise<S | null>
}

/** What the generated code exports. */
export interface NuxtAuthParts<S = Session> {
  /** Prepares the session of the page. It is the setup function of the plugin. */
  install(nuxtApp: NuxtAppLike): Promise<void>
  useAuth(): NuxtAuth<S>
  /**
   * Requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds) for a route.
   *
   * @returns what route middleware returns: the redirect to the sign-in page or to the step-up page
   */
  requireAuth(to: RouteLike, requirement?: AssuranceRequirement): Promise<unknown>
}

/** Creates the functions of the pages from those of Nuxt. */
export function createNuxtAuth<S = Session>(nuxt: NuxtFunctions): NuxtAuthParts<S>
export function createNuxtAuth(nuxt: NuxtFunctions): NuxtAuthParts {
  const context = createNuxtContext(nuxt)
  const { install, useSession } = createPageSession(context)
  return {
    install,
    requireAuth: (to, requirement) => guardRoute(context, to, requirement),
    useAuth() {
      const session = useSession()
      const { getProviders, signIn, signOut, update } = context.useClient()
      return {
        session: nuxt.computed(() => session.value ?? null),
        user: nuxt.computed(() => session.value?.user ?? null),
        status: nuxt.computed(() => toStatus(session.value)),
        error: context.useErrorState(),
        getProviders,
        signIn,
        signOut,
        update,
      }
    },
  }
}

function toStatus(session: Session | null | undefined): NuxtAuth['status']['value'] {
  if (session === undefined) return 'loading'
  return session ? 'authenticated' : 'unauthenticated'
}
