import { readDeveloperHint } from '../checks/developer-hint-cookie.js'
import { readReference } from '../checks/reference-cookie.js'
import { openStepUp, sealStepUp } from '../checks/step-up.js'
import { warnOfPageHost } from '../flows/index.js'
import {
  listStepUpChoices,
  type StepUpChoices,
  type StepUpOption,
  type StepUpQuery,
} from '../flows/list-step-up-methods.js'
import { createJsonResult, createRedirectResult, isJsonRequested } from '../http/messages.js'
import { appendQuery } from '../http/url.js'
import { parseRequirement, toRequirementParams } from '../sessions/assurance-requirement.js'
import { isRecentSignIn, isSufficient } from '../sessions/evidence.js'
import { assertNoActor } from '../sessions/no-actor.js'
import type { Context } from '../types/context.js'
import type { CurrentSession, StepUpRequirement } from '../types/evidence.js'
import { providerSubmissions } from '../types/provider-type.js'
import type { ActionResult } from '../types/request.js'
import { createPageProps } from './page-props.js'

/**
 * Shows the page on which a signed-in user confirms who they are, or the same as JSON. A visitor is redirected to the sign-in page, and a
 * user whose session is sufficient to the callback URL.
 */
export async function showStepUp(ctx: Context): Promise<ActionResult> {
  const requirement = await readRequirement(ctx)
  const query = await findStepUpUser(ctx, requirement)
  if (!query)
    return respondWithUrl(ctx, appendQuery(`${ctx.authUrl}/signin`, { callbackUrl: ctx.callbackUrl }), 401)
  if (isMet(query)) return respondWithUrl(ctx, ctx.callbackUrl, 200)
  const choices = await listStepUpChoices(ctx, query)
  if (choices.advice === 'unreachable') warnOfUnreachableRequirement(ctx, requirement)
  const stepUp = await sealStepUp(ctx, { ...requirement, userId: query.session.userId })
  return isJsonRequested(ctx.request.head)
    ? createJsonResult(toStepUpData(ctx, { requirement, choices, stepUp }))
    : await renderPage(ctx, { ...query, choices, stepUp })
}

/** Reads what is required: from the form that failed, or from the parameters. */
async function readRequirement({ request, settings }: Context): Promise<StepUpRequirement> {
  const stepUp = await openStepUp(settings.secrets, request.query.stepUp)
  if (!stepUp) return parseRequirement(request.query)
  const { userId: _, ...requirement } = stepUp
  return requirement
}

function isMet({ session, requirement }: StepUpQuery): boolean {
  const { acr, maxAge, acceptsUnknownMethods = false } = requirement
  if (isSufficient(session.methods, requirement)) return true
  return acceptsUnknownMethods && !acr && maxAge !== undefined && isRecentSignIn(session, maxAge)
}

/** Finds the session and its user. Null if no user is signed in, or the user was deleted. */
async function findStepUpUser(ctx: Context, requirement: StepUpRequirement): Promise<StepUpQuery | null> {
  const { adapter } = ctx.settings
  const { sessionStrategy } = ctx.services
  const session = await sessionStrategy.getCurrentSessionOrThrow(ctx)
  if (!session) return null
  assertNoActor(session)
  const storedUser = (await adapter?.getUser(session.userId)) ?? null
  const user = storedUser ?? (isStoredElsewhere(ctx, session) ? { id: session.userId } : null)
  return user && { user, storedUser, session, requirement }
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
  readonly choices: StepUpChoices
  readonly stepUp: string
}

function toStepUpData(
  ctx: Context,
  { requirement, choices, stepUp }: StepUpContent & { readonly requirement: StepUpRequirement },
): object {
  const { options, setups, advice } = choices
  const toMethods = (listed: readonly StepUpOption[]) => listed.map(option => toMethodData(ctx, option))
  const { callbackUrl } = ctx
  return {
    methods: toMethods(options),
    ...(advice !== null && { advice, setups: toMethods(setups) }),
    stepUp,
    callbackUrl,
    ...toRequirementParams(requirement),
  }
}

function toMethodData({ authUrl }: Context, { provider, link }: StepUpOption): object {
  if (!provider) return { id: link.plugin, type: 'plugin', name: link.label, url: link.url }
  const { id, type, name } = provider
  return { id, type, name, url: `${authUrl}/${providerSubmissions[type].action}/${id}` }
}

async function renderPage(
  ctx: Context,
  { user, session, requirement, choices, stepUp }: StepUpQuery & StepUpContent,
): Promise<ActionResult> {
  const { request, csrf, callbackUrl } = ctx
  const { error = null } = request.query
  const { options, setups, advice } = choices
  const listed = [...options, ...setups]
  const providers = listed.flatMap(({ provider }) => provider ?? [])
  await warnOfPageHost(ctx, providers)
  const { renderStepUpPage } = await import('../pages/index.js')
  return await renderStepUpPage({
    ...(await createPageProps(ctx)),
    csrfToken: csrf?.token ?? null,
    callbackUrl,
    error,
    reference: readReference(ctx, error),
    ...(await readDeveloperHint(ctx, error)),
    email: user.email ?? null,
    isSetup: setups.length > 0,
    providers,
    links: listed.flatMap(({ link }) => link ?? []),
    stepUp,
    reason: isSufficient(session.methods, { ...requirement, maxAge: Number.POSITIVE_INFINITY })
      ? 'needsRecentSignIn'
      : 'needsAnotherMethod',
    advice,
  })
}

/** The developer can add a method, or require less. */
function warnOfUnreachableRequirement({ settings }: Context, requirement: StepUpRequirement): void {
  const text = `A user cannot meet \`${JSON.stringify(requirement)}\` with any sign-in method of the configuration. Require less, for example \`acr: 'mfa'\` after a sign-in by email. Or add a method, for example the Passkey provider, or set \`amr\` of a credentials provider.`
  settings.warnOnce('step-up-unreachable', JSON.stringify(requirement), text)
}
