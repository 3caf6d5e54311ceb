import { assertOwnForm } from '../checks/csrf.js'
import { redirect } from '../http/result.js'
import { signOutPage } from '../pages/sign-out.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'

/** The page that asks once more, ours or the app's. */
export async function showSignOut({ settings, origin, base, csrf, callbackUrl }: Context): Promise<Result> {
  if (settings.pages.signOut) return redirect(settings.pages.signOut)
  return signOutPage({ theme: settings.theme, origin, base, csrfToken: csrf?.token ?? null, callbackUrl })
}

/** Ends the session, and only then says so. Spec: behaviour section 14. */
export async function signOut(ctx: Context): Promise<Result> {
  assertOwnForm(ctx)
  await ctx.settings.sessions.end(ctx)
  return redirect(ctx.callbackUrl)
}
