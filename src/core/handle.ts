import { asError } from '../base/as-error.js'
import { AuthError } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { Context } from '../types/context.js'
import { raw } from '../types/symbols.js'
import type { Call, ResponseInternal, Result } from '../types/wire.js'
import { sendCauseAlong } from './cause.js'
import { enter, knock } from './enter.js'
import { fail, reject } from './fail.js'
import { misconfigured } from './misconfigured.js'
import { parse } from './parse.js'
import { asData, respond, wantsUrl } from './respond.js'
import { act } from './routes.js'
import { type Resolved, settingsOf } from './settings.js'

/** How far a request came, for whoever must answer when it came no further. */
interface Progress {
  call: Call | null
  ctx: Context | null
}

/**
 * Serves one request: parse, enter, act, respond. Here is the only catch of the pipeline.
 *
 * @throws AuthError in `raw` mode, unless the caller asked for `{ url }`
 */
export async function handle(request: Request, config: AuthConfig): Promise<Response | ResponseInternal> {
  const resolved = settingsOf(config)
  const progress: Progress = { call: null, ctx: null }
  try {
    progress.call = await parse(request, resolved.basePath)
    if (!resolved.settings) throw resolved.fault
    progress.ctx = await enter(progress.call, resolved.settings)
    const result = await act(progress.ctx)
    const answer = config.raw === raw ? asData : respond
    return answer(request, result, progress.ctx.jar)
  } catch (error) {
    resolved.logger.error(asError(error))
    if (error instanceof AuthError && progress.call && resolved.settings && throws(request, config))
      throw error
    return answerWith(request, await failed(error, progress, resolved), progress)
  }
}

/** The cookies of a request that failed may be what it failed at. */
function answerWith(request: Request, result: Result, { ctx }: Progress): Response {
  try {
    return respond(request, result, ctx?.jar ?? null)
  } catch {
    return respond(request, result, null)
  }
}

function throws(request: Request, config: AuthConfig): boolean {
  return config.raw === raw && !wantsUrl(request)
}

async function failed(error: unknown, progress: Progress, resolved: Resolved): Promise<Result> {
  const { call } = progress
  if (!call) return reject(error)
  const { settings, fault, logger, ...shown } = resolved
  if (!settings) return misconfigured(fault, { call, ...shown }, logger)
  const result = await fail(error, { call, ...shown })
  progress.ctx ??= knock(call, settings)
  await sendCauseAlong(asError(error), result, progress.ctx)
  return result
}
