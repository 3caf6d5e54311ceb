import { readLinkParams } from '../flows/email/link-params.js'
import { createRedirectResult } from '../http/messages.js'
import { appendQuery } from '../http/url.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'

/** Shows the page whose button completes a sign-in by magic link, or redirects to the app's own. */
export async function showSignInConfirmation(ctx: Context, { id }: ResolvedProvider): Promise<ActionResult> {
  const { request, settings, origin, authUrl, csrf, callbackUrl } = ctx
  const params = readLinkParams(request)
  const token = params.token ?? ''
  const email = params.identifier ?? ''
  if (settings.pages.confirm)
    return createRedirectResult(
      appendQuery(settings.pages.confirm, { provider: id, callbackUrl, token, email }),
    )
  const csrfToken = csrf?.token ?? null
  const { theme } = settings
  const translations = await settings.getTranslations(request)
  const { renderConfirmPage } = await import('../pages/index.js')
  return await renderConfirmPage({
    theme,
    translations,
    origin,
    authUrl,
    csrfToken,
    callbackUrl,
    provider: id,
    token,
    email,
  })
}
