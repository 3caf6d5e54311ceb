import { toError } from '../base/to-error.js'
import { AuthError } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { Context } from '../types/context.js'
import type {
  ActionResult,
  AuthRequest,
  IncomingRequest,
  RequestHead,
  ResponseData,
  ResponseInternal,
} from '../types/request.js'
import { raw } from '../types/symbols.js'
import { createConfigErrorResult } from './config-error-result.js'
import { createBaseContext, createContext } from './create-context.js'
import { forwardDebugCause } from './debug-cause.js'
import { createBadRequestResult, createErrorResult } from './error-result.js'
import { parseRequest } from './parse-request.js'
import { isJsonRedirectRequested, toResponseData, toResponseInternal } from './respond.js'
import { dispatch } from './routes.js'
import { getSettings, type ResolvedSettings } from './settings.js'

/** How far a request got; an error response depends on it. */
interface RequestProgress {
  request: AuthRequest | null
  ctx: Context | null
}

/**
 * Handles one request: parses it, creates the context, dispatches the action and serializes the result. Every front end (web
 * `Request`, `node:http`) uses it. It has the only catch of the pipeline.
 *
 * @returns the response as data; in `raw` mode the result before serialization
 * @throws AuthError in `raw` mode, unless the client asked for `{ url }`
 */
export async function handleRequest(
  request: IncomingRequest,
  config: AuthConfig,
): Promise<ResponseData | ResponseInternal> {
  const resolved = getSettings(config)
  const progress: RequestProgress = { request: null, ctx: null }
  try {
    progress.request = await parseRequest(request, resolved.basePath)
    if (!resolved.settings) throw resolved.configError
    progress.ctx = await createContext(progress.request, resolved.settings)
    const result = await dispatch(progress.ctx)
    const convert = config.raw === raw ? toResponseInternal : toResponseData
    return convert(request, result, progress.ctx.jar)
  } catch (error) {
    resolved.logger.error(toError(error))
    if (error instanceof AuthError && progress.request && resolved.settings && shouldThrow(request, config))
      throw error
    return respondSafely(request, await handleFailure(error, progress, resolved), progress)
  }
}

/** Leaves the cookies out if they cannot be serialized, which may be why the request failed. */
function respondSafely(head: RequestHead, result: ActionResult, { ctx }: RequestProgress): ResponseData {
  try {
    return toResponseData(head, result, ctx?.jar ?? null)
  } catch {
    return toResponseData(head, result, null)
  }
}

function shouldThrow(head: RequestHead, config: AuthConfig): boolean {
  return config.raw === raw && !isJsonRedirectRequested(head)
}

async function handleFailure(
  error: unknown,
  progress: RequestProgress,
  resolved: ResolvedSettings,
): Promise<ActionResult> {
  const { request } = progress
  if (!request) return createBadRequestResult(error)
  const { settings, configError, logger, ...base } = resolved
  if (!settings) return createConfigErrorResult(configError, { request, ...base }, logger)
  const result = await createErrorResult(error, { request, ...base })
  progress.ctx ??= createBaseContext(request, settings)
  await forwardDebugCause(toError(error), result, progress.ctx)
  return result
}
