import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { QwikCityEvent } from 'latchkey/qwik-city'
import { installDependencies } from '../../tools/setup.js'

/** What the handlers of a route receive. */
interface RouteEvent extends QwikCityEvent {
  text(status: number, text: string): unknown
}

type Handler = (event: RouteEvent) => Promise<void>

type OnRequest = (event: QwikCityEvent) => Promise<void>

/** The app: middleware of all requests, as that of `plugin@auth.ts`, and endpoints by path. */
export interface QwikCityRoutes {
  readonly onRequest: OnRequest | readonly OnRequest[]
  readonly endpoints: Readonly<Record<string, Handler>>
}

type SetHeaders = (
  status: number,
  headers: Headers,
  cookies: object,
  resolve: (response: Response) => void,
) => WritableStream

/** The part of Qwik City that its servers use. */
interface Runtime {
  mergeHeadersCookies(headers: Headers, cookies: object): Headers
  requestHandler(
    event: { readonly getWritableStream: SetHeaders; readonly [name: string]: unknown },
    options: object,
    serializer: object,
  ): Promise<{ readonly response: Promise<Response | null>; readonly completion: Promise<unknown> } | null>
}

const folder = new URL('installed/', import.meta.url)
// Before the tests, because it may take longer than the time that they have.
await installDependencies(fileURLToPath(folder))
const load = createRequire(new URL('package.json', folder))
const runtime: Runtime = load('@builder.io/qwik-city/middleware/request-handler')
const serializer: object = load('@builder.io/qwik')

/** Creates the request handler of an app with Qwik City itself, without a build. */
export function createQwikCityApp(
  routes: QwikCityRoutes,
): (request: Request, log?: (error: unknown) => void) => Promise<Response> {
  const qwikCityPlan = {
    basePathname: '/',
    trailingSlash: false,
    serverPlugins: [routes.onRequest].flat().map(onRequest => ({ onRequest })),
    routes: Object.entries(routes.endpoints).map(createRoute),
  }
  return async (request, log) => {
    const event = createServerEvent(request)
    const result = await runtime.requestHandler(event, { qwikCityPlan }, serializer)
    // The servers of Qwik City log it.
    if (log) void result?.completion.then(error => error !== undefined && log(error))
    return (await result?.response) ?? new Response(null, { status: 404 })
  }
}

function createRoute([path, onRequest]: readonly [string, Handler]) {
  return [path, [() => ({ onRequest })], path, []]
}

/** Creates the event as the servers for web requests do. */
function createServerEvent(request: Request) {
  const getWritableStream: SetHeaders = (status, headers, cookies, resolve) => {
    const { readable, writable } = new TransformStream()
    const hasBody = ![204, 304].includes(status)
    const init = { status, headers: runtime.mergeHeadersCookies(headers, cookies) }
    resolve(new Response(hasBody ? readable : null, init))
    return writable
  }
  return {
    mode: 'server',
    locale: undefined,
    url: new URL(request.url),
    request,
    platform: {},
    env: { get: (name: string) => process.env[name] },
    getClientConn: () => ({ ip: '203.0.113.9' }),
    getWritableStream,
  }
}
