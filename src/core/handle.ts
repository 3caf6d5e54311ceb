import { chain, createLoader, isPromise } from '../base/cache.js'
import { toIncomingRequest, toResponse, toResponseData, toResponseInternal } from '../http/messages.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type {
  ActionResult,
  IncomingRequest,
  RequestHead,
  ResponseData,
  ResponseInternal,
} from '../types/request.js'
import { raw } from '../types/symbols.js'
import { createContext } from './create-context.js'
import type { RequestProgress } from './request-progress.js'
import { dispatch, matchPath, parseRequest } from './routes.js'
import { type ConfigState, getConfigState, logUnknownOptions } from './settings.js'

/**
 * Handles the authentication requests of an app. Call it with every request below `basePath`.
 *
 * @param request a web `Request` whose URL has the public origin of the app
 * @param config resolved once per object, so create it outside the request handler
 * @returns the `Response`; with `raw: raw` the response as data, except for failures that are not thrown
 * @throws InvalidConfig if `config` is not an object
 * @throws AuthError only with `raw: raw`, and not for every failure (docs/reference/contract.md#raw-mode); otherwise a failure is an error response
 *
 * @example
 * ```ts
 * import { Auth, type AuthConfig } from 'latchkey'
 * import GitHub from 'latchkey/providers/github'
 *
 * const config: AuthConfig = {
 *   trustHost: true,
 *   secret: process.env.AUTH_SECRET,
 *   providers: [GitHub({ clientId: process.env.AUTH_GITHUB_ID, clientSecret: process.env.AUTH_GITHUB_SECRET })],
 * }
 *
 * export default { fetch: (request: Request) => Auth(request, config) }
 * ```
 */
export function Auth(request: Request, config: AuthConfig & { raw: typeof raw }): Promise<ResponseInternal>
export function Auth(request: Request, config: Omit<AuthConfig, 'raw'>): Promise<Response>
export async function Auth(request: Request, config: AuthConfig): Promise<Response | ResponseInternal> {
  const output = await runPipeline(toIncomingRequest(request), config)
  return 'setCookies' in output ? toResponse(output) : output
}

/**
 * Handles one request: parses it, creates the context, dispatches the action and serializes the result. Every front end (web
 * `Request`, `node:http`) uses it. Every error of these steps arrives in its `catch`.
 *
 * @returns the response as data; in `raw` mode the result before serialization, unless the request failed
 * @throws AuthError in `raw` mode, if the failure is of an action whose caller can catch it
 */
export function runPipeline(
  request: IncomingRequest,
  config: AuthConfig,
): Awaitable<ResponseData | ResponseInternal> {
  return chain(getConfigState(config), state => {
    const received = { request, config, state, progress: { request: null, ctx: null } }
    return state.settings?.runRequest ? runInstrumented(received) : handleRequest(received)
  })
}

/** A request, and the configuration that handles it. */
interface ReceivedRequest {
  readonly request: IncomingRequest
  readonly config: AuthConfig
  readonly state: ConfigState
  readonly progress: RequestProgress
}

async function handleRequest({
  request,
  config,
  state: resolved,
  progress,
}: ReceivedRequest): Promise<ResponseData | ResponseInternal> {
  const nextAuth4 = needsNextAuth4(resolved) ? await loadNextAuth4() : null
  const logResponse = nextAuth4?.createClientLogResponse(request, resolved)
  if (logResponse) return logResponse
  try {
    const parsed = parseRequest(request, resolved)
    const authRequest = isPromise(parsed) ? await parsed : parsed
    progress.request = authRequest
    if (resolved.isOptionsCheckDue) await logUnknownOptions(config, resolved)
    if (!resolved.settings) throw resolved.configError
    if (nextAuth4) progress.request = nextAuth4.markNextAuth4Client(authRequest, resolved.settings)
    const context = createContext(progress.request, resolved)
    progress.ctx = isPromise(context) ? await context : context
    const result = await dispatch(progress.ctx)
    progress.failure = result.failure
    const convert = config.raw === raw ? toResponseInternal : toResponseData
    return convert(progress.request.head, result, progress.ctx.jar)
  } catch (error) {
    progress.error = error
    const { createFailureResponse } = await loadFailureResponse()
    const failed = { incoming: request, progress, state: resolved, nextAuth4, isRaw: config.raw === raw }
    return await createFailureResponse(error, { ...failed, respond: respondSafely })
  }
}

/** What answers failures is loaded at the first one. */
const loadFailureResponse = createLoader(() => import('./failure-response.js'))

/** Leaves the cookies out if they cannot be serialized, which may be why the request failed. */
function respondSafely(head: RequestHead, result: ActionResult, { ctx }: RequestProgress): ResponseData {
  try {
    return toResponseData(head, result, ctx?.jar ?? null)
  } catch {
    return toResponseData(head, result, null)
  }
}

async function runInstrumented(received: ReceivedRequest): Promise<ResponseData | ResponseInternal> {
  const { runInstrumentedRequest } = await import('./plugin-runtime.js')
  const findTarget = (pathname: string) => matchPath(pathname, received.state)
  return await runInstrumentedRequest(received, findTarget, () => handleRequest(received))
}

/** What answers clients of NextAuth 4 is loaded for apps that were written for it. */
const loadNextAuth4 = createLoader(() => import('./next-auth-4.js'))

function needsNextAuth4({ settings }: ConfigState): boolean {
  return settings !== null && (settings.legacySessions !== null || settings.showsThrownMessages)
}
