import { type AuthError, ErrorPageLoop } from '../errors.js'
import { json, redirect } from '../http/result.js'
import { absolute, withQuery } from '../http/url.js'
import { errorPage } from '../pages/error.js'
import type { AuthAction } from '../types/action.js'
import type { LoggerInstance } from '../types/logger.js'
import type { Result } from '../types/wire.js'
import { causeOf } from './cause.js'
import type { Failed } from './fail.js'

const pageActions: ReadonlySet<AuthAction> = new Set(['signin', 'signout', 'error', 'verify-request'])

const notice =
  'There was a problem with the server configuration. Check the server logs for more information.'

/** What everybody gets while the configuration is at fault. Spec: behaviour section 2.8. */
export async function misconfigured(
  fault: AuthError,
  failed: Failed,
  logger: LoggerInstance,
): Promise<Result> {
  const { call, pages } = failed
  if (call.action === 'session') return json(null, 500)
  if (!pageActions.has(call.action) || call.method === 'POST') return json({ message: notice }, 500)
  if (!pages.error) return builtInPage(fault, failed)
  if (!call.query.callbackUrl?.startsWith(pages.error)) {
    return redirect(withQuery(absolute(pages.error, call.url.origin), { error: 'Configuration' }))
  }
  logger.error(new ErrorPageLoop('`pages.error` itself needs a session: let signed-out visitors see it.'))
  return builtInPage(fault, failed)
}

/** While one is developing, the page says what the log says first. */
async function builtInPage(fault: AuthError, { call, theme, textsFor, basePath }: Failed): Promise<Result> {
  const { origin } = call.url
  const page = { theme, origin, base: origin + basePath, texts: await textsFor(call) }
  return errorPage({ ...page, error: 'Configuration', detail: causeOf(fault) })
}
