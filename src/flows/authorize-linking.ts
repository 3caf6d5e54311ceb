import { AuthError } from '../errors.js'
import { createRedirectResult, isJsonRedirectRequested, isJsonRequested } from '../http/messages.js'
import {
  assertRequirement,
  type Challenge,
  createChallengeResult,
  createStepUpChallenge,
} from '../sessions/assurance-requirement.js'
import { isSufficient } from '../sessions/evidence.js'
import type { Context, LinkingGuard } from '../types/context.js'
import type { AssuranceRequirement } from '../types/evidence.js'
import type { CurrentUser, Identity } from '../types/identity.js'
import type { NewAccount } from '../types/plugin.js'
import type { ActionResult } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'

/** See {@link LinkingGuard}. */
export const linkingGuard: LinkingGuard = {
  listUnmetRequirements,
  findStepUpUrl,
  respondBeforePasskey,
  respondBeforeLinking,
}

async function findStepUpUrl(
  ctx: Context,
  user: CurrentUser['user'],
  { account: { provider, type }, callbackUrl }: Identity,
): Promise<string | null> {
  // The cookie of the callback URL may be that of another tab.
  const signInContext = { ...ctx, callbackUrl: callbackUrl ?? ctx.callbackUrl }
  return (await findChallenge(signInContext, user, { provider, type }))?.url ?? null
}

/** Returns what the signed-in user must do before they add an account or a passkey. Null if nothing. */
async function findChallenge(
  ctx: Context,
  user: CurrentUser['user'],
  account: NewAccount,
): Promise<Challenge | null> {
  for await (const requirement of findUnmetRequirements(ctx, user, account))
    return createStepUpChallenge(ctx.authUrl, requirement, ctx.callbackUrl)
  return null
}

async function* findUnmetRequirements(
  ctx: Context,
  user: CurrentUser['user'],
  account: NewAccount,
): AsyncGenerator<AssuranceRequirement> {
  const { plugins, createPluginContext } = ctx.settings
  for (const plugin of plugins) {
    if (!plugin.authorizeLinking) continue
    const requirement = await plugin.authorizeLinking(await createPluginContext(ctx, plugin), user, account)
    if (requirement == null) continue
    assertRequirement(requirement, 'authorizeLinking')
    if (!(await isMet(ctx, requirement))) yield requirement
  }
}

async function listUnmetRequirements(
  ctx: Context,
  user: CurrentUser['user'],
  account: NewAccount,
): Promise<readonly AssuranceRequirement[] | null> {
  try {
    const requirements: AssuranceRequirement[] = []
    for await (const requirement of findUnmetRequirements(ctx, user, account)) requirements.push(requirement)
    return requirements
  } catch (error) {
    if (error instanceof AuthError) return null
    throw error
  }
}

async function isMet(ctx: Context, requirement: AssuranceRequirement): Promise<boolean> {
  const session = await ctx.settings.sessionStrategy.getAvailableSession(ctx)
  return session !== null && isSufficient(session.methods, requirement)
}

async function respondBeforePasskey(
  ctx: Context,
  user: CurrentUser['user'],
  { id: provider, type }: ResolvedProvider,
): Promise<ActionResult | null> {
  const challenge = await findChallenge(ctx, user, { provider, type })
  return challenge && createChallengeResult(challenge)
}

async function respondBeforeLinking(
  ctx: Context,
  { id: provider, type }: ResolvedProvider,
): Promise<ActionResult | null> {
  const isLinking = (type === 'oidc' || type === 'oauth') && ctx.request.body.stepUp === undefined
  const currentUser = isLinking ? await ctx.settings.sessionStrategy.getCurrentUser(ctx) : null
  if (!currentUser || !(await isUnlinkedProvider(ctx, currentUser.user.id, provider))) return null
  const challenge = await findChallenge(ctx, currentUser.user, { provider, type })
  return challenge && respondWithChallenge(ctx, challenge)
}

/** With an adapter that cannot list accounts, that is unknown: the callback decides. */
async function isUnlinkedProvider(
  { settings: { adapter } }: Context,
  userId: string,
  providerId: string,
): Promise<boolean> {
  const accounts = await adapter?.listAccountsByUserId?.(userId)
  return accounts?.every(({ provider }) => provider !== providerId) ?? false
}

/** Redirects browsers, also those whose script follows redirects itself. */
function respondWithChallenge({ request: { head } }: Context, challenge: Challenge): ActionResult {
  const isApi = isJsonRequested(head) && !isJsonRedirectRequested(head)
  return isApi ? createChallengeResult(challenge) : createRedirectResult(challenge.url)
}
