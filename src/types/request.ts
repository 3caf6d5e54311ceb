import type { AuthAction, HttpMethod } from './action.js'
import type { SetCookie } from './cookies.js'

/**
 * The head of a request: everything but the body. It can be read any number of times, and every framework can offer it without
 * building a `Request`.
 */
export interface RequestHead {
  readonly method: string
  /** An absolute URL, or a path with its query. */
  readonly url: string
  /** The scheme of the connection, with or without the colon. @default the scheme of `url`, else 'https' */
  readonly scheme?: string | undefined
  /**
   * Returns the IP address of the client, or of the proxy that sent the request; null if it is unknown. Limits of attempts need it
   * (`throttling`).
   *
   * @default unknown
   */
  readonly getClientAddress?: (() => string | null | undefined) | undefined
  /**
   * What the app sets if `getClientAddress` returns none, in one sentence for the warning `throttling-without-address`.
   *
   * @default to set `trustedProxies`, or to let the framework pass the address
   */
  readonly clientAddressFix?: string | undefined
  /**
   * Whether the platform vouches for the host in `url` and in the header `Host`, because it calls the app for no other. Headers that clients
   * write, such as `X-Forwarded-Host`, then never replace it.
   *
   * @default false
   */
  readonly isHostVerified?: boolean | undefined
  /**
   * Whether the router of a framework requests data of a page in the background, which it may do before the user opens the page.
   *
   * @default false
   */
  readonly isDataRequest?: boolean | undefined
  /** Returns a header by its name in lower case. A header that was sent several times is one value, separated by `, `. */
  getHeader(name: string): string | null | undefined
  /** Returns all headers; called only when a hook of the app receives them. */
  toHeaders(): Headers
}

/** How the client of a request is found. A `Request` does not contain it. */
export type RequestClient = Pick<RequestHead, 'getClientAddress' | 'clientAddressFix'>

/** A request whose body can be read once. */
export interface IncomingRequest extends RequestHead {
  /**
   * Reads the body as UTF-8 text; called at most once, and only for a POST.
   *
   * @returns null if the body has more than `maxBytes` bytes
   */
  readBody(maxBytes: number): Promise<string | null>
}

/** A response as data, for a framework to write. */
export interface ResponseData {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Values of `Set-Cookie` headers: one header for each. */
  readonly setCookies: readonly string[]
}

/** The action of a request: one of Latchkey, or one of a plugin. */
export type RequestAction = AuthAction | 'plugin'

/** The path of a plugin's action. */
export interface PluginPath {
  readonly id: string
  /** The path below the id, without slashes at its ends. */
  readonly path: string
}

/** A parsed request: its action, and what it sent. */
export interface AuthRequest {
  readonly head: RequestHead
  readonly method: HttpMethod
  /** The public scheme, host and port. */
  readonly origin: string
  readonly url: URL
  readonly action: RequestAction
  readonly providerId: string | null
  /** The plugin whose action is requested. Absent for the actions of Latchkey. */
  readonly plugin?: PluginPath
  /** The last value of a repeated parameter. */
  readonly query: Readonly<Record<string, string>>
  /** Empty unless the request is a POST with a JSON object or a form. */
  readonly body: Readonly<Record<string, unknown>>
  /** The form with its repeated fields; null for JSON and for no body. */
  readonly form: URLSearchParams | null
}

/** What an action returns: a response before it is serialized. */
export interface ActionResult {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A JSON value if the content type is JSON, else text. */
  readonly body?: unknown
  /** The body as JSON that was serialized before. */
  readonly json?: string
  /** The URL to redirect to with status 302. */
  readonly redirect?: string
  /** The failure that an operation of a plugin returned. It is not a part of the response. */
  readonly failure?: OperationFailureName | null
}

/** The name of a failure of an operation, and whether a limit of attempts is the reason. */
export interface OperationFailureName {
  readonly name: string
  readonly isThrottled: boolean
}

/** The cookies that a request has sent. */
export interface RequestCookies {
  get(name: string): string | undefined
  /** Returns the values of a name, at most five: browsers send duplicates for different paths and domains. */
  getAll(name: string): readonly string[]
  listNames(): readonly string[]
}

/** The cookies of one request: those received, and those to set. The last write of a name and domain wins. */
export interface CookieJar extends RequestCookies {
  set(name: string, value: string, options: SetCookie['options']): void
  clear(name: string, options: SetCookie['options']): void
  getSetCookies(): readonly SetCookie[]
}

/** A cookie jar that has no cookies and ignores writes. See `createNoopCookieJar`. */
export interface NoopCookieJar extends CookieJar {
  readonly isNoop: true
}

/** A request in the shape that Auth.js gives to hooks. */
export interface RequestInternal {
  url: URL
  method: 'GET' | 'POST'
  cookies?: Partial<Record<string, string>> | undefined
  headers?: Record<string, string> | undefined
  query?: Record<string, string> | undefined
  body?: Record<string, unknown> | undefined
  action: AuthAction
  providerId?: string | undefined
  error?: string | undefined
}

/** What `Auth` returns in `raw` mode. */
export interface ResponseInternal<Body = unknown> {
  status?: number | undefined
  headers?: ConstructorParameters<typeof Headers>[0] | undefined
  body?: Body | undefined
  redirect?: string | undefined
  cookies?: SetCookie[] | undefined
}
