import { redirect } from '../http/result.js'
import { withQuery } from '../http/url.js'
import { verifyRequestPage } from '../pages/verify-request.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'

/** The page that says that a mail is on its way, ours or the app's. */
export async function showVerifyRequest({ call, settings, origin, base }: Context): Promise<Result> {
  if (settings.pages.verifyRequest) return redirect(withQuery(settings.pages.verifyRequest, call.query))
  return verifyRequestPage({ theme: settings.theme, texts: await settings.textsFor(call), origin, base })
}
