import { assertCsrf } from '../checks/csrf.js'
import { createRedirectResult } from '../http/messages.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'
import { createPageProps } from './page-props.js'

/** Shows the sign-out page, or redirects to the app's own. */
export async function showSignOut(ctx: Context): Promise<ActionResult> {
  const { settings, csrf, callbackUrl } = ctx
  if (settings.pages.signOut) return createRedirectResult(settings.pages.signOut)
  const { renderSignOutPage } = await import('../pages/index.js')
  return await renderSignOutPage({
    ...(await createPageProps(ctx)),
    csrfToken: csrf?.token ?? null,
    callbackUrl,
  })
}

/** Ends the session, then redirects. See docs/reference/contract.md#sign-out. */
export async function signOut(ctx: Context): Promise<ActionResult> {
  assertCsrf(ctx)
  await ctx.services.sessionStrategy.end(ctx)
  return createRedirectResult(ctx.callbackUrl)
}
