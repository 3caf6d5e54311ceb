import type { AuthInstance, SetCookie } from '../../server.js'
import { isKeptByHost } from '../shared/nitro-rules.js'
import { RequestAuth } from '../shared/request-auth.js'
import { ResponseCookies } from '../shared/response-cookies.js'
import { type KeptHeaders, toNarrowedRequest } from '../shared/shared-render.js'
import type { CreateHttpError } from '../shared/translate-errors.js'
import { findKeptNames, findKeptWebHeaders, getNodeHeader, isWithoutCookies } from './cached-render.js'
import { type H3Exchange, isNodeEvent, isWebEvent, parseEvent } from './event.js'
import type { H3Event, H3WebEvent } from './event-types.js'

/** The headers of a response that depends on the session, unless the app sets others. */
export const privateHeaders = { 'cache-control': 'private, no-store' }

/**
 * A request as one handler sees it. A cached handler, whose response is for all visitors, sees the request of a visitor, and its response
 * sets no cookies.
 */
export class RequestView {
  readonly exchange: H3Exchange
  /** Whether the response is for all visitors. */
  readonly isShared: boolean
  private readonly requestAuth: RequestAuth
  private readonly cookies: WrittenCookies
  private isUsed = false

  constructor(exchange: H3Exchange, { auth, createHttpError, isShared = false }: ViewOptions) {
    this.exchange = exchange
    this.isShared = isShared
    this.cookies = new WrittenCookies(exchange)
    this.requestAuth = new RequestAuth(auth, this.cookies, createHttpError)
    if (isShared) this.requestAuth.closeNow()
  }

  /** Returns the authentication of the request. From now on, the response depends on it. */
  use(): RequestAuth {
    if (!this.isUsed && !this.isShared) {
      this.exchange.setDefaultHeaders(privateHeaders)
      this.exchange.restrictCaching(headers => this.requestAuth.restrictCaching(headers))
    }
    this.isUsed = true
    this.cookies.release()
    return this.requestAuth
  }

  /** Returns the authentication of the request for a read on which the response may depend later. Cookies are kept back until then. */
  prepare(): RequestAuth {
    if (!this.isUsed) this.cookies.hold()
    return this.requestAuth
  }

  /** Whether the response depends on the session. */
  dependsOnSession(): boolean {
    return this.isUsed && !this.isShared
  }

  /** Ends the response of the handlers, and returns what the middleware returns for them. After that, no cookie can be set. */
  async finish(value?: unknown): Promise<unknown> {
    await this.requestAuth.close()
    return this.exchange.finish(value)
  }
}

/** What the views of a request have in common. */
export interface SharedOptions {
  readonly auth: AuthInstance
  readonly createHttpError: CreateHttpError
}

interface ViewOptions extends SharedOptions {
  /** Whether the response is for all visitors. @default false */
  readonly isShared?: boolean
}

interface CachedView {
  readonly getKept: KeptHeaders
  readonly isShared: boolean
}

/** Finds out what each handler of a request sees of it. */
export class RequestViews {
  /** The view of the handlers that are not cached. */
  readonly own: RequestView
  private readonly event: H3Event
  private readonly request: H3WebEvent['req'] | null
  private readonly options: SharedOptions
  private readonly others = new Map<unknown, RequestView>()

  constructor(event: H3Event, exchange: H3Exchange, options: SharedOptions) {
    this.own = new RequestView(exchange, options)
    this.event = event
    this.request = isWebEvent(event) ? event.req : null
    this.options = options
  }

  /** Returns the view of the handler that runs. h3 1 does not name its event: only the mark of Nitro 2 shows that it is cached. */
  getCurrent(): RequestView {
    const kept = findKeptNames(this.event)
    if (!kept || kept.includes('cookie')) return this.getViewOf(this.event)
    const { exchange } = this.own
    const getKept: KeptHeaders = name => (kept.includes(name) ? exchange.request.getHeader(name) : null)
    return this.getOther(kept.join(), () =>
      this.createView(omitResponse(exchange), { getKept, isShared: true }),
    )
  }

  /** Returns the view of a handler that passes its event. */
  getViewOf(event: H3Event): RequestView {
    const { request } = this.own.exchange
    if (isKeptByHost(event.context, request))
      return this.getOther(event, () =>
        this.createView(parseEvent(event), { getKept: () => null, isShared: true }),
      )
    if (isWebEvent(event)) return this.getViewOfWebEvent(event)
    if (event === this.event || !isNodeEvent(event)) return this.own
    const getKept: KeptHeaders = name => getNodeHeader(event, name)
    const isShared = isWithoutCookies(event, request)
    return this.getOther(event, () => this.createView(parseEvent(event), { getKept, isShared }))
  }

  private getViewOfWebEvent(event: H3WebEvent): RequestView {
    const getKept = this.request && findKeptWebHeaders(event, this.request)
    if (!getKept) return this.own
    const isShared = !getKept('cookie')
    return this.getOther(event.req, () => this.createView(parseEvent(event), { getKept, isShared }))
  }

  private getOther(key: unknown, create: () => RequestView): RequestView {
    const view = this.others.get(key) ?? create()
    this.others.set(key, view)
    return view
  }

  /** Creates the view of a handler that has only the headers which a cache has left. */
  private createView(exchange: H3Exchange, { getKept, isShared }: CachedView): RequestView {
    const request = toNarrowedRequest(this.own.exchange.request, getKept)
    return new RequestView({ ...exchange, request }, { ...this.options, isShared })
  }
}

/** Returns an exchange for a cached handler, which has a response of its own that is not known. */
function omitResponse(exchange: H3Exchange): H3Exchange {
  return {
    ...exchange,
    setDefaultHeaders() {},
    respond: response => (exchange.isSent() ? undefined : exchange.respond(response)),
  }
}

/** Writes the cookies to the response at once, because h3 1 runs no code of middleware after the handlers. */
class WrittenCookies extends ResponseCookies {
  private readonly exchange: H3Exchange
  private isHeld = false

  constructor(exchange: H3Exchange) {
    super(exchange.request)
    this.exchange = exchange
  }

  /** Keeps the cookies back from the response. */
  hold(): void {
    this.isHeld = true
  }

  /** Writes the cookies that were kept back. */
  release(): void {
    const wasHeld = this.isHeld
    this.isHeld = false
    if (wasHeld && this.canSet() && this.getLines().length > 0)
      this.exchange.replaceCookies([], this.getLines())
  }

  override canSet(): boolean {
    return super.canSet() && !this.exchange.isSent()
  }

  override set(cookies: readonly SetCookie[]): void {
    if (cookies.length === 0 || !this.canSet()) return
    const previous = this.getLines()
    super.set(cookies)
    if (!this.isHeld) this.exchange.replaceCookies(previous, this.getLines())
  }
}
