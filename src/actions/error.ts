import { redirect } from '../http/result.js'
import { withQuery } from '../http/url.js'
import { errorPage } from '../pages/error.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'

/** The page that says what went wrong, ours or the app's. */
export async function showError({ call, settings, origin, base }: Context): Promise<Result> {
  const error = call.query.error ?? null
  if (settings.pages.error) return redirect(withQuery(settings.pages.error, error === null ? {} : { error }))
  return errorPage({ theme: settings.theme, texts: await settings.textsFor(call), origin, base, error })
}
