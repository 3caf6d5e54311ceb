import { createJsonResult, noStoreHeaders } from '../http/messages.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'

/** Returns the CSRF token, for pages and clients of the app. See docs/reference/contract.md#csrf. */
export function getCsrfToken(ctx: Context): ActionResult {
  if (ctx.csrf) return createJsonResult({ csrfToken: ctx.csrf.token })
  const { name, options } = ctx.cookieOptions.csrfToken
  ctx.settings.warnOnce('csrf-disabled')
  ctx.jar.clear(name, options)
  return { status: 404, headers: noStoreHeaders }
}
