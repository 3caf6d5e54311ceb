import { createLoader } from '../base/cache.js'
import { assertNoPrefetch, assertTrustedOrigin, assertUserAction, isSafeMethod } from '../checks/csrf.js'
import { getFlow } from '../flows/index.js'
import { appendQuery, encodeForHeader } from '../http/url.js'
import { listServerCallCookies } from '../sessions/session-marker.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { Context, Settings } from '../types/context.js'
import type { AuthRequest } from '../types/request.js'
import type {
  FormFields,
  OriginCheck,
  RedirectResult,
  ServerSignInOptions,
  ServerSignOutOptions,
} from '../types/server.js'
import { originUnchecked } from '../types/symbols.js'
import { createBaseContext, createServerContext } from './create-context.js'
import type { HeadWithOrigin } from './public-origin.js'
import type { RequestProgress } from './request-progress.js'
import { dispatch } from './routes.js'
import { buildAuthRequest } from './server-request.js'
import { getConfigState } from './settings.js'

/** An action to run, and how its result becomes a URL. */
interface PlannedAction {
  readonly authRequest: AuthRequest
  /** Verifies that the user asked for the action. Absent if it changes nothing that counts. */
  assertUserAction?(ctx: Context): void
  run(ctx: Context): Awaitable<string>
}

/** Plans the action of a call from server code. */
export type ActionPlanner<Options> = (
  settings: Settings,
  headWithOrigin: HeadWithOrigin,
  options: Options,
) => PlannedAction

/** Plans the request that the sign-in form would send. */
export function planSignIn(
  settings: Settings,
  headWithOrigin: HeadWithOrigin,
  options: ServerSignInOptions,
): PlannedAction {
  const { provider, fields, redirectTo, authorizationParams } = options
  const resolvedProvider = settings.providers.get(provider ?? '')
  const form = buildForm({ headWithOrigin, settings, redirectTo }, fields)
  if (!resolvedProvider)
    return { authRequest: buildAuthRequest(headWithOrigin, settings, { form }), run: getSignInPageUrl }
  const { submission, startsAtProvider } = getFlow(resolvedProvider)
  // A ceremony needs a browser, so the sign-in page runs it.
  const action = submission.needsCeremony ? 'signin' : submission.action
  const query = Object.fromEntries(new URLSearchParams(authorizationParams))
  const parts = { action, providerId: resolvedProvider.id, query, form } as const
  return {
    authRequest: buildAuthRequest(headWithOrigin, settings, parts),
    // A link on any site may start a sign-in at a provider: users follow links to pages that need a session.
    assertUserAction: ctx =>
      startsAtProvider ? assertNoPrefetch('signIn', ctx.request.head) : assertOwnAction('signIn', ctx),
    run: dispatchForRedirect,
  }
}

/** Plans the request that the sign-out form would send. */
export function planSignOut(
  settings: Settings,
  headWithOrigin: HeadWithOrigin,
  { redirectTo }: ServerSignOutOptions,
): PlannedAction {
  const form = buildForm({ headWithOrigin, settings, redirectTo })
  const authRequest = buildAuthRequest(headWithOrigin, settings, { action: 'signout', form })
  const assertUserAction = (ctx: Context) => assertOwnAction('signOut', ctx)
  return { authRequest, assertUserAction, run: dispatchForRedirect }
}

/** Verifies that the user asked for a change of the session: a link on another site cannot. */
function assertOwnAction(name: string, ctx: Context): void {
  assertUserAction(name, ctx.request.head)
  if (isSafeMethod(ctx.request.head)) assertTrustedOrigin(ctx)
}

/** A call of server code: how it finds the public origin, and how it plans its request. */
export interface ServerCall extends OriginCheck {
  /** @throws AuthError if no header names an origin */
  resolveHead(): HeadWithOrigin
  plan(settings: Settings, headWithOrigin: HeadWithOrigin): PlannedAction
}

/** Runs a call of server code. The result of a failure has the error, its page if there is one, and the cookies that were set until then. */
export async function runServerCall(config: AuthConfig, call: ServerCall): Promise<RedirectResult> {
  const state = await getConfigState(config)
  const progress: RequestProgress = { request: null, ctx: null }
  try {
    if (!state.settings) throw state.configError
    const { authRequest, assertUserAction, run } = call.plan(state.settings, call.resolveHead())
    progress.request = authRequest
    const baseContext = createBaseContext(authRequest, state)
    if (call.originCheck === originUnchecked) assertTrustedOrigin(baseContext)
    assertUserAction?.(baseContext)
    const ctx = await createServerContext(authRequest, state)
    progress.ctx = ctx
    return { error: null, redirect: encodeForHeader(await run(ctx)), cookies: listServerCallCookies(ctx) }
  } catch (cause) {
    const { createFailedCallResult } = await loadFailedCall()
    return await createFailedCallResult(cause, { resolveHead: call.resolveHead, progress, state })
  }
}

/** What answers failures is loaded at the first one. */
const loadFailedCall = createLoader(() => import('./failed-call.js'))

async function dispatchForRedirect(ctx: Context): Promise<string> {
  const { redirect } = await dispatch(ctx)
  return redirect ?? ctx.callbackUrl
}

function getSignInPageUrl({ authUrl, callbackUrl }: Context): string {
  return appendQuery(`${authUrl}/signin`, { callbackUrl })
}

/** What the callback URL of a form follows from. */
interface FormContext {
  readonly headWithOrigin: HeadWithOrigin
  readonly settings: Pick<Settings, 'pathPrefix'>
  readonly redirectTo: string | undefined
}

/** Builds the form that a built-in page would send. */
function buildForm(
  { headWithOrigin: { head }, settings, redirectTo }: FormContext,
  fields: FormFields = {},
): URLSearchParams {
  const startPage = settings.pathPrefix || '/'
  const callbackUrl = redirectTo || fields.callbackUrl || head.getHeader('referer') || startPage
  const entries = Object.entries({ ...fields, callbackUrl }).filter(([, value]) => value != null)
  const form = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  form.delete('__proto__')
  return form
}
