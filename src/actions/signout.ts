import { assertOwnForm } from '../checks/csrf.js'
import { redirect } from '../http/result.js'
import { signOutPage } from '../pages/sign-out.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'

/** The page that asks once more, ours or the app's. */
export async function showSignOut(ctx: Context): Promise<Result> {
  const { call, settings, origin, base, csrf, callbackUrl } = ctx
  if (settings.pages.signOut) return redirect(settings.pages.signOut)
  const frame = { theme: settings.theme, texts: await settings.textsFor(call), origin, base }
  return signOutPage({ ...frame, csrfToken: csrf?.token ?? null, callbackUrl })
}

/** Ends the session, and only then says so. Spec: behaviour section 14. */
export async function signOut(ctx: Context): Promise<Result> {
  assertOwnForm(ctx)
  await ctx.settings.sessions.end(ctx)
  return redirect(ctx.callbackUrl)
}
