import {
  type AuthInstance,
  createAuth,
  type IntegrationOptions,
  type MutableHeaders,
  type RequestHead,
  type SessionDependence,
  type SetCookie,
  serializeCookie,
  toRequestHead,
} from '../../server.js'
import { addHeadHook, type NodeResponse, toMutableHeaders } from '../node/response-head.js'
import type { ApiRequest } from '../shared/bind-api.js'
import type { IntegrationConfig } from '../shared/config-input.js'
import { isRenderedForAll, type NitroExchange, parseNitroExchange } from '../shared/nitro-rules.js'
import { createRequestStore } from '../shared/request-store.js'
import { type AppendableHeaders, restrictCachingOnChange } from '../shared/session-headers.js'
import { toNarrowedRequest } from '../shared/shared-render.js'
import { isPrerendering } from './prerendered.js'

/** The configuration of a SolidStart app. What you leave out is read from environment variables. */
export interface SolidAuthConfig extends IntegrationConfig {
  /** The path of the route file, for example `src/routes/api/auth/[...solidauth].ts`. @default `basePath`, or '/api/auth' without one */
  prefix?: string | undefined
}

/** The part of an API route's event that is used. */
export interface SolidRouteEvent {
  readonly request: Request
  /** The IP address of the client, if SolidStart knows it. */
  readonly clientAddress?: string | undefined
}

/** The part of a middleware event, or of what `getRequestEvent` returns, that is used. */
export interface SolidEvent extends SolidRouteEvent {
  readonly response: { readonly headers: AppendableHeaders }
  /** The event of h3. On Node, it shows whether the headers were sent. */
  readonly nativeEvent?: unknown
}

/** A request as server functions read it, and what its response must know. */
export interface SolidRequest extends ApiRequest {
  /** Whether the response is for all visitors. Then the request is that of a visitor, and no cookie can be set. */
  readonly isShared: boolean
  /** Restricts how caches may keep the response. */
  restrictCaching(dependence: SessionDependence): void
}

/** How a response depends on the session. Several reads of one event restrict its headers once. */
interface ResponseState {
  dependence: SessionDependence
}

const states = createRequestStore<AppendableHeaders, ResponseState>()

/** Returns a request with the instance of a configuration, and how to set cookies if its response can. */
export function parseSource(source: Request | SolidEvent, config: SolidAuthConfig): SolidRequest {
  const auth = getSolidAuth(config)
  if (!('request' in source) || hasSentHeaders(source)) return createReadOnlyRequest(auth, source)
  const event = source
  const { response } = event
  const { head, isShared } = parseHead(event)
  function restrictCaching(dependence: SessionDependence): void {
    const existing = states.get(response.headers)
    const state = existing ?? { dependence }
    if (dependence === 'private') state.dependence = dependence
    const restrict = (headers: MutableHeaders) => auth.restrictCaching(head, headers, state.dependence)
    if (existing) restrict(response.headers)
    else restrictUntilSent(event, restrict)
    states.set(response.headers, state)
  }
  const setCookies = (cookies: readonly SetCookie[]) => {
    for (const cookie of cookies) response.headers.append('set-cookie', serializeCookie(cookie))
    if (cookies.length > 0) restrictCaching('private')
  }
  return { auth, head, setCookies: isShared ? null : setCookies, isShared, restrictCaching }
}

function createReadOnlyRequest(auth: AuthInstance, source: Request | SolidEvent): SolidRequest {
  return { auth, ...parseHead(source), setCookies: null, restrictCaching: () => {} }
}

/** Reads the head of a request: that of a visitor, if the response is for all visitors. */
export function parseHead(source: Request | SolidEvent): Pick<SolidRequest, 'head' | 'isShared'> {
  const head = 'request' in source ? toEventHead(source) : toRequestHead(source)
  // Nitro names the page that it prerenders in a header.
  const isShared = isRenderedForAll(parseNitroSource(source)) && !isPrerendering(head)
  return { head: isShared ? toNarrowedRequest(head, () => null) : head, isShared }
}

function toEventHead(event: SolidRouteEvent): RequestHead {
  return { ...toRequestHead(event.request), getClientAddress: () => event.clientAddress }
}

/** SolidStart 1 has Nitro 2, whose rules are in the event. SolidStart 2 has Nitro 3, whose rules are in the request. */
function parseNitroSource(source: Request | SolidEvent): NitroExchange {
  if (!('request' in source)) return parseNitroExchange(source)
  const { context } = (source.nativeEvent ?? {}) as { context?: object }
  const nitro = parseNitroExchange(source.request)
  return { ...nitro, context: context ?? nitro.context, res: getNodeResponse(source) }
}

/** Restricts the headers whenever they change. Rules of Nitro for a route write to the response of Node. */
function restrictUntilSent(event: SolidEvent, restrict: (headers: MutableHeaders) => void): void {
  restrictCachingOnChange(event.response.headers, restrict)
  const res = getNodeResponse(event)
  if (res) addHeadHook(res, () => restrict(toMutableHeaders(res)))
}

/** `prefix` and `basePath` mean the same. */
const options: IntegrationOptions<SolidAuthConfig> = {
  getBasePath: ({ prefix, basePath }) => prefix ?? basePath ?? '/api/auth',
}

/** Creates the instance of a configuration, or returns it again. */
export function getSolidAuth(config: SolidAuthConfig): AuthInstance {
  return createAuth(config, options)
}

/** A streamed page sends its headers before all of it is rendered. After that, no cookie can be set. */
function hasSentHeaders(event: SolidEvent): boolean {
  return getNodeResponse(event)?.headersSent === true
}

function getNodeResponse({ nativeEvent }: SolidEvent): NodeResponse | null {
  const { node } = (nativeEvent ?? {}) as { node?: { res?: NodeResponse } }
  return node?.res ?? null
}
