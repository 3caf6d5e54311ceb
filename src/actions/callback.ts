import { toError } from '../base/to-error.js'
import { assertCsrf } from '../checks/csrf.js'
import { readStepUp } from '../checks/step-up.js'
import { AuthError, CallbackRouteError, InvalidProvider } from '../errors.js'
import { completeSignIn } from '../flows/complete-sign-in.js'
import { getFlow, requireProvider } from '../flows/index.js'
import { createRedirectResult } from '../http/messages.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { showSignInConfirmation } from './confirm-sign-in.js'

/** Finishes a sign-in: verifies the callback of the provider, then issues a session. */
export async function finishSignIn(ctx: Context): Promise<ActionResult> {
  const provider = requireProvider(ctx)
  const flow = getFlow(provider)
  if (!flow.callbackMethods.includes(ctx.request.method)) throw createMethodError(ctx, provider)
  if (flow.requiresCsrf && ctx.request.method === 'POST') assertCsrf(ctx)
  try {
    const forwardResult = await flow.forwardCallback?.(ctx, provider)
    if (forwardResult) return forwardResult
    if (await flow.needsConfirmation?.(ctx, provider)) return await showSignInConfirmation(ctx, provider)
    const stepUp = await readStepUp(ctx)
    const verified = await flow.verifyCallback(ctx, provider)
    const identity = stepUp ? { ...verified, stepUp } : verified
    return createRedirectResult(await completeSignIn(ctx, identity))
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new CallbackRouteError(toError(error), { provider: provider.id })
  }
}

function createMethodError({ request }: Context, { id, type }: ResolvedProvider): InvalidProvider {
  return new InvalidProvider(`Provider "${id}" (${type}) does not accept ${request.method} callbacks.`)
}
