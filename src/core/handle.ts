import { toError } from '../base/to-error.js'
import { AuthError } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { Context } from '../types/context.js'
import type { ActionResult, AuthRequest, ResponseInternal } from '../types/request.js'
import { raw } from '../types/symbols.js'
import { createConfigErrorResult } from './config-error-result.js'
import { createBaseContext, createContext } from './create-context.js'
import { forwardDebugCause } from './debug-cause.js'
import { createBadRequestResult, createErrorResult } from './error-result.js'
import { parseRequest } from './parse-request.js'
import { isJsonRedirectRequested, toResponse, toResponseInternal } from './respond.js'
import { dispatch } from './routes.js'
import { getSettings, type ResolvedSettings } from './settings.js'

/** How far a request came, for whoever must answer when it came no further. */
interface RequestProgress {
  request: AuthRequest | null
  ctx: Context | null
}

/**
 * Serves one request: parse, enter, act, respond. Here is the only catch of the pipeline.
 *
 * @throws AuthError in `raw` mode, unless the caller asked for `{ url }`
 */
export async function handleRequest(
  request: Request,
  config: AuthConfig,
): Promise<Response | ResponseInternal> {
  const resolved = getSettings(config)
  const progress: RequestProgress = { request: null, ctx: null }
  try {
    progress.request = await parseRequest(request, resolved.basePath)
    if (!resolved.settings) throw resolved.configError
    progress.ctx = await createContext(progress.request, resolved.settings)
    const result = await dispatch(progress.ctx)
    const convert = config.raw === raw ? toResponseInternal : toResponse
    return convert(request, result, progress.ctx.jar)
  } catch (error) {
    resolved.logger.error(toError(error))
    if (error instanceof AuthError && progress.request && resolved.settings && shouldThrow(request, config))
      throw error
    return respondSafely(request, await handleFailure(error, progress, resolved), progress)
  }
}

/** The cookies of a request that failed may be what it failed at. */
function respondSafely(request: Request, result: ActionResult, { ctx }: RequestProgress): Response {
  try {
    return toResponse(request, result, ctx?.jar ?? null)
  } catch {
    return toResponse(request, result, null)
  }
}

function shouldThrow(request: Request, config: AuthConfig): boolean {
  return config.raw === raw && !isJsonRedirectRequested(request)
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
