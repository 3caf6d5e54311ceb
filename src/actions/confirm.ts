import { redirect } from '../http/result.js'
import { withQuery } from '../http/url.js'
import { confirmPage } from '../pages/confirm.js'
import type { Context } from '../types/context.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import type { Result } from '../types/wire.js'

/** The page with the button that uses a link, ours or the app's. */
export async function confirm(ctx: Context, { id }: ResolvedProvider): Promise<Result> {
  const { call, settings, origin, base, csrf, callbackUrl } = ctx
  const { token = '', email = '' } = call.query
  if (settings.pages.confirm)
    return redirect(withQuery(settings.pages.confirm, { provider: id, callbackUrl, token, email }))
  const csrfToken = csrf?.token ?? null
  const { theme } = settings
  const texts = await settings.textsFor(call)
  return confirmPage({ theme, texts, origin, base, csrfToken, callbackUrl, provider: id, token, email })
}
