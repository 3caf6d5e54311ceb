import { booleanRule, type OptionRules, urlRule } from '../base/option-fault.js'
import { parseUrl } from '../base/parse.js'
import { assertOptions } from '../config/assert-options.js'
import { InvalidConfig } from '../errors.js'
import { serializeCookie } from '../http/cookies.js'
import { noStoreHeaders, toResponseData } from '../http/messages.js'
import { appendQuery, encodeForHeader, toAbsoluteUrl } from '../http/url.js'
import {
  createRequiredStepUp,
  createRequirementResult,
  type RequiredAuthentication,
  requirementRules,
} from '../sessions/assurance-requirement.js'
import { isSufficient } from '../sessions/evidence.js'
import type { AuthConfig } from '../types/config.js'
import type { Context } from '../types/context.js'
import type { AssuranceRequirement } from '../types/evidence.js'
import { type GuardedSession, hasUserId } from '../types/guarded-session.js'
import type { ActionResult, RequestHead } from '../types/request.js'
import type { RequireAuthOptions, RequireAuthResult } from '../types/server.js'
import type { Session } from '../types/session.js'
import { createBaseContext } from './create-context.js'
import { type HeadWithOrigin, parsePathWithQuery } from './public-origin.js'
import { buildAuthRequest } from './server-request.js'
import { getConfigState } from './settings.js'

const optionRules: OptionRules<RequireAuthOptions> = {
  ...requirementRules,
  redirectTo: urlRule,
  respondAs: {
    expected: "'page' or 'api'",
    isValid: value => value === 'page' || value === 'api',
  },
  readOnly: booleanRule,
}

/** Reads the session and compares it with a requirement. See {@link AuthInstance.requireAuth}. */
export async function requireAuth(
  config: AuthConfig,
  headWithOrigin: HeadWithOrigin,
  options: RequireAuthOptions,
): Promise<RequireAuthResult> {
  const state = await getConfigState(config)
  const authRequest = buildAuthRequest(headWithOrigin, state, { action: 'session' })
  try {
    if (!state.settings) throw state.configError
    assertOptions(options, optionRules, 'requireAuth')
    const ctx = createBaseContext(authRequest, state)
    const session = await getSession(ctx, options)
    if (!session) return refuse(ctx, options, createRequiredSignIn(ctx, headWithOrigin, options))
    if (await isSessionSufficient(ctx, options))
      return {
        session: await requireUserId(ctx, session),
        reason: null,
        redirect: null,
        response: null,
        cookies: ctx.jar.getSetCookies(),
      }
    const returnUrl = getReturnUrl(ctx, headWithOrigin, options)
    return refuse(ctx, options, createRequiredStepUp(ctx.authUrl, options, returnUrl))
  } catch (error) {
    const { reportFailedRead } = await import('./failed-read.js')
    throw await reportFailedRead(state, error, { request: authRequest })
  }
}

function getSession(ctx: Context, { readOnly }: RequireAuthOptions): Promise<Session | null> {
  const { sessionStrategy } = ctx.services
  return sessionStrategy.getSession(ctx, readOnly ? { view: 'server', readOnly } : { view: 'server' })
}

/**
 * Adds the id of the user if the `session` callback returned none. The object stays the same, because its public part is found by it.
 *
 * @throws InvalidConfig if the session does not name its user
 */
async function requireUserId(ctx: Context, session: Session): Promise<GuardedSession<Session>> {
  if (hasUserId(session)) return session
  const current = await ctx.services.sessionStrategy.getCurrentSessionOrThrow(ctx)
  if (current) return Object.assign(session, { user: { ...session.user, id: current.userId } })
  throw new InvalidConfig(
    '`requireAuth` needs the id of the user, and the token of the session has no `sub`. Return `token` with its `sub` from the `jwt` callback.',
  )
}

/** The methods come from the store, because the `session` callback can replace those of the session. */
async function isSessionSufficient(ctx: Context, requirement: AssuranceRequirement): Promise<boolean> {
  if (isSufficient([], requirement)) return true
  const current = await ctx.services.sessionStrategy.getCurrentSessionOrThrow(ctx)
  return current !== null && isSufficient(current.methods, requirement)
}

/** The action redirects to the sign-in page of the app. A request without a session gets no error code: RFC 6750 section 3.1. */
function createRequiredSignIn(
  ctx: Context,
  headWithOrigin: HeadWithOrigin,
  options: RequireAuthOptions,
): RequiredAuthentication {
  const callbackUrl = getReturnUrl(ctx, headWithOrigin, options)
  const url = appendQuery(`${ctx.authUrl}/signin`, { callbackUrl })
  return { error: 'login_required', url, authenticate: 'Bearer' }
}

/** The step-up page approves the URL with the `redirect` callback. */
function getReturnUrl(
  { settings: { pathPrefix } }: Context,
  { head, origin }: HeadWithOrigin,
  options: RequireAuthOptions,
): string {
  if (options.redirectTo) return toAbsoluteUrl(String(options.redirectTo), origin)
  const isRead = head.method === 'GET' || head.method === 'HEAD'
  if (isRead && isPageRequest(head, options))
    return origin + pathPrefix + (parsePathWithQuery(head.url) ?? '')
  const referer = parseUrl(head.getHeader('referer') ?? '')
  return referer?.origin === origin ? referer.href : origin + pathPrefix
}

/** Browsers accept HTML in each navigation, and `fetch` accepts anything. */
function isPageRequest({ getHeader }: RequestHead, { respondAs }: RequireAuthOptions): boolean {
  if (respondAs) return respondAs === 'page'
  return getHeader('accept')?.includes('text/html') === true
}

function refuse(
  { request, jar }: Context,
  options: RequireAuthOptions,
  required: RequiredAuthentication,
): RequireAuthResult {
  const redirect = encodeForHeader(required.url)
  const page = { status: 303, headers: { location: redirect, ...noStoreHeaders } }
  const result: ActionResult = isPageRequest(request.head, options) ? page : createRequirementResult(required)
  const cookies = jar.getSetCookies()
  const response = { ...toResponseData(request.head, result, null), setCookies: cookies.map(serializeCookie) }
  const reason = required.error === 'login_required' ? 'signed-out' : 'insufficient'
  return { session: null, reason, redirect, response, cookies }
}
