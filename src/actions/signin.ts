import { asError } from '../base/as-error.js'
import { assertOwnForm } from '../checks/csrf.js'
import { UnknownAction } from '../errors.js'
import { flowOf } from '../flows/index.js'
import { localesIn } from '../http/locales.js'
import { redirect } from '../http/result.js'
import { withQuery } from '../http/url.js'
import type { Hints } from '../pages/field.js'
import { signInPage } from '../pages/sign-in.js'
import type { Context } from '../types/context.js'
import type { Call, Result } from '../types/wire.js'
import { lastUsedFirst } from './last-provider.js'
import { providerOf } from './provider-of.js'

/** The sign-in page, ours or the app's. */
export async function showSignIn(ctx: Context): Promise<Result> {
  const { call, settings, origin, base, csrf, callbackUrl } = ctx
  if (call.providerId)
    throw new UnknownAction('A sign-in is started by POST, from a form with a `csrfToken`.')
  const { error = null } = call.query
  const hints = hintsOf(call)
  if (settings.pages.signIn) {
    return redirect(withQuery(settings.pages.signIn, { callbackUrl, ...(error && { error }), ...hints }))
  }
  const { theme } = settings
  const csrfToken = csrf?.token ?? null
  return signInPage({
    theme,
    texts: await settings.textsFor(call),
    origin,
    base,
    providers: lastUsedFirst(ctx),
    csrfToken,
    callbackUrl,
    error,
    email: call.query.email ?? addressIn(hints.login_hint),
    hints,
    locales: localesIn(call),
    isMember: await isMember(ctx),
  })
}

/**
 * Who is signed in adds a passkey without saying who they are. Only asked for its form; when the store is away, the page
 * is that of a stranger.
 */
async function isMember(ctx: Context): Promise<boolean> {
  const { providers, sessions, logger } = ctx.settings
  if (![...providers.values()].some(provider => flowOf(provider).options)) return false
  try {
    return (await sessions.read(ctx)) !== null
  } catch (error) {
    logger.error(asError(error))
    return false
  }
}

/** What a link to the page says about the visitor, for the providers. OpenID Connect Core section 3.1.2.1. */
function hintsOf(call: Call): Hints {
  const { login_hint } = call.query
  return { ...(login_hint && { login_hint }), ...localesIn(call) }
}

/** A hint may also be a phone number or a user name. */
function addressIn(hint: string | undefined): string | null {
  return hint?.includes('@') ? hint : null
}

/** Sends the visitor on their way to a provider. */
export async function signIn(ctx: Context): Promise<Result> {
  assertOwnForm(ctx)
  const provider = providerOf(ctx)
  return flowOf(provider).start(ctx, provider)
}
