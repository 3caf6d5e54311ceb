/** Handles requests of one method and path. */
export type Route = (request: Request) => Response | Promise<Response>

/** Routes by method and path, such as `GET /mail`. */
export type Routes = Readonly<Record<string, Route>>

/** What {@link createHandler} needs. */
export interface HandlerSettings {
  readonly routes: Routes
  /** The values of `Host` that are allowed. Others belong to a site whose name was bound to this machine (DNS rebinding). */
  readonly hosts: ReadonlySet<string>
  /** Paths that accept POST from pages of other origins. */
  readonly crossOriginPaths: ReadonlySet<string>
}

/** Creates the handler of all routes. It rejects requests that another site may have caused. */
export function createHandler({ routes, hosts, crossOriginPaths }: HandlerSettings): Route {
  return request => {
    const host = request.headers.get('host') ?? ''
    if (!hosts.has(host)) return respondWithText(421, `This server does not serve the host "${host}".`)
    const { pathname } = new URL(request.url)
    if (isStateChange(request) && !crossOriginPaths.has(pathname) && !isSameOrigin(request, host))
      return respondWithText(403, 'The request comes from a page of another origin.')
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = routes[`${method} ${pathname}`]
    return route ? route(request) : respondWithText(404, `There is no ${method} ${pathname}.`)
  }
}

/** Redirects a browser. */
export function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

/** Responds with a line of text. */
export function respondWithText(status: number, text: string): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
  return new Response(`${text}\n`, { status, headers })
}

function isStateChange({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

/** Browsers send `Origin` with every such request. Scripts and tests send neither header. */
function isSameOrigin({ headers }: Request, host: string): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  return (origin === null || origin === `http://${host}`) && (site === null || site === 'same-origin')
}
