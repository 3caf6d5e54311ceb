import { assertOwnForm } from '../checks/csrf.js'
import { UnknownAction } from '../errors.js'
import { flowOf } from '../flows/index.js'
import { redirect } from '../http/result.js'
import { withQuery } from '../http/url.js'
import { signInPage } from '../pages/sign-in.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'
import { providerOf } from './provider-of.js'

/** The sign-in page, ours or the app's. */
export async function showSignIn(ctx: Context): Promise<Result> {
  const { call, settings, origin, base, csrf, callbackUrl } = ctx
  if (call.providerId)
    throw new UnknownAction('A sign-in is started by POST, from a form with a `csrfToken`.')
  const { error = null, email = null } = call.query
  if (settings.pages.signIn) {
    return redirect(withQuery(settings.pages.signIn, { callbackUrl, ...(error && { error }) }))
  }
  const { theme, providers } = settings
  const csrfToken = csrf?.token ?? null
  return signInPage({
    theme,
    texts: await settings.textsFor(call),
    origin,
    base,
    providers: providers.values(),
    csrfToken,
    callbackUrl,
    error,
    email,
  })
}

/** Sends the visitor on their way to a provider. */
export async function signIn(ctx: Context): Promise<Result> {
  assertOwnForm(ctx)
  const provider = providerOf(ctx)
  return flowOf(provider).start(ctx, provider)
}
