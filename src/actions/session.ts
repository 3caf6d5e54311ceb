import { assertCsrf } from '../checks/csrf.js'
import { createJsonResult } from '../http/messages.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'
import type { Session } from '../types/session.js'

/** Returns the session, or null. See docs/contract.md#sessions. */
export function getSession(ctx: Context): Promise<ActionResult> {
  return ctx.settings.sessionStrategy.load(ctx, { view: 'client' }).then(toSessionResult)
}

/** Updates the session: the `jwt` and `session` callbacks receive `data`. */
export async function updateSession(ctx: Context): Promise<ActionResult> {
  assertCsrf(ctx)
  const { data } = ctx.request.body
  return toSessionResult(await ctx.settings.sessionStrategy.load(ctx, { view: 'client', update: { data } }))
}

/** A `session` callback that returns nothing results in null. */
function toSessionResult(session: Session | null | undefined): ActionResult {
  return createJsonResult(session ?? null)
}
