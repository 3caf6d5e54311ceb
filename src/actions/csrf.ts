import { json, noStore } from '../http/result.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'

/** The CSRF token, for pages and clients of the app's own. Spec: behaviour section 4. */
export function csrf(ctx: Context): Result {
  if (ctx.csrf) return json({ csrfToken: ctx.csrf.token })
  const { name, options } = ctx.cookies.csrfToken
  ctx.settings.logger.warn('csrf-disabled')
  ctx.jar.clear(name, options)
  return { status: 404, headers: noStore }
}
