import { toError } from '../base/to-error.js'
import { assertCsrf, findPrefetchHeader, isFromTrustedSite, isSafeMethod } from '../checks/csrf.js'
import { readStepUp } from '../checks/step-up.js'
import { type CallbackIdentity, findFinishedSignIn, saveFinishedSignIn } from '../checks/transactions.js'
import { AuthError, CallbackRouteError, InvalidProvider } from '../errors.js'
import { getFlow, requireProvider } from '../flows/index.js'
import { createRedirectResult, isJsonRedirectRequested, noStoreHeaders } from '../http/messages.js'
import { appendQuery } from '../http/url.js'
import { completeSignIn } from '../sign-in/complete-sign-in.js'
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
    if (isSessionWithheld(ctx)) return await openCallbackAgain(ctx, provider)
    const flowKey = flow.getFlowKey?.(ctx.request, provider) ?? null
    const callback = flowKey === null ? null : { provider: provider.id, flowKey }
    const finishedUrl = callback && (await findFinishedUrl(ctx, callback))
    if (finishedUrl) return await redirectToApp(ctx, finishedUrl)
    if (await flow.needsConfirmation?.(ctx, provider)) return await showSignInConfirmation(ctx, provider)
    const stepUp = ctx.request.body.stepUp === undefined ? null : await readStepUp(ctx)
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
 * Returns the page to which this very sign-in led before, if the user is still signed in. A POST from the site of the provider has no session.
 */
async function findFinishedUrl(ctx: Context, callback: CallbackIdentity): Promise<string | null> {
  const url = await findFinishedSignIn(ctx, callback)
  if (url === null || (ctx.request.method === 'POST' && !isFromTrustedSite(ctx))) return url
  return (await ctx.services.sessionStrategy.getCurrentSession(ctx)) ? url : null
}

/** Browsers discard a prefetched response with an error status. They request the page again when the user opens it. */
function refusePrefetch(): ActionResult {
  return { status: 503, headers: noStoreHeaders }
}

/** The parameter of a callback that a page of this site opened. It prevents a loop if a browser names another site. */
const reopenedParameter = 'reopened'

/** Checks for a link or a redirect from another site, with which browsers send no `SameSite=Strict` session cookie. */
function isSessionWithheld(ctx: Context): boolean {
  const { method, head, query } = ctx.request
  const isFromOtherSite = method === 'GET' && head.getHeader('sec-fetch-site') === 'cross-site'
  return isFromOtherSite && hasStrictSessionCookie(ctx) && query[reopenedParameter] === undefined
}

/** Opens the callback from a page of this site. Then the request has the session, so that an account can be linked to its user. */
async function openCallbackAgain(ctx: Context, { id }: ResolvedProvider): Promise<ActionResult> {
  const url = `${ctx.authUrl}/callback/${encodeURIComponent(id)}${ctx.request.url.search}`
  return await createNavigationResult(appendQuery(url, { [reopenedParameter]: '1' }))
}

/**
 * Redirects after a callback. Browsers count a redirect as part of the navigation from the site of the provider, so they send no
 * `SameSite=Strict` cookie with it. A page of this site that opens the URL starts a navigation of its own.
 */
async function redirectToApp(ctx: Context, url: string): Promise<ActionResult> {
  const { head } = ctx.request
  if (!hasStrictSessionCookie(ctx) || isOwnNavigation(ctx) || isJsonRedirectRequested(head))
    return createRedirectResult(url)
  return await createNavigationResult(url)
}

async function createNavigationResult(url: string): Promise<ActionResult> {
  const { renderNavigationPage } = await import('./navigation-page.js')
  return renderNavigationPage(url)
}

/** Checks that a page of this site opened the callback. Browsers send no `Sec-Fetch-Site` to a site with http. */
function isOwnNavigation({ request, origin }: Context): boolean {
  const fetchSite = request.head.getHeader('sec-fetch-site') ?? null
  return fetchSite === null ? request.head.getHeader('origin') === origin : fetchSite !== 'cross-site'
}

function hasStrictSessionCookie({ cookieOptions }: Context): boolean {
  const { sameSite } = cookieOptions.sessionToken.options
  return sameSite === true || sameSite === 'strict'
}

function createMethodError({ request }: Context, { id, type }: ResolvedProvider): InvalidProvider {
  return new InvalidProvider(`Provider "${id}" (${type}) does not accept ${request.method} callbacks.`)
}
