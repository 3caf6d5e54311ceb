import { toError } from '../base/to-error.js'
import { assertTrustedOrigin } from '../checks/csrf.js'
import { assertNoPrefetch, assertUserAction, isSafeMethod } from '../checks/user-action.js'
import type { AuthError } from '../errors.js'
import { getFlow } from '../flows/index.js'
import { appendQuery, encodeForHeader } from '../http/url.js'
import { listServerCallCookies } from '../sessions/session-marker.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { Context, Settings } from '../types/context.js'
import type { AuthRequest, RequestAction, RequestHead } from '../types/request.js'
import type {
  FormFields,
  OriginCheck,
  RedirectResult,
  ServerSignInOptions,
  ServerSignOutOptions,
} from '../types/server.js'
import { originUnchecked } from '../types/symbols.js'
import { createBaseContext, createServerContext } from './create-context.js'
import { saveHintForPage } from './developer-hint.js'
import { getErrorPageUrl, isAlwaysRedirected } from './error-result.js'
import type { HeadWithOrigin } from './public-origin.js'
import { reportFailure } from './report-failure.js'
import type { RequestProgress } from './request-progress.js'
import { dispatch } from './routes.js'
import { type ConfigState, getConfigState, isCookieConfigError } from './settings.js'

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
  const state = getConfigState(config)
  const progress: RequestProgress = { request: null, ctx: null }
  try {
    if (!state.settings) throw state.configError
    const { authRequest, assertUserAction, run } = call.plan(state.settings, call.resolveHead())
    progress.request = authRequest
    const baseContext = createBaseContext(authRequest, state.settings)
    if (call.originCheck === originUnchecked) assertTrustedOrigin(baseContext)
    assertUserAction?.(baseContext)
    const ctx = await createServerContext(authRequest, state.settings)
    progress.ctx = ctx
    return { error: null, redirect: encodeForHeader(await run(ctx)), cookies: listServerCallCookies(ctx) }
  } catch (cause) {
    const error = await reportFailure(state, cause, progress.request)
    if (!state.settings || isCookieConfigError(state.settings, cause))
      return { error, redirect: getConfigErrorPageUrl(error, call, state), cookies: [] }
    const redirect = await prepareErrorPageUrl(toError(cause), progress, state)
    return { error, redirect, cookies: progress.ctx ? listServerCallCookies(progress.ctx) : [] }
  }
}

/** Returns the page of an invalid configuration; null if the origin is unknown, too. */
function getConfigErrorPageUrl(
  error: AuthError,
  { resolveHead }: ServerCall,
  state: ConfigState,
): string | null {
  try {
    const request = buildAuthRequest(resolveHead(), state, {})
    return encodeForHeader(getErrorPageUrl(error, { ...state, request }))
  } catch (failure) {
    state.logger.error(toError(failure))
    return null
  }
}

/** Returns the page of a failure, and stores the hint for developers that it shows; null if the caller must handle the failure. */
async function prepareErrorPageUrl(
  error: Error,
  progress: RequestProgress,
  state: ConfigState,
): Promise<string | null> {
  const { request } = progress
  if (!request || !state.settings || !isAlwaysRedirected(error)) return null
  const redirect = encodeForHeader(getErrorPageUrl(error, { ...state, request }))
  progress.ctx ??= createBaseContext(request, state.settings)
  await saveHintForPage(error, { redirect }, progress.ctx)
  return redirect
}

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

type RequestParts = Partial<Pick<AuthRequest, 'action' | 'providerId' | 'query' | 'form'>>

/** Builds the request of an action that server code starts. */
export function buildAuthRequest(
  { head, origin }: HeadWithOrigin,
  { basePath }: Pick<Settings, 'basePath'>,
  parts: RequestParts,
): AuthRequest {
  return new ServerRequest({ head, origin }, basePath, parts)
}

class ServerRequest implements AuthRequest {
  readonly head: RequestHead
  readonly origin: string
  readonly method: AuthRequest['method']
  readonly action: RequestAction
  readonly providerId: string | null
  readonly query: AuthRequest['query']
  readonly form: URLSearchParams | null
  readonly body: AuthRequest['body']
  private readonly basePath: string
  private cachedUrl: URL | null = null

  constructor({ head, origin }: HeadWithOrigin, basePath: string, parts: RequestParts) {
    const { action = 'signin', providerId = null, query = noFields, form = null } = parts
    this.head = head
    this.origin = origin
    this.method = form ? 'POST' : 'GET'
    this.action = action
    this.providerId = providerId
    this.query = query
    this.form = form
    this.body = form ? Object.fromEntries(form) : noFields
    this.basePath = basePath
  }

  /** Reading a session needs no URL, and building it costs as much as parsing the cookies. */
  get url(): URL {
    this.cachedUrl ??= this.buildUrl()
    return this.cachedUrl
  }

  private buildUrl(): URL {
    const segments = this.providerId ? [encodeURIComponent(this.providerId)] : []
    const path = [this.basePath, this.action, ...segments].join('/')
    return new URL(this.origin + appendQuery(path, this.query))
  }
}

const noFields = Object.freeze({})
