import { getFlow } from '../flows/index.js'
import { createRedirectResult } from '../http/messages.js'
import { appendQuery } from '../http/url.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'
import { createPageProps } from './page-props.js'

/** Shows the page that says that an email was sent, or redirects to the app's own. */
export async function showVerifyRequest(ctx: Context): Promise<ActionResult> {
  const { request, settings, csrf, callbackUrl } = ctx
  if (settings.pages.verifyRequest)
    return createRedirectResult(appendQuery(settings.pages.verifyRequest, request.query))
  const provider = settings.providers.get(request.query.provider ?? '')
  const flow = provider && getFlow(provider)
  const form = provider && { provider: provider.id, csrfToken: csrf?.token ?? null, callbackUrl }
  const isWrong = request.query.error !== undefined
  const email = provider && (await flow?.readRequestedEmail?.(ctx, provider))
  const { renderVerifyRequestPage } = await import('../pages/index.js')
  return await renderVerifyRequestPage({
    ...(await createPageProps(ctx)),
    code: form && flow?.acceptsCode?.(provider) ? { ...form, isWrong } : null,
    resend: form && email ? { ...form, email } : null,
  })
}
