/**
 * What integrations ask on behalf of a visitor, when the framework's own server code asks and no browser did: with data
 * in and data out. Whatever fails is logged here, as it is in `handle`.
 *
 * @module
 */
import { toError } from '../base/to-error.js'
import { assertSameSite } from '../checks/csrf.js'
import { AuthError } from '../errors.js'
import { getFlow } from '../flows/index.js'
import { appendQuery, encodeForHeader } from '../http/url.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { Context, SessionAccess, Settings } from '../types/context.js'
import type { SetCookie } from '../types/cookies.js'
import type { AuthRequest, RequestHead } from '../types/request.js'
import type { Session } from '../types/session.js'
import { createBaseContext, createServerContext } from './create-context.js'
import { dispatch } from './routes.js'
import { getSettings } from './settings.js'

/**
 * Stands where a form of ours has its CSRF token: the framework has seen to it that one of the app's own pages sent this
 * (a server action, a form action with an origin check), or no visitor sent it at all.
 */
export const originChecked: unique symbol = Symbol('origin-checked')

/**
 * Stands there when the framework may have been told not to look: where the request comes from decides, as it does for a form
 * of ours beside its token.
 */
export const originUnchecked: unique symbol = Symbol('origin-unchecked')

/** Proof that a change was meant; there is no way to leave it out. */
interface CheckedOriginProof {
  readonly csrf: typeof originChecked
}

/** The same, or that proof is to be looked for. */
export interface OriginProof {
  readonly csrf: typeof originChecked | typeof originUnchecked
}

/** What a visitor has, and the cookies by which it goes on. */
export interface SessionResult {
  readonly session: Session | null
  /** Write them where the framework allows it: so sessions roll. */
  readonly cookies: readonly SetCookie[]
}

/** Where to send the visitor, or why nowhere. The cookies go to the browser in both cases. */
export type RedirectResult = { readonly cookies: readonly SetCookie[] } & (
  | { readonly error: null; readonly redirect: string }
  | { readonly error: AuthError; readonly redirect: null }
)

/** A sign-in that the app's server starts. */
export interface ServerSignInOptions extends OriginProof {
  /** Without one, or with one that is not configured, the visitor is sent to the sign-in page. */
  readonly provider?: string | undefined
  /** What the visitor typed. */
  readonly fields?: FormFields | undefined
  /** Where it ends. @default the page that the visitor comes from, else the root */
  readonly redirectTo?: string | undefined
  /** Goes along to the provider. */
  readonly authorizationParams?: SearchParamsInit | undefined
}

/** Entries that are absent don't count. */
export type FormFields = Readonly<Record<string, unknown>>

/** What `URLSearchParams` is made of. */
export type SearchParamsInit = string | Record<string, string> | URLSearchParams | string[][]

/** A sign-out that the app's server starts. */
export interface ServerSignOutOptions extends OriginProof {
  /** Where it ends. @default the page that the visitor comes from, else the root */
  readonly redirectTo?: string | undefined
}

/** A change of the session that the app's server asks for. */
export interface ServerUpdateOptions extends CheckedOriginProof {
  /** What the app's callbacks are told. */
  readonly data: unknown
}

/**
 * Reads the session of a request for the app's own server, and extends it when that is due.
 *
 * @param request its URL has the origin that the visitor sees
 * @throws SessionUnavailable when nobody can say whether there is one
 * @throws AuthError when the configuration is at fault
 */
export function getServerSession(request: RequestHead, config: AuthConfig): Promise<SessionResult> {
  return readSession(request, config, { view: 'server' })
}

/** The same where no cookie can be written: it changes nothing. */
export async function peekSession(request: RequestHead, config: AuthConfig): Promise<Session | null> {
  const result = await readSession(request, config, { view: 'server', readOnly: true })
  return result.session
}

/**
 * Changes the session: the app's callbacks get `data` and decide what comes of it.
 *
 * @throws SessionUnavailable when nobody can say whether there is one
 * @throws AuthError when the configuration is at fault
 */
export function update(
  request: Request,
  config: AuthConfig,
  { data }: ServerUpdateOptions,
): Promise<SessionResult> {
  return readSession(request, config, { view: 'server', update: { data } })
}

/** Sends the visitor on their way to a provider, or in at once where what they typed is enough. */
export function signIn(
  request: Request,
  config: AuthConfig,
  options: ServerSignInOptions,
): Promise<RedirectResult> {
  const { provider, fields, redirectTo, authorizationParams } = options
  return runAction(config, options, settings => {
    const resolvedProvider = settings.providers.get(provider ?? '')
    const form = buildForm(request, fields, redirectTo)
    if (!resolvedProvider)
      return { authRequest: buildAuthRequest(request, settings, { form }), run: getSignInPageUrl }
    const { form: providerForm } = getFlow(resolvedProvider)
    // A ceremony needs a browser, so the sign-in page runs it.
    const action = providerForm.needsCeremony ? 'signin' : providerForm.action
    const query = Object.fromEntries(new URLSearchParams(authorizationParams))
    const authRequest = buildAuthRequest(request, settings, {
      action,
      providerId: resolvedProvider.id,
      query,
      form,
    })
    return { authRequest, run: dispatchForRedirect }
  })
}

/** Ends the session. */
export function signOut(
  request: Request,
  config: AuthConfig,
  options: ServerSignOutOptions,
): Promise<RedirectResult> {
  return runAction(config, options, settings => {
    const form = buildForm(request, {}, options.redirectTo)
    return {
      authRequest: buildAuthRequest(request, settings, { action: 'signout', form }),
      run: dispatchForRedirect,
    }
  })
}

async function readSession(
  request: RequestHead,
  config: AuthConfig,
  access: SessionAccess,
): Promise<SessionResult> {
  const { settings, configError, logger } = getSettings(config)
  try {
    if (!settings) throw configError
    const ctx = createBaseContext(buildAuthRequest(request, settings, { action: 'session' }), settings)
    const session = await settings.sessions.load(ctx, access)
    return { session: session ?? null, cookies: ctx.jar.getSetCookies() }
  } catch (error) {
    logger.error(toError(error))
    throw error
  }
}

/** What is wanted, and how to get there. */
interface PlannedAction {
  readonly authRequest: AuthRequest
  run(ctx: Context): Awaitable<string>
}

async function runAction(
  config: AuthConfig,
  { csrf }: OriginProof,
  plan: (settings: Settings) => PlannedAction,
): Promise<RedirectResult> {
  const { settings, configError, logger } = getSettings(config)
  let ctx: Context | null = null
  try {
    if (!settings) throw configError
    const { authRequest, run } = plan(settings)
    if (csrf === originUnchecked) assertSameSite(createBaseContext(authRequest, settings))
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

/** As the form of one of our own pages would have it. */
function buildForm({ headers }: Request, fields: FormFields = {}, redirectTo?: string): URLSearchParams {
  const callbackUrl = redirectTo || fields.callbackUrl || headers.get('referer') || '/'
  const entries = Object.entries({ ...fields, callbackUrl }).filter(([, value]) => value != null)
  const form = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  form.delete('__proto__')
  return form
}

type RequestParts = Partial<Pick<AuthRequest, 'action' | 'providerId' | 'query' | 'form'>>

function buildAuthRequest(head: RequestHead, { basePath }: Settings, parts: RequestParts): AuthRequest {
  const { action = 'signin', providerId = null, query = {}, form = null } = parts
  const path = [basePath, action, ...(providerId ? [encodeURIComponent(providerId)] : [])].join('/')
  const url = new URL(appendQuery(path, query), new URL(head.url).origin)
  const method = form ? 'POST' : 'GET'
  return { head, method, url, action, providerId, query, form, body: Object.fromEntries(form ?? []) }
}
