import type { ServerResponse } from 'node:http'
import { HttpException, type HttpRedirectResponse, UnauthorizedException } from '@nestjs/common'
import { type AuthInstance, createAuth, type RequireAuthOptions, type ResponseData } from '../../server.js'
import type { GuardedSession } from '../../types/guarded-session.js'
import type { InferSession } from '../../types/infer-session.js'
import type { Session } from '../../types/session.js'
import type { ConfigApi } from '../shared/bind-api.js'
import type { RequestSessions } from '../shared/bind-sessions.js'
import type { IntegrationConfig } from '../shared/config-input.js'
import type { SignInOptions, SignOutOptions } from '../shared/request-auth.js'
import { extendRequireAuthOptions } from '../shared/require-auth-options.js'
import { isHttpHandler, type RequestSource } from './find-request.js'
import { translateForGateway } from './gateway-error.js'
import { getRequestState } from './request-state.js'

export type { ConfigApi as NestApi } from '../shared/bind-api.js'

/** The configuration of a Nest app. What you leave out is read from environment variables. */
export type NestAuthConfig = IntegrationConfig

/**
 * Reads and changes the session of a request. Inject it, with the type of your configuration. All functions accept the request of the
 * platform or an `ExecutionContext`.
 *
 * @example
 * ```ts
 * import { AuthService, type NestRequest } from 'latchkey/nest'
 *
 * const authConfig = { providers: [] }
 *
 * export class GreetingService {
 *   constructor(private readonly auth: AuthService<typeof authConfig>) {}
 *
 *   async greet(request: NestRequest) {
 *     const session = await this.auth.getSession(request)
 *     return `Hello ${session?.user?.name ?? 'visitor'}`
 *   }
 * }
 * ```
 */
export class AuthService<Config extends NestAuthConfig = NestAuthConfig> {
  /** What `createAuth` of `latchkey/server` returns, for code without a request. */
  readonly instance: AuthInstance

  /** @throws InvalidConfig if the configuration is not an object */
  constructor(config: Config) {
    this.instance = createAuth<NestAuthConfig>(config)
  }

  /**
   * Reads the session once per request, and extends it if that is due. For a WebSocket, each call reads again.
   *
   * @throws ServiceUnavailableException if the database or a callback fails: the user is still signed in
   */
  getSession(source: RequestSource): Promise<InferSession<Config> | null>
  getSession(source: RequestSource): Promise<Session | null> {
    return translateForGateway(source, async () => getRequestState(source, this).auth.getSession())
  }

  /**
   * Requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds).
   *
   * @throws HttpException with status 303 and the header `Location` for a page, to the sign-in page or the step-up page
   * @throws UnauthorizedException for an API and GraphQL
   * @throws WsException with status code 401 for a message of a WebSocket gateway
   * @throws ServiceUnavailableException if the database or a callback fails
   */
  requireAuth(
    source: RequestSource,
    requirement?: RequireAuthOptions,
  ): Promise<GuardedSession<InferSession<Config>>>
  async requireAuth(source: RequestSource, requirement: RequireAuthOptions = {}): Promise<Session> {
    const { auth, res } = getRequestState(source, this)
    const isHttp = isHttpHandler(source)
    const options: RequireAuthOptions = isHttp
      ? requirement
      : extendRequireAuthOptions(requirement, { respondAs: 'api' })
    return translateForGateway(source, async () => {
      const { session, response } = await auth.requireAuth(options)
      if (session) return session
      if (isHttp && res) setRefusalHeaders(res, response)
      throw createRefusal(response)
    })
  }

  /**
   * Starts a sign-in and returns the redirect, or completes it if the fields are enough. Return it in a handler with `@Redirect()`.
   * Without a provider, it redirects to the sign-in page.
   *
   * @throws AuthError if the app must handle the failure, for example CredentialsSignin, or if the response has started
   */
  async signIn(source: RequestSource, options?: SignInOptions): Promise<HttpRedirectResponse> {
    return toRedirect(await getRequestState(source, this).auth.signIn(options))
  }

  /**
   * Ends the session and returns the redirect. Return it in a handler with `@Redirect()`.
   *
   * @throws AuthError if the response has started
   */
  async signOut(source: RequestSource, options?: SignOutOptions): Promise<HttpRedirectResponse> {
    return toRedirect(await getRequestState(source, this).auth.signOut(options))
  }

  /** Returns the functions of the plugins. They set their cookies on the response. */
  getApi(source: RequestSource): ConfigApi<Config>
  getApi(source: RequestSource): object {
    return getRequestState(source, this).auth.bindApi()
  }

  /** Returns the functions that list and end sessions. They need the option `revocation`. */
  getUserSessions(source: RequestSource): RequestSessions {
    return getRequestState(source, this).auth.bindSessions()
  }
}

/** 303 lets the browser read the page after the form of a POST. */
function toRedirect(url: string): HttpRedirectResponse {
  return { url, statusCode: 303 }
}

/** Sets the headers of a refusal but those of its body, which Nest writes. */
function setRefusalHeaders(res: ServerResponse, { headers }: ResponseData): void {
  if (res.headersSent) return
  for (const [name, value] of Object.entries(headers))
    if (!name.startsWith('content-')) res.setHeader(name, value)
}

function createRefusal({ status, body }: ResponseData): HttpException {
  if (status !== 401) return new HttpException('Sign in to continue.', status)
  const fields: unknown = JSON.parse(body ?? '{}')
  return new UnauthorizedException({
    statusCode: 401,
    message: 'Sign in to continue.',
    ...Object(fields),
  })
}
