import { toError } from '../base/to-error.js'
import { assertCsrf } from '../checks/csrf.js'
import { AuthError, CallbackRouteError, InvalidProvider } from '../errors.js'
import { getFlow } from '../flows/index.js'
import { findAccountOwner, resolveUser } from '../flows/resolve-user.js'
import { runSignInCallback } from '../flows/sign-in-callback.js'
import { storeAuthenticator } from '../flows/store-authenticator.js'
import { createRedirectResult } from '../http/result.js'
import { appendQuery } from '../http/url.js'
import type { AdapterUser } from '../types/adapter.js'
import type { Context } from '../types/context.js'
import type { Identity, ResolvedUser } from '../types/identity.js'
import type { ActionResult } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { showEmailConfirmation } from './confirm-email.js'
import { setLastProvider } from './last-provider.js'
import { requireProvider } from './require-provider.js'

/** The user is back from a provider: recognise, permit, link, let in. */
export async function handleCallback(ctx: Context): Promise<ActionResult> {
  const provider = requireProvider(ctx)
  const flow = getFlow(provider)
  if (!flow.callbackMethods.includes(ctx.request.method)) throw createMethodError(ctx, provider)
  if (flow.requiresCsrf && ctx.request.method === 'POST') assertCsrf(ctx)
  try {
    const relayResult = await flow.relay?.(ctx, provider)
    if (relayResult) return relayResult
    if (await flow.needsConfirmation?.(ctx, provider)) return await showEmailConfirmation(ctx, provider)
    return await issueSession(ctx, await flow.finish(ctx, provider))
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new CallbackRouteError(toError(error), { provider: provider.id })
  }
}

/** The one gate behind which sessions are issued, for every type of provider. */
async function issueSession(ctx: Context, identity: Identity): Promise<ActionResult> {
  const { accountOwner, redirectUrl } = await authorizeSignIn(ctx, identity)
  if (redirectUrl) return createRedirectResult(redirectUrl)

  const resolvedUser = await resolveUser(ctx, identity, accountOwner)
  await storeAuthenticator(ctx, resolvedUser)
  await ctx.settings.sessions.issue(ctx, resolvedUser)
  setLastProvider(ctx, requireProvider(ctx))
  await emitSignIn(ctx, resolvedUser)

  return createRedirectResult(getRedirectUrl(ctx, resolvedUser))
}

/** Who it is, and whether they may come in. What can be used once is used by those who may. */
async function authorizeSignIn(ctx: Context, identity: Identity): Promise<SignInDecision> {
  const { proof } = identity
  let redirectUrl: string | null = null
  let accountOwner: AdapterUser | null = null
  try {
    accountOwner = await findAccountOwner(ctx, identity)
    redirectUrl = await runSignInCallback(ctx, identity, accountOwner)
  } catch (error) {
    await proof?.release()
    throw error
  }
  await (redirectUrl ? proof?.release() : proof?.consume())
  return { accountOwner, redirectUrl }
}

interface SignInDecision {
  readonly accountOwner: AdapterUser | null
  readonly redirectUrl: string | null
}

async function emitSignIn({ settings }: Context, { identity, user, isNewUser }: ResolvedUser): Promise<void> {
  const { account, profile } = identity
  const message = {
    user,
    account,
    ...(profile && { profile }),
    ...(isNewUser !== undefined && { isNewUser }),
  }
  await settings.emit('signIn', message)
}

function getRedirectUrl(ctx: Context, { identity, isNewUser }: ResolvedUser): string {
  const callbackUrl = identity.callbackUrl ?? ctx.callbackUrl
  const { newUser } = ctx.settings.pages
  return isNewUser && newUser ? appendQuery(newUser, { callbackUrl }) : callbackUrl
}

function createMethodError({ request }: Context, { id, type }: ResolvedProvider): InvalidProvider {
  return new InvalidProvider(`Nobody comes back from "${id}" (${type}) by ${request.method}.`)
}
