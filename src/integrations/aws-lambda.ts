import { createAuth } from '../server.js'
import type { Awaitable } from '../types/common.js'
import type { InferSession } from '../types/infer-session.js'
import type { Session } from '../types/session.js'
import { assertPublicUrl, parseEvent } from './aws-lambda/request.js'
import { createRequestState, toErrorResponse } from './aws-lambda/request-auth.js'
import { buildResult, normalizeResponse, type ResultWith, toLambdaResponse } from './aws-lambda/result.js'
import { getLambdaGlobal, type LambdaStreamHandler, writeStream } from './aws-lambda/streaming.js'
import type {
  LambdaEvent,
  LambdaRequestAuth,
  LambdaResponse,
  LambdaResult,
  LambdaStreamBody,
} from './aws-lambda/types.js'
import type { ConfigApi } from './shared/bind-api.js'
import { type ConfigInput, type IntegrationConfig, resolveConfigInput } from './shared/config-input.js'

export { LambdaResponseError } from './aws-lambda/request-auth.js'
export type { LambdaResponseStream, LambdaStreamHandler } from './aws-lambda/streaming.js'
export type * from './aws-lambda/types.js'
export type { ConfigApi as LambdaApi } from './shared/bind-api.js'
export * from './shared/exports.js'

/** The configuration of a Lambda function. What you leave out is read from environment variables. */
export type LambdaAuthConfig = IntegrationConfig

/** Options of {@link LambdaAuth}. */
export interface LambdaAuthOptions {
  /**
   * Returns the response to an error of a handler. Latchkey responds to those that have a status: a refusal of `requireAuth`, a session that
   * is unavailable (503), and a form of another origin (403).
   *
   * @default the error is thrown, and AWS responds without cookies
   */
  readonly onError?: ((error: unknown, event: LambdaEvent) => Awaitable<LambdaResponse>) | undefined
}

/** A function of the app, which gets the authentication beside the event and the context of Lambda. */
export type LambdaAuthHandler<Event, Context, Result, S = Session, Api = object> = (
  event: Event,
  auth: LambdaRequestAuth<S, Api>,
  context: Context,
) => Awaitable<Result>

/** What {@link LambdaAuth} returns. */
export interface LambdaAuthResult<S = Session, Api = object> {
  /** Handles the authentication requests, as a function of its own. Responds to all other paths with 404. */
  handleAuth(event: LambdaEvent): Promise<LambdaResult>
  /**
   * Creates the function: handles the authentication requests, and calls the handler for all others. Sets the cookies of the session on
   * its response.
   */
  withAuth<Event extends LambdaEvent = LambdaEvent, Context = unknown>(
    handler: LambdaAuthHandler<Event, Context, LambdaResponse | string | object, S, Api>,
  ): (event: Event, context: Context) => Promise<LambdaResult>
  /**
   * Creates a function that streams its response, for a Function URL or a REST API. The body of the handler may be a stream.
   *
   * @throws AuthError outside of a Node runtime of Lambda
   */
  withStreamingAuth<Event extends LambdaEvent = LambdaEvent, Context = unknown>(
    handler: LambdaAuthHandler<Event, Context, LambdaResponse<LambdaStreamBody>, S, Api>,
  ): LambdaStreamHandler<Event, Context>
}

/**
 * Adds authentication to a function of AWS Lambda, behind an HTTP API, a Function URL, a REST API or an Application Load Balancer.
 *
 * The secret and provider credentials default to environment variables. The domain is that of the API, unless AUTH_URL is set.
 *
 * @param config the configuration, or a function that returns it for an event
 *
 * @example
 * ```ts
 * import { LambdaAuth } from 'latchkey/aws-lambda'
 * import GitHub from 'latchkey/providers/github'
 *
 * const { withAuth } = LambdaAuth({ providers: [GitHub] })
 *
 * export const handler = withAuth(async (event, auth) => {
 *   const session = await auth.getSession()
 *   return { statusCode: 200, body: `Hello ${session?.user?.name ?? 'visitor'}` }
 * })
 * ```
 */
export function LambdaAuth<Config extends LambdaAuthConfig>(
  config: ConfigInput<Config, LambdaEvent>,
  options?: LambdaAuthOptions,
): LambdaAuthResult<InferSession<Config>, ConfigApi<Config>>
export function LambdaAuth(
  config: ConfigInput<LambdaAuthConfig, LambdaEvent>,
  { onError }: LambdaAuthOptions = {},
): LambdaAuthResult {
  async function respond<Body>(
    event: LambdaEvent,
    run: (auth: LambdaRequestAuth) => Awaitable<LambdaResponse<Body> | string | object>,
  ): Promise<ResultWith<Body>> {
    const request = parseEvent(event)
    const auth = createAuth(await resolveConfigInput(config, event))
    assertPublicUrl(request, auth)
    if (auth.isActionPath(request.pathname))
      return buildResult<Body | string>(event, toLambdaResponse(await auth.handleIncomingRequest(request)))
    const state = createRequestState(request, auth)
    const response = await runHandler(event, () => run(state.auth))
    return buildResult(event, await state.finish(response))
  }

  async function runHandler<Body>(
    event: LambdaEvent,
    run: () => Awaitable<LambdaResponse<Body> | string | object>,
  ): Promise<LambdaResponse<Body | string>> {
    try {
      return normalizeResponse<Body>(await run())
    } catch (error) {
      const response = toErrorResponse(error) ?? (await onError?.(error, event))
      if (response) return response
      throw error
    }
  }

  return {
    handleAuth: event => respond<string>(event, () => ({ statusCode: 404, body: 'Not found.' })),
    withAuth: handler => (event, context) => respond<string>(event, auth => handler(event, auth, context)),
    withStreamingAuth: handler =>
      getLambdaGlobal().streamifyResponse(async (event, stream, context) =>
        writeStream(
          event,
          stream,
          await respond<LambdaStreamBody>(event, auth => handler(event, auth, context)),
        ),
      ),
  }
}
