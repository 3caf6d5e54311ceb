import { localesIn } from '../http/locales.js'
import { redirect } from '../http/result.js'
import { withQuery } from '../http/url.js'
import { verifyRequestPage } from '../pages/verify-request.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'

/** The page that says that a mail is on its way, ours or the app's. */
export async function showVerifyRequest(ctx: Context): Promise<Result> {
  const { call, settings, origin, base, csrf, callbackUrl } = ctx
  if (settings.pages.verifyRequest) return redirect(withQuery(settings.pages.verifyRequest, call.query))
  const provider = settings.providers.get(call.query.provider ?? '')
  const takesCode = provider?.type === 'email' && provider.code === true
  const isWrong = call.query.error !== undefined
  const csrfToken = csrf?.token ?? null
  const code = takesCode ? { provider: provider.id, csrfToken, callbackUrl, isWrong } : null
  return verifyRequestPage({
    theme: settings.theme,
    texts: await settings.textsFor(call),
    origin,
    base,
    locales: localesIn(call),
    code,
  })
}
