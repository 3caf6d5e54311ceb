import { toError } from '../base/to-error.js'
import { assertCsrf } from '../checks/csrf.js'
import { readDeveloperHint } from '../checks/developer-hint-cookie.js'
import { UnknownAction } from '../errors.js'
import { getFlow, requireProvider } from '../flows/index.js'
import { createRedirectResult } from '../http/messages.js'
import { parseUiLocales } from '../http/ui-locales.js'
import { appendQuery } from '../http/url.js'
import type { AuthorizationHints } from '../pages/form-fields.js'
import type { Context } from '../types/context.js'
import type { ActionResult, AuthRequest } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'

/** Shows the sign-in page, or redirects to the app's own. */
export async function showSignIn(ctx: Context): Promise<ActionResult> {
  const { request, settings, origin, authUrl, csrf, callbackUrl } = ctx
  if (request.providerId)
    throw new UnknownAction('A sign-in is started by POST, from a form with a `csrfToken`.')
  const { error = null } = request.query
  const hints = parseHints(request)
  if (settings.pages.signIn) {
    return createRedirectResult(
      appendQuery(settings.pages.signIn, { callbackUrl, ...(error && { error }), ...hints }),
    )
  }
  const { theme } = settings
  const csrfToken = csrf?.token ?? null
  const { renderSignInPage } = await import('../pages/index.js')
  return await renderSignInPage({
    theme,
    translations: await settings.getTranslations(request),
    origin,
    authUrl,
    providers: listProvidersLastUsedFirst(ctx),
    csrfToken,
    callbackUrl,
    error,
    email: request.query.email ?? getEmailFromHint(hints.login_hint),
    hints,
    uiLocales: parseUiLocales(request),
    isSignedIn: await isSignedIn(ctx),
    developerHint: await readDeveloperHint(ctx, error),
  })
}

/** Returns the providers in the order of the configuration, with the one that was used last in front. */
function listProvidersLastUsedFirst({ settings, jar, cookieOptions }: Context): readonly ResolvedProvider[] {
  const last = settings.providers.get(jar.get(cookieOptions.lastProvider.name) ?? '')
  const others = [...settings.providers.values()].filter(provider => provider !== last)
  return last ? [last, ...others] : others
}

/**
 * Is a user signed in? Then the passkey form asks for no email. Read only for that form. If the database is unavailable, the page is
 * that of a signed-out visitor.
 */
async function isSignedIn(ctx: Context): Promise<boolean> {
  const { providers, sessionStrategy, logger } = ctx.settings
  if (![...providers.values()].some(provider => getFlow(provider).createCeremonyOptions)) return false
  try {
    return (await sessionStrategy.getCurrentUser(ctx)) !== null
  } catch (error) {
    logger.error(toError(error))
    return false
  }
}

/** Returns the hints in the URL that are passed on to the provider. OpenID Connect Core section 3.1.2.1. */
function parseHints(request: AuthRequest): AuthorizationHints {
  const { login_hint } = request.query
  return { ...(login_hint && { login_hint }), ...parseUiLocales(request) }
}

/** Returns the hint if it is an email address. It may also be a phone number or a user name. */
function getEmailFromHint(hint: string | undefined): string | null {
  return hint?.includes('@') ? hint : null
}

/** Starts a sign-in with a provider. */
export async function signIn(ctx: Context): Promise<ActionResult> {
  assertCsrf(ctx)
  const provider = requireProvider(ctx)
  const guard = await ctx.settings.loadLinkingGuard?.()
  return (await guard?.respondBeforeLinking(ctx, provider)) ?? getFlow(provider).start(ctx, provider)
}
