import { applyCacheSetting } from '../test-settings.js'

/** Passes the user to the views: the layout shows it, so every page reads the session. */
export async function withSession(ctx, next) {
  applyCacheSetting(ctx)
  ctx.state.session = await ctx.state.auth.getSession()
  ctx.state.path = ctx.path
  await next()
}
