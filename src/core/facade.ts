/**
 * What integrations ask on behalf of a visitor, when the framework's own server code asks and no browser did: with data
 * in and data out. Whatever fails is logged here, as it is in `handle`.
 *
 * @module
 */
import { asError } from '../base/as-error.js'
import { assertSameSite } from '../checks/csrf.js'
import { AuthError } from '../errors.js'
import { flowOf } from '../flows/index.js'
import { headerSafe, withQuery } from '../http/url.js'
import type { Awaitable } from '../types/common.js'
import type { AuthConfig } from '../types/config.js'
import type { Context, Settings, Touch } from '../types/context.js'
import type { SetCookie } from '../types/cookies.js'
import type { Session } from '../types/session.js'
import type { Call, Sight } from '../types/wire.js'
import { enterVouched, knock } from './enter.js'
import { act } from './routes.js'
import { settingsOf } from './settings.js'

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
interface Vouched {
  readonly csrf: typeof originChecked
}

/** The same, or that proof is to be looked for. */
export interface Submitted {
  readonly csrf: typeof originChecked | typeof originUnchecked
}

/** What a visitor has, and the cookies by which it goes on. */
export interface Visit {
  readonly session: Session | null
  /** Write them where the framework allows it: so sessions roll. */
  readonly cookies: readonly SetCookie[]
}

/** Where to send the visitor, or why nowhere. The cookies go to the browser in both cases. */
export type Departure = { readonly cookies: readonly SetCookie[] } & (
  | { readonly error: null; readonly redirect: string }
  | { readonly error: AuthError; readonly redirect: null }
)

/** A sign-in that the app's server starts. */
export interface SignInOrder extends Submitted {
  /** Without one, or with one that is not configured, the visitor is sent to the sign-in page. */
  readonly provider?: string | undefined
  /** What the visitor typed. */
  readonly fields?: Fields | undefined
  /** Where it ends. @default the page that the visitor comes from, else the root */
  readonly redirectTo?: string | undefined
  /** Goes along to the provider. */
  readonly authorizationParams?: SearchParams | undefined
}

/** Entries that are absent don't count. */
export type Fields = Readonly<Record<string, unknown>>

/** What `URLSearchParams` is made of. */
export type SearchParams = string | Record<string, string> | URLSearchParams | string[][]

/** A sign-out that the app's server starts. */
export interface SignOutOrder extends Submitted {
  /** Where it ends. @default the page that the visitor comes from, else the root */
  readonly redirectTo?: string | undefined
}

/** A change of the session that the app's server asks for. */
export interface UpdateOrder extends Vouched {
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
export function session(request: Sight, config: AuthConfig): Promise<Visit> {
  return visit(request, config, { view: 'server' })
}

/** The same where no cookie can be written: it changes nothing. */
export async function sessionOf(request: Sight, config: AuthConfig): Promise<Session | null> {
  const seen = await visit(request, config, { view: 'server', lookOnly: true })
  return seen.session
}

/**
 * Changes the session: the app's callbacks get `data` and decide what comes of it.
 *
 * @throws SessionUnavailable when nobody can say whether there is one
 * @throws AuthError when the configuration is at fault
 */
export function update(request: Request, config: AuthConfig, { data }: UpdateOrder): Promise<Visit> {
  return visit(request, config, { view: 'server', update: { data } })
}

/** Sends the visitor on their way to a provider, or in at once where what they typed is enough. */
export function signIn(request: Request, config: AuthConfig, order: SignInOrder): Promise<Departure> {
  const { provider, fields, redirectTo, authorizationParams } = order
  return depart(config, order, settings => {
    const known = settings.providers.get(provider ?? '')
    const form = formOf(request, fields, redirectTo)
    if (!known) return { call: callOf(request, settings, { form }), run: toSignInPage }
    const action = flowOf(known).endsWhereItStarts ? 'callback' : 'signin'
    const query = Object.fromEntries(new URLSearchParams(authorizationParams))
    const call = callOf(request, settings, { action, providerId: known.id, query, form })
    return { call, run: actOut }
  })
}

/** Ends the session. */
export function signOut(request: Request, config: AuthConfig, order: SignOutOrder): Promise<Departure> {
  return depart(config, order, settings => {
    const form = formOf(request, {}, order.redirectTo)
    return { call: callOf(request, settings, { action: 'signout', form }), run: actOut }
  })
}

async function visit(request: Sight, config: AuthConfig, touch: Touch): Promise<Visit> {
  const { settings, fault, logger } = settingsOf(config)
  try {
    if (!settings) throw fault
    const ctx = knock(callOf(request, settings, { action: 'session' }), settings)
    const found = await settings.sessions.touch(ctx, touch)
    return { session: found ?? null, cookies: ctx.jar.outgoing() }
  } catch (error) {
    logger.error(asError(error))
    throw error
  }
}

/** What is wanted, and how to get there. */
interface Errand {
  readonly call: Call
  run(ctx: Context): Awaitable<string>
}

async function depart(
  config: AuthConfig,
  { csrf }: Submitted,
  plan: (settings: Settings) => Errand,
): Promise<Departure> {
  const { settings, fault, logger } = settingsOf(config)
  let ctx: Context | null = null
  try {
    if (!settings) throw fault
    const { call, run } = plan(settings)
    if (csrf === originUnchecked) assertSameSite(knock(call, settings))
    ctx = await enterVouched(call, settings)
    return { error: null, redirect: headerSafe(await run(ctx)), cookies: ctx.jar.outgoing() }
  } catch (cause) {
    const error = cause instanceof AuthError ? cause : new AuthError(asError(cause))
    logger.error(error)
    return { error, redirect: null, cookies: ctx?.jar.outgoing() ?? [] }
  }
}

async function actOut(ctx: Context): Promise<string> {
  const { redirect } = await act(ctx)
  return redirect ?? ctx.callbackUrl
}

function toSignInPage({ base, callbackUrl }: Context): string {
  return withQuery(`${base}/signin`, { callbackUrl })
}

/** As the form of one of our own pages would have it. */
function formOf({ headers }: Request, fields: Fields = {}, redirectTo?: string): URLSearchParams {
  const callbackUrl = redirectTo || fields.callbackUrl || headers.get('referer') || '/'
  const given = Object.entries({ ...fields, callbackUrl }).filter(([, value]) => value != null)
  const form = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  form.delete('__proto__')
  return form
}

type Asked = Partial<Pick<Call, 'action' | 'providerId' | 'query' | 'form'>>

function callOf(request: Sight, { basePath }: Settings, asked: Asked): Call {
  const { action = 'signin', providerId = null, query = {}, form = null } = asked
  const path = [basePath, action, ...(providerId ? [encodeURIComponent(providerId)] : [])].join('/')
  const url = new URL(withQuery(path, query), new URL(request.url).origin)
  const method = form ? 'POST' : 'GET'
  return { request, method, url, action, providerId, query, form, body: Object.fromEntries(form ?? []) }
}
