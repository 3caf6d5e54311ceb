import { type AuthError, ErrorPageLoop } from '../errors.js'
import { createJsonResult, createRedirectResult } from '../http/messages.js'
import { appendQuery, toAbsoluteUrl } from '../http/url.js'
import type { Logger } from '../types/logger.js'
import type { ActionResult, RequestAction } from '../types/request.js'
import { type ErrorResponseContext, renderOwnErrorPage } from './error-result.js'

const pageActions: ReadonlySet<RequestAction> = new Set(['signin', 'signout', 'error', 'verify-request'])

const configErrorMessage =
  'There was a problem with the server configuration. Check the server logs for more information.'

/** Creates the response to every request while the configuration is invalid. See docs/reference/contract.md#configuration-failures. */
export async function createConfigErrorResult(
  configError: AuthError,
  errorContext: ErrorResponseContext,
  logger: Logger,
): Promise<ActionResult> {
  const { request, pages } = errorContext
  if (request.action === 'session') return createJsonResult(null, 500)
  if (!pageActions.has(request.action) || request.method === 'POST')
    return createJsonResult({ message: configErrorMessage }, 500)
  if (!pages.error) return await renderConfigErrorPage(configError, errorContext)
  if (!request.query.callbackUrl?.startsWith(pages.error)) {
    return createRedirectResult(
      appendQuery(toAbsoluteUrl(pages.error, request.origin), { error: 'Configuration' }),
    )
  }
  logger.error(new ErrorPageLoop('`pages.error` itself needs a session: let signed-out visitors see it.'))
  return await renderConfigErrorPage(configError, errorContext)
}

/** In development, the page shows the first line of the log message. */
function renderConfigErrorPage(
  configError: AuthError,
  errorContext: ErrorResponseContext,
): Promise<ActionResult> {
  return renderOwnErrorPage('Configuration', errorContext, configError)
}
