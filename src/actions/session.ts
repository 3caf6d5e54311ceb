import { assertOwnForm } from '../checks/csrf.js'
import { json } from '../http/result.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'

/** The visitor's session, or null. Spec: behaviour section 13. */
export async function session(ctx: Context): Promise<Result> {
  return json(await ctx.settings.sessions.touch(ctx, { view: 'client' }))
}

/** Changes the session: the app's callbacks get `data` and decide what comes of it. */
export async function updateSession(ctx: Context): Promise<Result> {
  assertOwnForm(ctx)
  return json(
    await ctx.settings.sessions.touch(ctx, { view: 'client', update: { data: ctx.call.body.data } }),
  )
}
