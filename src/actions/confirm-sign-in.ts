import { readLinkParams } from '../flows/email/link-params.js'
import { createRedirectResult } from '../http/messages.js'
import { appendQuery } from '../http/url.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { createPageProps } from './page-props.js'

/** Shows the page whose button completes a sign-in by magic link, or redirects to the app's own. */
export async function showSignInConfirmation(ctx: Context, { id }: ResolvedProvider): Promise<ActionResult> {
  const { request, settings, csrf, callbackUrl } = ctx
  const params = readLinkParams(request)
  const token = params.token ?? ''
  const email = params.identifier ?? ''
  if (settings.pages.confirm)
    return createRedirectResult(
      appendQuery(settings.pages.confirm, { provider: id, callbackUrl, token, email }),
    )
  const csrfToken = csrf?.token ?? null
  const { renderConfirmPage } = await import('../pages/index.js')
  return await renderConfirmPage({
    ...(await createPageProps(ctx)),
    csrfToken,
    callbackUrl,
    provider: id,
    token,
    email,
  })
}
