import type { NextRequest } from 'next/server.js'
import { getPublicUrl, getRuntimeEnvironment } from '../../config/environment.js'
import { withEnvDefaults } from '../../config/with-env-defaults.js'
import { parseUrl } from '../../http/url.js'
import type { Callbacks, SessionParams } from '../../types/callbacks.js'
import type { Awaitable, Optional } from '../../types/common.js'
import type { AuthConfig } from '../../types/config.js'
import type { Session } from '../../types/session.js'
import type { ConfigInput } from '../shared/config-input.js'

/** What `authorized` is told. */
export interface AuthorizedParams {
  /** Who asks; `null` when nobody is signed in. */
  auth: Session | null
  request: NextRequest
}

/** The hooks that decide, and one that Next alone has. */
export interface NextAuthCallbacks<S extends Session = Session> extends Optional<Omit<Callbacks, 'session'>> {
  /** What clients see. @default name, email, image and the expiry */
  session?: ((params: SessionParams) => Awaitable<S>) | undefined
  /**
   * May this request go on? Asked where `auth` stands before pages or wraps a handler. A `Response` is the answer; anything
   * else that is true in an `if` lets it pass; what is not, `undefined` too, sends the visitor to the sign-in page. Nothing
   * passes when it throws.
   */
  authorized?: ((params: AuthorizedParams) => Awaitable<boolean | Response | undefined>) | undefined
}

/** The configuration of a Next app: what is left out is taken from the environment, and `basePath` is `/api/auth`. */
export interface NextAuthConfig<S extends Session = Session> extends Omit<AuthConfig, 'raw' | 'callbacks'> {
  callbacks?: NextAuthCallbacks<S> | undefined
}

/** A configuration, or a function that gives the one for a request; in server components and actions there is none. */
export type NextAuthConfigInput<S extends Session = Session> = ConfigInput<
  NextAuthConfig<S>,
  NextRequest | undefined
>

/** With the environment of the process filled in. */
export const withDefaults: (config: NextAuthConfig) => AuthConfig = withEnvDefaults(({ basePath }) => ({
  basePath: basePath || getSitePath() || '/api/auth',
}))

function getSitePath(): string | undefined {
  const { pathname = '/' } = parseUrl(getPublicUrl(getRuntimeEnvironment()) ?? '') ?? {}
  return pathname === '/' ? undefined : pathname
}
