import { toError } from '../base/to-error.js'
import { assertCsrf } from '../checks/csrf.js'
import { type CallbackIdentity, findFinishedSignIn, saveFinishedSignIn } from '../checks/finished-sign-ins.js'
import { readStepUp } from '../checks/step-up.js'
import { isFromTrustedSite } from '../checks/trusted-site.js'
import { findPrefetchHeader, isSafeMethod } from '../checks/user-action.js'
import { AuthError, CallbackRouteError, InvalidProvider } from '../errors.js'
import { completeSignIn } from '../flows/complete-sign-in.js'
import { getFlow, requireProvider } from '../flows/index.js'
import { createRedirectResult, isJsonRedirectRequested, noStoreHeaders } from '../http/messages.js'
import type { Context } from '../types/context.js'
import type { ActionResult } from '../types/request.js'
import type { ResolvedProvider } from '../types/resolved-provider.js'
import { showSignInConfirmation } from './confirm-sign-in.js'

/** Finishes a sign-in: verifies the callback of the provider, then issues a session. */
export async function finishSignIn(ctx: Context): Promise<ActionResult> {
  const provider = requireProvider(ctx)
  const flow = getFlow(provider)
  if (!flow.callbackMethods.includes(ctx.request.method)) throw createMethodError(ctx, provider)
  if (isSafeMethod(ctx.request.head) && findPrefetchHeader(ctx.request.head) !== null) return refusePrefetch()
  if (flow.requiresCsrf && ctx.request.method === 'POST') assertCsrf(ctx)
  try {
    const forwardResult = await flow.forwardCallback?.(ctx, provider)
    if (forwardResult) return forwardResult
    const flowKey = flow.getFlowKey?.(ctx.request, provider) ?? null
    const callback = flowKey === null ? null : { provider: provider.id, flowKey }
    const finishedUrl = callback && (await findFinishedUrl(ctx, callback))
    if (finishedUrl) return await redirectToApp(ctx, finishedUrl)
    if (await flow.needsConfirmation?.(ctx, provider)) return await showSignInConfirmation(ctx, provider)
    const stepUp = await readStepUp(ctx)
    const verified = await flow.verifyCallback(ctx, provider)
    const identity = stepUp ? { ...verified, stepUp } : verified
    const redirectUrl = await completeSignIn(ctx, identity)
    if (callback) await saveFinishedSignIn(ctx, callback, identity.callbackUrl ?? ctx.callbackUrl)
    return await redirectToApp(ctx, redirectUrl)
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw new CallbackRouteError(toError(error), { provider: provider.id })
  }
}

/**
 * Returns the page to which this very sign-in led before, if the user is still signed in. A POST from the site of the provider has no session,
 * and no request from there has a `SameSite=Strict` one.
 */
async function findFinishedUrl(ctx: Context, callback: CallbackIdentity): Promise<string | null> {
  const url = await findFinishedSignIn(ctx, callback)
  const isSessionHidden = ctx.request.method === 'POST' || hasStrictSessionCookie(ctx)
  if (url === null || (isSessionHidden && !isFromTrustedSite(ctx))) return url
  return (await ctx.settings.sessionStrategy.getCurrentSession(ctx)) ? url : null
}

/** Browsers discard a prefetched response with an error status. They request the page again when the user opens it. */
function refusePrefetch(): ActionResult {
  return { status: 503, headers: noStoreHeaders }
}

/**
 * Redirects after a callback. Browsers count a redirect as part of the navigation from the site of the provider, so they send no
 * `SameSite=Strict` cookie with it. A page of this site that opens the URL starts a navigation of its own.
 */
async function redirectToApp(ctx: Context, url: string): Promise<ActionResult> {
  const { head } = ctx.request
  if (!hasStrictSessionCookie(ctx) || isFromTrustedSite(ctx) || isJsonRedirectRequested(head))
    return createRedirectResult(url)
  const { createNavigationResult } = await import('./navigation-page.js')
  return createNavigationResult(url)
}

function hasStrictSessionCookie({ cookieOptions }: Context): boolean {
  const { sameSite } = cookieOptions.sessionToken.options
  return sameSite === true || sameSite === 'strict'
}

function createMethodError({ request }: Context, { id, type }: ResolvedProvider): InvalidProvider {
  return new InvalidProvider(`Provider "${id}" (${type}) does not accept ${request.method} callbacks.`)
}
