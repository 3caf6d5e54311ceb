import { readDeveloperHint } from '../checks/developer-hint-cookie.js'
import { readReference } from '../checks/reference-cookie.js'
import { createRedirectResult } from '../http/messages.js'
import { parseUiLocales } from '../http/ui-locales.js'
import { appendQuery } from '../http/url.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'
import { createPageProps } from './page-props.js'

/** Shows the error page, or redirects to the app's own. */
export async function showError(ctx: Context): Promise<ActionResult> {
  const { request, settings } = ctx
  const { error = null, code = '' } = request.query
  if (settings.pages.error)
    return createRedirectResult(
      appendQuery(settings.pages.error, {
        ...(error !== null && { error }),
        ...(/^(?:link_changed|unknown_credential)$/.test(code) && { code }),
        ...parseUiLocales(request),
      }),
    )
  const { renderErrorPage } = await import('../pages/index.js')
  return await renderErrorPage({
    ...(await createPageProps(ctx)),
    error,
    code,
    reference: readReference(ctx, error),
    ...(await readDeveloperHint(ctx, error)),
  })
}
