import { toError } from '../base/to-error.js'
import { assertTrustedOrigin } from '../checks/csrf.js'
import { AuthError } from '../errors.js'
import { getFlow } from '../flows/index.js'
import { appendQuery, encodeForHeader } from '../http/url.js'
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
import { dispatch } from './routes.js'
import { getConfigState } from './settings.js'

/** An action to run, and how its result becomes a URL. */
interface PlannedAction {
  readonly authRequest: AuthRequest
  run(ctx: Context): Awaitable<string>
}

/** Plans the request that the sign-in form would send. */
export function planSignIn(
  settings: Settings,
  publicHead: HeadWithOrigin,
  options: ServerSignInOptions,
): PlannedAction {
  const { provider, fields, redirectTo, authorizationParams } = options
  const resolvedProvider = settings.providers.get(provider ?? '')
  const form = buildForm(publicHead, fields, redirectTo)
  if (!resolvedProvider)
    return { authRequest: buildAuthRequest(publicHead, settings, { form }), run: getSignInPageUrl }
  const { submission } = getFlow(resolvedProvider)
  // A ceremony needs a browser, so the sign-in page runs it.
  const action = submission.needsCeremony ? 'signin' : submission.action
  const query = Object.fromEntries(new URLSearchParams(authorizationParams))
  const parts = { action, providerId: resolvedProvider.id, query, form } as const
  return { authRequest: buildAuthRequest(publicHead, settings, parts), run: dispatchForRedirect }
}

/** Plans the request that the sign-out form would send. */
export function planSignOut(
  settings: Settings,
  publicHead: HeadWithOrigin,
  { redirectTo }: ServerSignOutOptions,
): PlannedAction {
  const form = buildForm(publicHead, {}, redirectTo)
  const authRequest = buildAuthRequest(publicHead, settings, { action: 'signout', form })
  return { authRequest, run: dispatchForRedirect }
}

/** Runs a planned action. A failure is part of the result, with the cookies that were set until then. */
export async function runAction(
  config: AuthConfig,
  { originCheck }: OriginCheck,
  plan: (settings: Settings) => PlannedAction,
): Promise<RedirectResult> {
  const { settings, configError, logger } = getConfigState(config)
  let ctx: Context | null = null
  try {
    if (!settings) throw configError
    const { authRequest, run } = plan(settings)
    if (originCheck === originUnchecked) assertTrustedOrigin(createBaseContext(authRequest, settings))
    ctx = await createServerContext(authRequest, settings)
    return { error: null, redirect: encodeForHeader(await run(ctx)), cookies: ctx.jar.getSetCookies() }
  } catch (cause) {
    const error = cause instanceof AuthError ? cause : new AuthError(toError(cause))
    logger.error(error)
    return { error, redirect: null, cookies: ctx?.jar.getSetCookies() ?? [] }
  }
}

async function dispatchForRedirect(ctx: Context): Promise<string> {
  const { redirect } = await dispatch(ctx)
  return redirect ?? ctx.callbackUrl
}

function getSignInPageUrl({ authUrl, callbackUrl }: Context): string {
  return appendQuery(`${authUrl}/signin`, { callbackUrl })
}

/** Builds the form that a built-in page would send. */
function buildForm({ head }: HeadWithOrigin, fields: FormFields = {}, redirectTo?: string): URLSearchParams {
  const callbackUrl = redirectTo || fields.callbackUrl || head.getHeader('referer') || '/'
  const entries = Object.entries({ ...fields, callbackUrl }).filter(([, value]) => value != null)
  const form = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  form.delete('__proto__')
  return form
}

type RequestParts = Partial<Pick<AuthRequest, 'action' | 'providerId' | 'query' | 'form'>>

/** Builds the request of an action that server code starts. */
export function buildAuthRequest(
  { head, origin }: HeadWithOrigin,
  { basePath }: Settings,
  parts: RequestParts,
): AuthRequest {
  const { action = 'signin', providerId = null, query = {}, form = null } = parts
  const path = [basePath, action, ...(providerId ? [encodeURIComponent(providerId)] : [])].join('/')
  const url = new URL(origin + appendQuery(path, query))
  const method = form ? 'POST' : 'GET'
  return { head, method, url, action, providerId, query, form, body: Object.fromEntries(form ?? []) }
}
