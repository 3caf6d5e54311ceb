import { rememberedCause } from '../checks/told-cause.js'
import { isProduction, runtimeEnvironment } from '../config/environment.js'
import { localesIn } from '../http/locales.js'
import { redirect } from '../http/result.js'
import { withQuery } from '../http/url.js'
import { errorPage } from '../pages/error.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'

/** The page that says what went wrong, ours or the app's. */
export async function showError(ctx: Context): Promise<Result> {
  const { call, settings, origin, base } = ctx
  const error = call.query.error ?? null
  const locales = localesIn(call)
  if (settings.pages.error)
    return redirect(withQuery(settings.pages.error, { ...(error !== null && { error }), ...locales }))
  const detail = await detailOf(ctx, error)
  return errorPage({
    theme: settings.theme,
    texts: await settings.textsFor(call),
    origin,
    base,
    locales,
    error,
    detail,
  })
}

/** For the developer: why this browser was sent here. */
async function detailOf(ctx: Context, error: string | null): Promise<string | undefined> {
  if (error !== 'Configuration' || isProduction(runtimeEnvironment())) return undefined
  return rememberedCause(ctx)
}
