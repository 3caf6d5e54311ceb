import { isPromise } from '../base/awaitable.js'
import { createLoader } from '../base/create-loader.js'
import { toError } from '../base/to-error.js'
import { serializeCookie } from '../http/cookies.js'
import {
  isJsonRedirectRequested,
  jsonHeaders,
  noStoreHeaders,
  toIncomingRequest,
  toResponse,
} from '../http/messages.js'
import { encodeForHeader } from '../http/url.js'
import type { AuthConfig } from '../types/config.js'
import type {
  ActionResult,
  CookieJar,
  IncomingRequest,
  RequestHead,
  ResponseData,
  ResponseInternal,
} from '../types/request.js'
import { raw } from '../types/symbols.js'
import { createConfigErrorResult } from './config-error-result.js'
import { createBaseContext, createContext } from './create-context.js'
import { saveHintForPage } from './developer-hint.js'
import {
  createBadRequestResult,
  createErrorResult,
  createUnparsedResult,
  isAlwaysRedirected,
} from './error-result.js'
import { reportFailure } from './report-failure.js'
import type { RequestProgress } from './request-progress.js'
import { dispatch, parseRequest } from './routes.js'
import { type ConfigState, getConfigState, isCookieConfigError, logUnknownOptions } from './settings.js'

/**
 * Handles the authentication requests of an app. Call it with every request below `basePath`.
 *
 * @param request a web `Request` whose URL has the public origin of the app
 * @param config resolved once per object, so create it outside the request handler
 * @returns the `Response`; with `raw: raw` the response as data, except for failures that are not thrown
 * @throws InvalidConfig if `config` is not an object
 * @throws AuthError only with `raw: raw`, and not for every failure (docs/contract.md#raw-mode); otherwise a failure is an error response
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
export async function runPipeline(
  request: IncomingRequest,
  config: AuthConfig,
): Promise<ResponseData | ResponseInternal> {
  const resolved = getConfigState(config)
  const progress: RequestProgress = { request: null, ctx: null }
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
    const context = createContext(progress.request, resolved.settings)
    progress.ctx = isPromise(context) ? await context : context
    const result = await dispatch(progress.ctx)
    const convert = config.raw === raw ? toResponseInternal : toResponseData
    return convert(progress.request.head, result, progress.ctx.jar)
  } catch (error) {
    await reportFailure(resolved, error, progress.request)
    if (
      !isAlwaysRedirected(error) &&
      progress.request &&
      resolved.settings &&
      canCallerCatch(request, config)
    )
      throw error
    const shownError = nextAuth4 ? nextAuth4.toNextAuth4Error(error, progress.ctx) : error
    const result = progress.request
      ? await handleFailure(shownError, progress, resolved)
      : await createUnparsedResult(error, request, resolved)
    const response = respondSafely(progress.request?.head ?? request, result, progress)
    return nextAuth4 ? nextAuth4.setNextAuth4Status(response, error, progress.ctx) : response
  }
}

/** What answers clients of NextAuth 4 is loaded for apps that were written for it. */
const loadNextAuth4 = createLoader(() => import('./next-auth-4.js'))

function needsNextAuth4({ settings }: ConfigState): boolean {
  return settings !== null && (settings.legacySessions !== null || settings.showsThrownMessages)
}

/** Leaves the cookies out if they cannot be serialized, which may be why the request failed. */
function respondSafely(head: RequestHead, result: ActionResult, { ctx }: RequestProgress): ResponseData {
  try {
    return toResponseData(head, result, ctx?.jar ?? null)
  } catch {
    return toResponseData(head, result, null)
  }
}

function canCallerCatch(head: RequestHead, config: AuthConfig): boolean {
  return config.raw === raw && !isJsonRedirectRequested(head)
}

async function handleFailure(
  error: unknown,
  progress: RequestProgress,
  resolved: ConfigState,
): Promise<ActionResult> {
  const { request } = progress
  if (!request) return createBadRequestResult(error)
  const { settings, configError, logger, ...base } = resolved
  if (!settings) return await createConfigErrorResult(configError, { request, ...base }, logger)
  if (isCookieConfigError(settings, error))
    return await createConfigErrorResult(error, { request, ...base }, logger)
  const result = await createErrorResult(error, { request, ...base })
  progress.ctx ??= createBaseContext(request, settings)
  await saveHintForPage(toError(error), result, progress.ctx)
  return result
}

/** Serializes the result of an action. See docs/contract.md#responses. */
export function toResponseData(head: RequestHead, result: ActionResult, jar: CookieJar | null): ResponseData {
  const cookies = jar && canSetCookies(head) ? jar.getSetCookies() : []
  const {
    status = 200,
    headers = {},
    body,
    json,
  } = result.redirect === undefined ? result : serializeRedirect(head, result.redirect)
  return {
    status,
    headers,
    body: head.method === 'HEAD' ? null : (json ?? serializeBody(headers, body)),
    setCookies: cookies.map(serializeCookie),
  }
}

function serializeBody(headers: Readonly<Record<string, string>>, body: unknown): string | null {
  if (body === undefined) return null
  return headers['content-type'] === 'application/json' ? JSON.stringify(body) : String(body)
}

/** A HEAD request changes nothing, so its response sets no cookie. */
function canSetCookies({ method }: RequestHead): boolean {
  return method !== 'HEAD'
}

function serializeRedirect(head: RequestHead, redirectUrl: string): ActionResult {
  const location = encodeForHeader(redirectUrl)
  if (!isJsonRedirectRequested(head)) return { status: 302, headers: { location, ...noStoreHeaders } }
  return {
    status: 200,
    headers: { ...jsonHeaders, location },
    body: { url: redirectUrl },
  }
}

/** Returns the result as data that is not serialized, for `raw` mode. See docs/contract.md#raw-mode. */
function toResponseInternal(
  head: RequestHead,
  { json, ...result }: ActionResult,
  jar: CookieJar,
): ResponseInternal {
  if (!canSetCookies(head)) return { ...result, body: undefined, cookies: [] }
  const parsed: { body?: unknown } =
    json === undefined || result.body !== undefined ? {} : { body: JSON.parse(json) }
  return { ...result, ...parsed, cookies: [...jar.getSetCookies()] }
}
