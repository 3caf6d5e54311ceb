import { readDeveloperHint } from '../checks/developer-hint-cookie.js'
import { openStepUp, sealStepUp } from '../checks/step-up.js'
import { listStepUpOptions, type StepUpOption, type StepUpQuery } from '../flows/list-step-up-methods.js'
import { createJsonResult, createRedirectResult, isJsonRequested } from '../http/messages.js'
import { parseUiLocales } from '../http/ui-locales.js'
import { appendQuery } from '../http/url.js'
import { parseRequirement, toRequirementParams } from '../sessions/assurance-requirement.js'
import { isSufficient } from '../sessions/evidence.js'
import type { Context } from '../types/context.js'
import type { AssuranceRequirement, CurrentSession } from '../types/evidence.js'
import { providerSubmissions } from '../types/provider-type.js'
import type { ActionResult } from '../types/request.js'

/**
 * Shows the page on which a signed-in user confirms who they are, or the same as JSON. A visitor is redirected to the sign-in page, and a
 * user whose session is sufficient to the callback URL.
 */
export async function showStepUp(ctx: Context): Promise<ActionResult> {
  const requirement = await readRequirement(ctx)
  const query = await findStepUpUser(ctx, requirement)
  if (!query)
    return respondWithUrl(ctx, appendQuery(`${ctx.authUrl}/signin`, { callbackUrl: ctx.callbackUrl }), 401)
  if (isSufficient(query.session.methods, requirement)) return respondWithUrl(ctx, ctx.callbackUrl, 200)
  const options = await listStepUpOptions(ctx, query)
  const stepUp = await sealStepUp(ctx, { userId: query.session.userId, ...requirement })
  return isJsonRequested(ctx.request.head)
    ? createJsonResult(toStepUpData(ctx, { requirement, options, stepUp }))
    : await renderPage(ctx, { ...query, options, stepUp })
}

/** Reads what is required: from the form that failed, or from the parameters. */
async function readRequirement({ request, settings }: Context): Promise<AssuranceRequirement> {
  const stepUp = await openStepUp(settings.secrets, request.query.stepUp)
  if (!stepUp) return parseRequirement(request.query)
  const { userId: _, ...requirement } = stepUp
  return requirement
}

/** Finds the session and its user. Null if no user is signed in, or the user was deleted. */
async function findStepUpUser(ctx: Context, requirement: AssuranceRequirement): Promise<StepUpQuery | null> {
  const { sessionStrategy, adapter } = ctx.settings
  const session = await sessionStrategy.getAvailableSession(ctx)
  if (!session) return null
  const storedUser = (await adapter?.getUser(session.userId)) ?? null
  const user = storedUser ?? (isStoredElsewhere(ctx, session) ? { id: session.userId } : null)
  return user && { user, session, requirement }
}

/** Returns whether the adapter need not have the user: users of credentials providers and of plugins can be stored by the app. */
function isStoredElsewhere({ settings }: Context, { methods }: CurrentSession): boolean {
  if (!settings.adapter) return true
  const types = methods.map(({ provider }) => settings.providers.get(provider)?.type)
  return types.length > 0 && types.every(type => type === 'credentials' || type === undefined)
}

/** Redirects browsers. Other clients receive the URL. */
function respondWithUrl({ request }: Context, url: string, status: number): ActionResult {
  return isJsonRequested(request.head) ? createJsonResult({ url }, status) : createRedirectResult(url)
}

interface StepUpContent {
  readonly options: readonly StepUpOption[]
  readonly stepUp: string
}

function toStepUpData(
  { authUrl, callbackUrl }: Context,
  { requirement, options, stepUp }: StepUpContent & { readonly requirement: AssuranceRequirement },
): object {
  const methods = options.map(({ provider, link }) => {
    if (!provider) return { id: link.plugin, type: 'plugin', name: link.label, url: link.url }
    const { id, type, name } = provider
    return { id, type, name, url: `${authUrl}/${providerSubmissions[type].action}/${id}` }
  })
  return { methods, stepUp, callbackUrl, ...toRequirementParams(requirement) }
}

async function renderPage(
  ctx: Context,
  { user, requirement, options, stepUp }: StepUpQuery & StepUpContent,
): Promise<ActionResult> {
  const { request, settings, origin, authUrl, csrf, callbackUrl } = ctx
  const { error = null } = request.query
  const { renderStepUpPage } = await import('../pages/index.js')
  return await renderStepUpPage({
    theme: settings.theme,
    translations: await settings.getTranslations(request),
    origin,
    authUrl,
    uiLocales: parseUiLocales(request),
    csrfToken: csrf?.token ?? null,
    callbackUrl,
    error,
    developerHint: await readDeveloperHint(ctx, error),
    email: user.email ?? null,
    providers: options.flatMap(({ provider }) => provider ?? []),
    links: options.flatMap(({ link }) => link ?? []),
    stepUp,
    advice: needsStrongerMethod(requirement) ? 'tooWeak' : 'signInAgain',
  })
}

/** A new sign-in is enough, unless the requirement is more than one factor. */
function needsStrongerMethod({ acr }: AssuranceRequirement): boolean {
  return acr === 'aal2' || acr === 'phr'
}
