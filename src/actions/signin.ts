import { toError } from '../base/to-error.js'
import { assertCsrf } from '../checks/csrf.js'
import { readDeveloperHint } from '../checks/developer-hint-cookie.js'
import { UnknownAction } from '../errors.js'
import { getFlow, requireProvider, warnOfPageHost } from '../flows/index.js'
import { createRedirectResult } from '../http/messages.js'
import { parseUiLocales } from '../http/ui-locales.js'
import { appendQuery } from '../http/url.js'
import type { AuthorizationHints } from '../pages/form-fields.js'
import type { PluginMethodProps } from '../pages/sign-in-forms.js'
import { isRecentSignIn } from '../sessions/evidence.js'
import type { Context } from '../types/context.js'
import { newMethodMaxAge } from '../types/evidence.js'
import type { CurrentUser } from '../types/identity.js'
import type { PluginContext, PluginSignInMethod } from '../types/plugin.js'
import type { ActionResult, AuthRequest } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { createPageProps } from './page-props.js'

/** Shows the sign-in page, or redirects to the app's own. */
export async function showSignIn(ctx: Context): Promise<ActionResult> {
  const { request, settings, csrf, callbackUrl } = ctx
  if (request.providerId)
    throw new UnknownAction('A sign-in is started by POST, from a form with a `csrfToken`.')
  const { error = null } = request.query
  const hints = parseHints(request)
  if (settings.pages.signIn) {
    return createRedirectResult(
      appendQuery(settings.pages.signIn, { callbackUrl, ...(error && { error }), ...hints }),
    )
  }
  await warnOfPageHost(ctx, settings.providers.values())
  const csrfToken = csrf?.token ?? null
  const { renderSignInPage } = await import('../pages/index.js')
  return await renderSignInPage({
    ...(await createPageProps(ctx)),
    providers: listProvidersLastUsedFirst(ctx),
    pluginMethods: await listPluginMethods(ctx),
    csrfToken,
    callbackUrl,
    error,
    email: request.query.email ?? getEmailFromHint(hints.login_hint),
    hints,
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

/** Returns the ways to sign in of plugins, in the language of the request. */
async function listPluginMethods(ctx: Context): Promise<readonly PluginMethodProps[]> {
  const { plugins } = ctx.settings
  const { createPluginContext } = ctx.services
  const lists = plugins.map(async plugin => {
    if (!plugin.signInMethods?.length) return []
    const pluginContext = await createPluginContext(ctx, plugin)
    return await Promise.all(
      plugin.signInMethods.map(method => toMethodProps(pluginContext, plugin.id, method)),
    )
  })
  return (await Promise.all(lists)).flat()
}

async function toMethodProps(
  ctx: PluginContext,
  pluginId: string,
  { path, label, identifier }: PluginSignInMethod,
): Promise<PluginMethodProps> {
  const url = path === '' ? ctx.pluginUrl : `${ctx.pluginUrl}/${path}`
  const { callbackUrl } = ctx
  return {
    id: `${pluginId}/${path}`,
    url: identifier ? url : appendQuery(url, { callbackUrl }),
    label: await label(ctx),
    field: identifier
      ? { name: identifier.name, type: identifier.type, label: await identifier.label(ctx) }
      : null,
  }
}

/** Is a user signed in? Then the passkey form asks for no email. Read only for that form. */
async function isSignedIn(ctx: Context): Promise<boolean> {
  const { providers } = ctx.settings
  if (![...providers.values()].some(provider => getFlow(provider).createCeremonyOptions)) return false
  return (await tryGetCurrentUser(ctx)) !== null
}

/** If the database is unavailable, the visitor is treated as signed out. The callback decides again. */
async function tryGetCurrentUser(ctx: Context): Promise<CurrentUser | null> {
  const { logger } = ctx.settings
  const { sessionStrategy } = ctx.services
  try {
    return await sessionStrategy.getCurrentUser(ctx)
  } catch (error) {
    logger.error(toError(error))
    return null
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
  return (await respondBeforeNewAccount(ctx, provider)) ?? getFlow(provider).start(ctx, provider)
}

/** A signed-in user who would add an account confirms who they are first. In recent sessions, no code is loaded. */
async function respondBeforeNewAccount(
  ctx: Context,
  provider: ResolvedProvider,
): Promise<ActionResult | null> {
  const { request, settings, services } = ctx
  const isPossible = getFlow(provider).startsAtProvider && request.body.stepUp === undefined
  if (!isPossible || !settings.adapter || !services.loadNewMethodGuard) return null
  if (await isNewMethodAllowed(ctx)) return null
  const currentUser = await tryGetCurrentUser(ctx)
  if (!currentUser) return null
  const guard = await services.loadNewMethodGuard()
  return await guard.respondBeforeNewAccount(ctx, currentUser, provider)
}

/** Returns whether the session says that nothing is to be confirmed. If it cannot be read, the callback decides. */
async function isNewMethodAllowed(ctx: Context): Promise<boolean> {
  const { plugins, logger } = ctx.settings
  const { sessionStrategy } = ctx.services
  try {
    const session = await sessionStrategy.getCurrentSessionOrThrow(ctx)
    const hasHooks = plugins.some(plugin => plugin.authorizeNewMethod)
    return !session || (!hasHooks && isRecentSignIn(session, newMethodMaxAge))
  } catch (error) {
    logger.error(toError(error))
    return true
  }
}
