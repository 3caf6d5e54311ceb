import type { NextRequest } from 'next/server.js'
import { type AuthInstance, createAuth, type Environment, type IntegrationOptions } from '../../server.js'
import type { Awaitable } from '../../types/common.js'
import type { AuthConfig } from '../../types/config.js'
import type { Plugin } from '../../types/plugin.js'
import type { Session } from '../../types/session.js'
import type { ConfigInput } from '../shared/config-input.js'
import type { TypedCallbacks } from '../shared/typed-callbacks.js'

/** Parameters of the `authorized` callback. */
export interface AuthorizedParams {
  /** The session; `null` if no user is signed in. */
  auth: Session | null
  request: NextRequest
}

/** The callbacks of Auth.js, and `authorized`, which only Next has. */
export interface NextAuthCallbacks<S extends Session = Session> extends TypedCallbacks<S> {
  /**
   * Decides about a request where `auth` is used as proxy (middleware) or wraps a handler. A `Response` is sent as it is. Any
   * other truthy value lets the request pass. A falsy value, `undefined` too, redirects to the sign-in page. If the callback
   * throws, the request does not pass.
   */
  authorized?: ((params: AuthorizedParams) => Awaitable<boolean | Response | undefined>) | undefined
}

/** The configuration of a Next app. What you leave out is read from environment variables; `basePath` is `/api/auth` by default. */
export interface NextAuthConfig<S extends Session = Session> extends Omit<AuthConfig, 'raw' | 'callbacks'> {
  callbacks?: NextAuthCallbacks<S> | undefined
}

/** A configuration, or a function that returns it for a request. In server components and actions, there is no request. */
export type NextAuthConfigInput<
  S extends Session = Session,
  Plugins extends readonly Plugin[] = readonly [],
> = ConfigInput<NextAuthConfig<S> & { plugins?: Plugins | undefined }, NextRequest | undefined>

const options: IntegrationOptions = {
  getBasePath: ({ basePath }, environment) => basePath || getAuthUrlPath(environment) || '/api/auth',
}

/** Returns the authentication of a Next app. */
export function getNextAuth(config: NextAuthConfig): AuthInstance {
  return createAuth(config as AuthConfig, options)
}

/** Only an http(s) URL counts, as for all other options: the host of `localhost:3000` would be read as a scheme, and the port as a path. */
function getAuthUrlPath({ AUTH_URL, NEXTAUTH_URL }: Environment): string | undefined {
  try {
    const { protocol, pathname } = new URL(AUTH_URL || NEXTAUTH_URL || '')
    return /^https?:$/.test(protocol) && pathname !== '/' ? pathname : undefined
  } catch {
    // Neither is set, or it is not a URL.
    return undefined
  }
}
