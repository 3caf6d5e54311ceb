import { assertCsrf } from '../checks/csrf.js'
import { createJsonResult, jsonHeaders, serializeResult } from '../http/messages.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'
import type { Session } from '../types/session.js'

/** Returns the session, or null. See docs/reference/contract.md#sessions. */
export function getSession(ctx: Context): Promise<ActionResult> {
  return ctx.services.sessionStrategy
    .getSession(ctx, { view: 'client' })
    .then(session => toSessionResult(ctx, session))
}

/** Updates the session: the `jwt` and `session` callbacks receive `data`. */
export async function updateSession(ctx: Context): Promise<ActionResult> {
  assertCsrf(ctx)
  const { data } = ctx.request.body
  const options = { view: 'client', update: { data } } as const
  return toSessionResult(ctx, await ctx.services.sessionStrategy.getSession(ctx, options))
}

/** A `session` callback that returns nothing results in null. */
function toSessionResult(ctx: Context, session: Session | null | undefined): ActionResult {
  if (!session && isNextAuth4Client(ctx)) return createJsonResult({})
  const body = session ?? null
  return { status: 200, headers: jsonHeaders, body, json: serializeResult(body, 'callbacks.session') }
}

/** The client of NextAuth 4 sends this header with a GET, and reads an empty object as no session. */
function isNextAuth4Client({ request: { head }, settings }: Context): boolean {
  return settings.legacySessions !== null && head.getHeader('content-type') === 'application/json'
}
