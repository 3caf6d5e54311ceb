import { assertCsrf } from '../checks/csrf.js'
import { createJsonResult } from '../http/result.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'
import type { Session } from '../types/session.js'

/** The visitor's session, or null. Spec: behaviour section 13. */
export async function getSession(ctx: Context): Promise<ActionResult> {
  return toSessionResult(await ctx.settings.sessions.load(ctx, { view: 'client' }))
}

/** Changes the session: the app's callbacks get `data` and decide what comes of it. */
export async function updateSession(ctx: Context): Promise<ActionResult> {
  assertCsrf(ctx)
  const { data } = ctx.request.body
  return toSessionResult(await ctx.settings.sessions.load(ctx, { view: 'client', update: { data } }))
}

/** A callback that returns nothing shows nothing. */
function toSessionResult(session: Session | null | undefined): ActionResult {
  return createJsonResult(session ?? null)
}
