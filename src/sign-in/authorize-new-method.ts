import { AuthError } from '../errors.js'
import { createRedirectResult, isJsonRedirectRequested, isJsonRequested } from '../http/messages.js'
import {
  assertRequirement,
  createRequiredStepUp,
  createRequirementResult,
  type RequiredAuthentication,
} from '../sessions/assurance-requirement.js'
import { isRecentSignIn, isSufficient } from '../sessions/evidence.js'
import { assertNoActor } from '../sessions/no-actor.js'
import type { Context, MethodOwner, NewMethodGuard } from '../types/context.js'
import { type AssuranceRequirement, type CurrentSession, newMethodMaxAge } from '../types/evidence.js'
import type { Identity } from '../types/identity.js'
import type { NewMethod } from '../types/plugin.js'
import type { ActionResult } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'

/** See {@link NewMethodGuard}. */
export const newMethodGuard: NewMethodGuard = {
  authorizeNewMethod,
  listNewMethodRequirements,
  findNewMethodStepUpUrl,
  respondBeforeNewPasskey,
  respondBeforeNewAccount,
}

/**
 * Decides whether a signed-in user may add a way to sign in: an account, a passkey, a second factor, or a method of a plugin. All of them ask
 * this function. What the plugins require comes first. In any case, the user signed in or confirmed who they are in the last 15 minutes.
 *
 * @returns what the user must do first, or null if they may add it
 * @throws ImpersonationActive if an administrator acts as the user
 * @throws the error of a plugin that refuses it
 */
async function authorizeNewMethod(
  ctx: Context,
  owner: MethodOwner,
  method: NewMethod,
): Promise<RequiredAuthentication | null> {
  const session = await ctx.services.sessionStrategy.getCurrentSessionOrThrow(ctx, owner.session)
  assertNoActor(session)
  for await (const requirement of findNewMethodRequirements(ctx, owner.user, { method, session }))
    return createRequiredStepUp(ctx.authUrl, requirement, ctx.callbackUrl)
  if (session && isRecentSignIn(session, newMethodMaxAge)) return null
  const acceptsUnknownMethods = session?.methods.length === 0
  const requirement = { maxAge: newMethodMaxAge, ...(acceptsUnknownMethods && { acceptsUnknownMethods }) }
  return createRequiredStepUp(ctx.authUrl, requirement, ctx.callbackUrl)
}

interface Addition {
  readonly method: NewMethod
  readonly session: CurrentSession | null
}

async function* findNewMethodRequirements(
  ctx: Context,
  user: MethodOwner['user'],
  { method, session }: Addition,
): AsyncGenerator<AssuranceRequirement> {
  const { plugins } = ctx.settings
  const { createPluginContext } = ctx.services
  for (const plugin of plugins) {
    if (!plugin.authorizeNewMethod) continue
    const requirement = await plugin.authorizeNewMethod(await createPluginContext(ctx, plugin), user, method)
    if (requirement == null) continue
    assertRequirement(requirement, 'authorizeNewMethod')
    if (!session || !isSufficient(session.methods, requirement)) yield requirement
  }
}

/** A recent sign-in is not listed: every user can sign in again. */
async function listNewMethodRequirements(
  ctx: Context,
  user: MethodOwner['user'],
  method: NewMethod,
): Promise<readonly AssuranceRequirement[] | null> {
  try {
    const session = await ctx.services.sessionStrategy.getCurrentSessionOrThrow(ctx)
    assertNoActor(session)
    const requirements: AssuranceRequirement[] = []
    for await (const requirement of findNewMethodRequirements(ctx, user, { method, session }))
      requirements.push(requirement)
    return requirements
  } catch (error) {
    if (error instanceof AuthError) return null
    throw error
  }
}

async function findNewMethodStepUpUrl(
  ctx: Context,
  owner: MethodOwner,
  { account: { provider, type }, callbackUrl }: Identity,
): Promise<string | null> {
  // The cookie of the callback URL may be that of another tab.
  const signInContext = { ...ctx, callbackUrl: callbackUrl ?? ctx.callbackUrl }
  return (await authorizeNewMethod(signInContext, owner, { provider, type }))?.url ?? null
}

async function respondBeforeNewPasskey(
  ctx: Context,
  owner: MethodOwner,
  { id: provider, type }: ResolvedProvider,
): Promise<ActionResult | null> {
  const required = await authorizeNewMethod(ctx, owner, { provider, type })
  return required && createRequirementResult(required)
}

async function respondBeforeNewAccount(
  ctx: Context,
  owner: MethodOwner,
  { id: provider, type }: ResolvedProvider,
): Promise<ActionResult | null> {
  if (!(await isUnlinkedProvider(ctx, owner.user.id, provider))) return null
  const required = await authorizeNewMethod(ctx, owner, { provider, type })
  return required && respondWithRequirement(ctx, required)
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
function respondWithRequirement(
  { request: { head } }: Context,
  required: RequiredAuthentication,
): ActionResult {
  const isApi = isJsonRequested(head) && !isJsonRedirectRequested(head)
  return isApi ? createRequirementResult(required) : createRedirectResult(required.url)
}
