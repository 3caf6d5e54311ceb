import { AuthError } from '../../errors.js'
import type { MutableHeaders } from '../../server.js'
import { addHeadHook, type NodeResponse, toMutableHeaders } from '../node/response-head.js'
import { isPublic } from './shared-render.js'

/** The part of the context of a request that Nitro sets. */
interface NitroContext {
  /** Nitro 3 sets it for each request. Up to 3.0.260610-beta, its cached handlers do not have it. */
  readonly nitro?: unknown
  /** The route rules of Nitro 2. */
  readonly _nitro?: { readonly routeRules?: RouteRules }
  /** The route rules of Nitro 3. */
  readonly routeRules?: RouteRules
}

/** The rules that the app has set for a route, and that let a cache keep its response. */
interface RouteRules {
  readonly isr?: unknown
  readonly cache?: unknown
  /** The headers. Before Nitro 3.0.260903-beta, they were in `options`. */
  readonly headers?: HeadersRule | { readonly options?: HeadersRule }
}

type HeadersRule = Readonly<Record<string, unknown>>

/** A request that Nitro passes to the server of a framework, and its response. Without Nitro, it has no context. */
export interface NitroExchange {
  readonly request: Request
  readonly context: object | undefined
  /** The response of Node. Other runtimes have none. */
  readonly res: NodeResponse | null
}

/** Reads what Nitro 3 adds to a request. */
export function parseNitroExchange(request: Request): NitroExchange {
  const { context, runtime } = request as Request & NitroMembers
  return { request, context, res: runtime?.node?.res ?? null }
}

interface NitroMembers {
  readonly context?: object
  readonly runtime?: { readonly node?: { readonly res?: NodeResponse } }
}

/**
 * Whether the response to a request is for all visitors, so that it must not depend on the session: Nitro or the host of the app keeps it,
 * or a rule for the route makes it public, and nothing can change its headers afterward.
 */
export function isRenderedForAll({ request, context, res }: NitroExchange): boolean {
  if (!isCacheable(request)) return false
  const rules = findRouteRules(context)
  if (rules?.isr || isUnmarkedRender(request, context)) return true
  // Nitro has cut the cookies off, or there were none.
  if (rules?.cache && !request.headers.has('cookie')) return true
  return res === null && isMadePublic(rules)
}

/** Whether the host of the app keeps the response for all visitors (`routeRules` with `isr`). It keeps the response whatever its headers say. */
export function isKeptByHost(context: object, request: Pick<Request, 'method'>): boolean {
  return Boolean(findRouteRules(context)?.isr) && isCacheable(request)
}

/**
 * Restricts the headers when they are sent, if a rule of Nitro 3 sets them: it replaces those of the framework.
 *
 * Nitro sets the headers of its own event, which the server of a framework does not get.
 */
export function restrictRuleHeaders(
  { context, res }: NitroExchange,
  restrict: (headers: MutableHeaders) => void,
): void {
  if (res && isMadePublic(findRouteRules(context))) addHeadHook(res, () => restrict(toMutableHeaders(res)))
}

/** Creates the error of an authentication request whose response would be that of all visitors. */
export function createCachedActionError({ url }: Request, basePath: string): AuthError {
  return new AuthError(
    `A route rule of Nitro keeps the response of ${new URL(url).pathname} for all visitors, and authentication requests are different for each. Exclude \`${basePath}/**\` from the rules \`swr\`, \`cache\`, \`isr\` and \`headers\` in \`routeRules\`.`,
  )
}

function isCacheable({ method }: Pick<Request, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD'
}

function findRouteRules(context: NitroContext | undefined): RouteRules | undefined {
  return context?.routeRules ?? context?._nitro?.routeRules
}

/**
 * Whether a cached handler of Nitro 3 before 3.0.260903-beta renders the response. It keeps cookies and private responses. Its request is a
 * copy that has the members of the runtime, but no context. Copies of apps do not have these members.
 */
function isUnmarkedRender(request: Request, context: NitroContext | undefined): boolean {
  const isNitro = '__nitro__' in globalThis || '__nitroCachedHandlers' in globalThis
  return isNitro && 'runtime' in request && context?.nitro === undefined
}

function isMadePublic(rules: RouteRules | undefined): boolean {
  if (rules?.cache) return true
  const { headers = {} } = rules ?? {}
  const options = (isRecord(headers['options']) ? headers['options'] : headers) as HeadersRule
  const values = new Map(Object.entries(options).map(([name, value]) => [name.toLowerCase(), String(value)]))
  return isPublic(name => values.get(name) ?? null)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
