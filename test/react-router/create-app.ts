import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRequestHandler, type ServerBuild, ServerRouter } from 'react-router'

type Routes = ServerBuild['routes']
type RouteModule = NonNullable<Routes[string]>['module']

/** A route without a component is a resource route. */
export type TestRoute = Partial<RouteModule>

/** The functions of a version of React Router. */
export interface ReactRouterRuntime {
  readonly createElement: typeof createElement
  readonly renderToStaticMarkup: typeof renderToStaticMarkup
  readonly createRequestHandler: typeof createRequestHandler
  readonly ServerRouter: typeof ServerRouter
}

const reactRouterSeven: ReactRouterRuntime = {
  createElement,
  renderToStaticMarkup,
  createRequestHandler,
  ServerRouter,
}

/** How the app is built. */
export interface AppOptions {
  /** @default React Router 7 */
  readonly runtime?: ReactRouterRuntime
  /** How errors are shown. @default 'test' */
  readonly mode?: 'production' | 'test'
  /** @default the flag that enables middleware */
  readonly future?: object
}

/**
 * Creates the request handler of an app, as the build of its routes does. The key of a route is its path, but for `root` and `index`.
 */
export function createReactRouterApp(
  routes: Readonly<Record<string, TestRoute>>,
  { future = { v8_middleware: true }, mode = 'test', runtime = reactRouterSeven }: AppOptions = {},
): (request: Request) => Promise<Response> {
  const build = {
    entry: { module: { default: createPageRenderer(runtime) } },
    routes: Object.fromEntries(Object.entries(routes).map(createRoute)),
    assets: {
      entry: { module: '/entry.js', imports: [] },
      routes: Object.fromEntries(Object.entries(routes).map(createManifestRoute)),
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: '.',
    future,
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
    allowedActionOrigins: [],
  }
  const handle = runtime.createRequestHandler(build as unknown as ServerBuild, mode)
  return request => handle(request)
}

type RouteEntry = readonly [path: string, route: TestRoute]

function createRoute([path, route]: RouteEntry) {
  return [path, { ...createPosition(path), module: route }]
}

function createManifestRoute([path, route]: RouteEntry) {
  const hasLoader = route.loader !== undefined
  const hasAction = route.action !== undefined
  return [path, { ...createPosition(path), module: `/${path}.js`, hasLoader, hasAction, imports: [] }]
}

function createPosition(path: string) {
  if (path === 'root') return { id: 'root', path: '' }
  return path === 'index' ? { id: path, parentId: 'root', index: true } : { id: path, parentId: 'root', path }
}

type RenderPage = ServerBuild['entry']['module']['default']

function createPageRenderer(runtime: ReactRouterRuntime): RenderPage {
  return (request, status, headers, context) => {
    const page = runtime.createElement(runtime.ServerRouter, { context, url: request.url })
    headers.set('content-type', 'text/html')
    return new Response(runtime.renderToStaticMarkup(page), { status, headers })
  }
}
