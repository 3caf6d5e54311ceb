import { toError } from '../base/to-error.js'
import { assertCsrf } from '../checks/csrf.js'
import { readDeveloperHint } from '../checks/developer-hint-cookie.js'
import { parseIdentifierField, readIdentifier, saveIdentifier } from '../checks/identifier-cookie.js'
import { readReference } from '../checks/reference-cookie.js'
import { UnknownAction } from '../errors.js'
import { getFlow, requireProvider, warnOfPageHost } from '../flows/index.js'
import { createRedirectResult } from '../http/messages.js'
import { parseUiLocales } from '../http/ui-locales.js'
import { appendQuery } from '../http/url.js'
import type { AuthorizationHints } from '../pages/form-fields.js'
import type { SignedInUser } from '../pages/sign-in.js'
import type { PluginMethodProps } from '../pages/sign-in-forms.js'
import { isRecentSignIn } from '../sessions/evidence.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import { newMethodMaxAge } from '../types/evidence.js'
import type { CurrentUser } from '../types/identity.js'
import type { PluginContext, PluginSignInMethod } from '../types/plugin.js'
import type { ActionResult, AuthRequest } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { createPageProps } from './page-props.js'

/** Shows the sign-in page, or redirects to the app's own. */
export async function showSignIn(ctx: Context): Promise<ActionResult> {
  const { request, settings, csrf, callbackUrl, jar, cookieOptions } = ctx
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
  const identifier = await readTypedIdentifier(ctx, error)
  const shownUser = await findShownUser(ctx)
  const { renderSignInPage } = await import('../pages/index.js')
  return await renderSignInPage({
    ...(await createPageProps(ctx)),
    providers: settings.providers.values(),
    pluginMethods: await listPluginMethods(ctx),
    layout: settings.pages.layout,
    identifier,
    lastUsed: jar.get(cookieOptions.lastProvider.name),
    signedInUser: settings.pages.layout === 'stacked' ? null : shownUser,
    csrfToken: csrf?.token ?? null,
    callbackUrl,
    error,
    errorText: error === 'OAuthAccountNotLinked' ? await describeConflict(ctx) : null,
    email: identifier ?? request.query.email ?? getEmailFromHint(hints.login_hint),
    hints,
    isSignedIn: shownUser?.canAddMethods ?? false,
    reference: readReference(ctx, error),
    ...(await readDeveloperHint(ctx, error)),
  })
}

async function describeConflict(ctx: Context): Promise<string | null> {
  return await tryRead(ctx, () => ctx.services.describeEmailConflict(ctx))
}

/** The parameter of the second step of the sign-in page. */
const secondStep = 'methods'

/** The errors of forms with an email address or a user name. */
const formErrors: ReadonlySet<string | null> = new Set([
  'EmailSignin',
  'EmailCreateAccount',
  'CredentialsSignin',
  'AccountNotLinked',
])

/** Returns what the visitor typed, on the second step and after a mistake in a form. Null on the first step. */
async function readTypedIdentifier(ctx: Context, error: string | null): Promise<string | null> {
  const { step } = ctx.request.query
  return step === secondStep || formErrors.has(error) ? await readIdentifier(ctx) : null
}

/**
 * Saves what the visitor typed in the field that several methods share, and shows the second step. Nothing is looked up, so that the response is
 * the same for every account.
 */
async function acceptIdentifier(ctx: Context): Promise<ActionResult> {
  const { request, authUrl, callbackUrl } = ctx
  const identifier = parseIdentifierField(request.body.identifier)
  const params = { callbackUrl, ...parseUiLocales(request) }
  if (identifier === null)
    return createRedirectResult(appendQuery(`${authUrl}/signin`, { ...params, error: 'InvalidIdentifier' }))
  await saveIdentifier(ctx, identifier)
  return createRedirectResult(appendQuery(`${authUrl}/signin`, { ...params, step: secondStep }))
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
  { path, label, identifier, secret, links = [] }: PluginSignInMethod,
): Promise<PluginMethodProps> {
  const pageUrl = buildPluginPageUrl(ctx, path)
  return {
    id: `${pluginId}/${path}`,
    url: identifier ? buildPluginUrl(ctx, path) : pageUrl,
    pageUrl,
    label: await label(ctx),
    field: identifier
      ? { name: identifier.name, type: identifier.type, label: await identifier.label(ctx) }
      : null,
    secret: identifier && secret ? { name: secret.name, label: await secret.label(ctx) } : null,
    links: await Promise.all(
      links.map(async link => ({
        purpose: link.purpose,
        url: buildPluginPageUrl(ctx, link.path),
        label: await link.label(ctx),
      })),
    ),
  }
}

function buildPluginUrl({ pluginUrl }: PluginContext, path: string): string {
  return path === '' ? pluginUrl : `${pluginUrl}/${path}`
}

function buildPluginPageUrl(ctx: PluginContext, path: string): string {
  return appendQuery(buildPluginUrl(ctx, path), { callbackUrl: ctx.callbackUrl })
}

/**
 * Returns who is signed in, as the page shows them, or null. The session of a user who is not stored does not say who it is. In the stacked
 * layout, only the form of a passkey needs it.
 */
async function findShownUser(ctx: Context): Promise<SignedInUser | null> {
  const { adapter, providers, pages, session: options } = ctx.settings
  const hasCeremony = [...providers.values()].some(provider => getFlow(provider).createCeremonyOptions)
  if (pages.layout === 'stacked' && !hasCeremony) return null
  const currentUser = adapter && (await tryGetCurrentUser(ctx))
  if (currentUser) {
    const { email, name } = currentUser.user
    return { name: email || name || null, canAddMethods: true }
  }
  if (options.strategy === 'database') return null
  const session = await tryRead(ctx, () => ctx.services.sessionStrategy.getCurrentSession(ctx))
  return session && { name: null, canAddMethods: false }
}

async function tryGetCurrentUser(ctx: Context): Promise<CurrentUser | null> {
  return await tryRead(ctx, () => ctx.services.sessionStrategy.getCurrentUser(ctx))
}

/** What cannot be read is treated as absent: without a session, the visitor is signed out. The callback decides again. */
async function tryRead<T>({ settings }: Context, read: () => Awaitable<T | null>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    settings.logger.error(toError(error))
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
  if (isFirstStep(ctx)) return await acceptIdentifier(ctx)
  const provider = requireProvider(ctx)
  return (await respondBeforeNewAccount(ctx, provider)) ?? getFlow(provider).start(ctx, provider)
}

/** Returns whether the form is that of the built-in page which asks who signs in. */
function isFirstStep({ provider, request, settings }: Context): boolean {
  return !provider && request.body.identifier !== undefined && !settings.pages.signIn
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
