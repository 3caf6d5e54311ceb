import type { Awaitable } from '../../types/common.js'
import type { AuthConfig } from '../../types/config.js'

/**
 * An integration in its framework. It serves an app, whose actions are below `/auth`:
 *
 * | path | answer |
 * |---|---|
 * | `/ok` | 200 with the email of the session, or `visitor` |
 * | `/redirect` | 302 to `/ok` |
 * | `/unauthorized` | 401 with the body `No.` |
 * | `/error` | throws an error, to which the framework responds with 500 and the body `Something went wrong.` |
 * | `/stream` | 200 with the email in two pieces |
 * | `/account` | 200 behind the guard of the integration, with no cookies of the app |
 *
 * | `/sign-in` | calls `signIn` with the provider `credentials` and the fields `email` and `password` of the query, for a GET, and redirects |
 * | `/sign-out` | calls `signOut` for a GET, and redirects |
 *
 * The first five read the session and set {@link integrationCookies}. If the session cannot be read, the response is 503.
 *
 * If the request has the header `x-cache: public`, the handlers of `/ok`, `/redirect`, `/unauthorized`, `/stream` and `/account` set
 * {@link publicHeaders} on their response.
 */
export interface IntegrationUnderTest {
  readonly name: string
  /** Whether the integration has functions that sign in and out. Without them, the app has no `/sign-in` and `/sign-out`. @default true */
  readonly hasActions?: boolean
  /** Starts the app. Called once per check. */
  serve(config: AuthConfig, setup?: IntegrationSetup): Awaitable<ServedIntegration>
}

/** How an app is set up. */
export interface IntegrationSetup {
  /** Middleware reads the body of each request before the integration. @default false */
  readonly parsesBodies?: boolean
}

/** A running app. */
export interface ServedIntegration {
  /**
   * Sends a request to the app. The URL has the origin `https://app.example`, as if a proxy ended TLS: forward the host and the scheme in
   * `X-Forwarded-Host` and `X-Forwarded-Proto`, unless the request has these headers.
   */
  answer(request: Request): Promise<Response>
  close(): Awaitable<void>
}

/** The headers with which an app lets browsers, shared caches and CDNs keep a response. */
export const publicHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'public, max-age=60, s-maxage=60',
  'cdn-cache-control': 'public, max-age=60',
}

/** The lines of `Set-Cookie` that the app sets beside the integration. */
export const integrationCookies: readonly string[] = [
  'theme=dark; Path=/; Expires=Tue, 01 Jan 2041 00:00:00 GMT',
  'seen=yes; Path=/; HttpOnly',
]
