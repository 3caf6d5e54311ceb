import type { AuthAction, HttpMethod } from './action.js'
import type { SetCookie } from './cookies.js'

/** As much of a request as can be looked at again and again. */
export type RequestHead = Pick<Request, 'url' | 'headers'>

/** One request, understood: what it wants, and what it brought. */
export interface AuthRequest {
  readonly head: RequestHead
  readonly method: HttpMethod
  readonly url: URL
  readonly action: AuthAction
  readonly providerId: string | null
  /** The last one of duplicates. */
  readonly query: Readonly<Record<string, string>>
  /** Empty unless the request is a POST with a JSON object or a form. */
  readonly body: Readonly<Record<string, unknown>>
  /** The form as it was sent, with its duplicates; null for JSON and for no body. */
  readonly form: URLSearchParams | null
}

/** What an action answers. */
export interface ActionResult {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A value with the content type of JSON, which it is written as; a text with any other. */
  readonly body?: unknown
  /** Becomes a 302. */
  readonly redirect?: string
}

/** The cookies of one request: what came, and what goes. The last write of a name wins. */
export interface CookieJar {
  get(name: string): string | undefined
  /** Every value that came under the name; browsers send duplicates for different paths and domains. */
  getAll(name: string): readonly string[]
  listNames(): readonly string[]
  set(name: string, value: string, options: SetCookie['options']): void
  clear(name: string, options: SetCookie['options']): void
  getSetCookies(): readonly SetCookie[]
}

/** A request as `Auth` understands it, in the words of the reference. */
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

/** What `Auth` answers in `raw` mode. */
export interface ResponseInternal<Body = unknown> {
  status?: number | undefined
  headers?: ConstructorParameters<typeof Headers>[0] | undefined
  body?: Body | undefined
  redirect?: string | undefined
  cookies?: SetCookie[] | undefined
}
