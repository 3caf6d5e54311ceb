import { assertOwnForm } from '../checks/csrf.js'
import { json } from '../http/result.js'
import type { Context } from '../types/context.js'
import type { Session } from '../types/session.js'
import type { Result } from '../types/wire.js'

/** The visitor's session, or null. Spec: behaviour section 13. */
export async function session(ctx: Context): Promise<Result> {
  return answer(await ctx.settings.sessions.touch(ctx, { view: 'client' }))
}

/** Changes the session: the app's callbacks get `data` and decide what comes of it. */
export async function updateSession(ctx: Context): Promise<Result> {
  assertOwnForm(ctx)
  const { data } = ctx.call.body
  return answer(await ctx.settings.sessions.touch(ctx, { view: 'client', update: { data } }))
}

/** A callback that returns nothing shows nothing. */
function answer(shown: Session | null | undefined): Result {
  return json(shown ?? null)
}
