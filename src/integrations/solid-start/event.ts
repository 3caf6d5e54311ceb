import {
  type AuthServer,
  createServer,
  type IntegrationOptions,
  type SetCookie,
  serializeCookie,
  toRequestHead,
} from '../../server.js'
import type { AuthConfig } from '../../types/config.js'
import type { ApiRequest } from '../shared/bind-api.js'

/** The configuration of a SolidStart app. What you leave out is read from environment variables. */
export interface SolidAuthConfig extends Omit<AuthConfig, 'raw'> {
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
  readonly response: { readonly headers: Pick<Headers, 'append'> }
  /** The event of h3. On Node, it shows whether the headers were sent. */
  readonly nativeEvent?: unknown
}

/** Returns the head of a request, and how to set cookies if its response can. */
export function parseSource(source: Request | SolidEvent): Pick<ApiRequest, 'head' | 'setCookies'> {
  if (!('request' in source)) return { head: toRequestHead(source), setCookies: null }
  const setCookies = (cookies: readonly SetCookie[]) => {
    for (const cookie of cookies) source.response.headers.append('set-cookie', serializeCookie(cookie))
  }
  return { head: toRequestHead(source.request), setCookies: hasSentHeaders(source) ? null : setCookies }
}

/** `prefix` and `basePath` mean the same. */
const options: IntegrationOptions<SolidAuthConfig> = {
  getBasePath: ({ prefix, basePath }) => prefix ?? basePath ?? '/api/auth',
}

/** Creates the server of a configuration, or returns it again. */
export function getSolidServer(config: SolidAuthConfig): AuthServer {
  return createServer(config, options)
}

/** A streamed page sends its headers before all of it is rendered. After that, no cookie can be set. */
function hasSentHeaders({ nativeEvent }: SolidEvent): boolean {
  const { node } = (nativeEvent ?? {}) as { node?: { res?: { headersSent?: boolean } } }
  return node?.res?.headersSent === true
}
