import { getCsrfToken } from '../actions/csrf.js'
import { showError } from '../actions/error.js'
import { listProviders } from '../actions/providers.js'
import { getSession, updateSession } from '../actions/session.js'
import { showSignOut, signOut } from '../actions/signout.js'
import { createLazyFunction, createLoader } from '../base/cache.js'
import { UnknownAction } from '../errors.js'
import { createJsonResult, parseBody } from '../http/messages.js'
import type { AuthAction, HttpMethod } from '../types/action.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { ActionResult, AuthRequest, IncomingRequest, RequestAction } from '../types/request.js'

/** The actions, and whether a provider id may follow in the path. */
const actions: Readonly<Record<AuthAction, { readonly acceptsProvider: boolean }>> = {
  callback: { acceptsProvider: true },
  csrf: { acceptsProvider: false },
  error: { acceptsProvider: false },
  providers: { acceptsProvider: false },
  session: { acceptsProvider: false },
  signin: { acceptsProvider: true },
  signout: { acceptsProvider: false },
  'step-up': { acceptsProvider: false },
  'verify-request': { acceptsProvider: false },
  'webauthn-options': { acceptsProvider: true },
}

/**
 * Is this the name of an action?
 *
 * @example
 * ```ts
 * import { isAuthAction } from 'latchkey'
 *
 * isAuthAction('signin') // true
 * ```
 */
export function isAuthAction(action: string): action is AuthAction {
  return Object.hasOwn(actions, action)
}

/**
 * Parses a request. See docs/reference/contract.md#requests.
 *
 * @throws UnknownAction if the method, the path or the body is not one of an action
 * @throws PayloadTooLarge if the body has more than 100,000 bytes
 */
export function parseRequest(request: IncomingRequest, paths: ActionPaths): Awaitable<AuthRequest> {
  const method = parseMethod(request)
  const url = new URL(request.url)
  const { origin } = url
  const target = parsePath(url.pathname, paths)
  const parsed = {
    head: request,
    method,
    origin,
    url,
    ...target,
    query: parseQuery(url),
    body: {},
    form: null,
  }
  return method === 'POST' ? addBody(parsed, request) : parsed
}

async function addBody(parsed: AuthRequest, request: IncomingRequest): Promise<AuthRequest> {
  return { ...parsed, ...(await parseBody(request)) }
}

/** Where the actions of a configuration are. */
export interface ActionPaths {
  readonly basePath: string
  /** The ids of the plugins, which have actions below them. */
  readonly pluginIds: ReadonlySet<string>
}

/** The last value of a repeated parameter counts. */
function parseQuery(url: URL): Record<string, string> {
  return url.search ? Object.fromEntries(url.searchParams) : {}
}

function parseMethod({ method }: IncomingRequest): HttpMethod {
  if (method === 'GET' || method === 'POST' || method === 'HEAD') return method
  throw new UnknownAction(`The method ${method} is not allowed. Use GET, POST or HEAD.`)
}

/** The action that a path names. */
type ActionTarget = Pick<AuthRequest, 'action' | 'providerId' | 'plugin'>

/** Is this the path of an action, with or without a provider? An app may have pages of its own beside and below them. */
export function isActionPath(pathname: string, paths: ActionPaths): boolean {
  return matchPath(pathname, paths) !== null
}

function parsePath(pathname: string, paths: ActionPaths): ActionTarget {
  const target = matchPath(pathname, paths)
  if (target) return target
  throw new UnknownAction(
    pathname.startsWith(`${paths.basePath}/`)
      ? `"${pathname}" is not the path of an action. Actions are ${Object.keys(actions).join(', ')}.`
      : `"${pathname}" is not below the \`basePath\` "${paths.basePath}". Set \`basePath\` to the path at which the app receives the actions. If a proxy removes the front of the path, set \`publicBasePath\` to the one that browsers see.`,
  )
}

/** Returns the action of a path, or null. Integrations call it with each request of the app, so it creates no error. */
export function matchPath(pathname: string, { basePath, pluginIds }: ActionPaths): ActionTarget | null {
  if (!pathname.startsWith(basePath) || pathname[basePath.length] !== '/') return null
  const segments = pathname.slice(basePath.length).split('/').filter(Boolean)
  const [action = '', provider] = segments
  if (pluginIds.has(action)) {
    const path = segments.slice(1).join('/')
    return { action: 'plugin', providerId: null, plugin: { id: action, path } }
  }
  if (!isAuthAction(action) || segments.length > 2) return null
  if (provider === undefined || provider === 'undefined') return { action, providerId: null }
  const providerId = decodeSegment(provider)
  return providerId !== null && actions[action].acceptsProvider ? { action, providerId } : null
}

/** A provider id may contain characters that a path cannot. Returns null for invalid percent-encoding. */
function decodeSegment(segment: string): string | null {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

type ActionHandler = (ctx: Context) => Awaitable<ActionResult>

// Loaded at their first request, because most requests read a session.
const loadSignInActions = createLoader(() => import('../actions/sign-in-actions.js'))
const loadCallback = createLoader(() => import('../actions/callback.js'))
const loadWebAuthnOptions = createLoader(() => import('../actions/webauthn-options.js'))
const loadStepUp = createLoader(() => import('../actions/step-up.js'))
const loadPluginRuntime = createLoader(() => import('./plugin-runtime.js'))

const showSignIn = createLazyFunction(loadSignInActions, module => module.showSignIn)
const signIn = createLazyFunction(loadSignInActions, module => module.signIn)
const showVerifyRequest = createLazyFunction(loadSignInActions, module => module.showVerifyRequest)
const finishSignIn = createLazyFunction(loadCallback, module => module.finishSignIn)
const getWebAuthnOptions = createLazyFunction(loadWebAuthnOptions, module => module.getWebAuthnOptions)
const showStepUp = createLazyFunction(loadStepUp, module => module.showStepUp)
const runPluginAction = createLazyFunction(loadPluginRuntime, module => module.runPluginAction)

/** The handler of each action and method. */
const routes: Readonly<Record<AuthAction, { readonly GET?: ActionHandler; readonly POST?: ActionHandler }>> =
  {
    callback: { GET: finishSignIn, POST: finishSignIn },
    csrf: { GET: getCsrfToken },
    error: { GET: showError },
    providers: { GET: listProviders },
    session: { GET: getSession, POST: updateSession },
    signin: { GET: showSignIn, POST: signIn },
    signout: { GET: showSignOut, POST: signOut },
    'step-up': { GET: showStepUp },
    'verify-request': { GET: showVerifyRequest },
    'webauthn-options': { GET: getWebAuthnOptions },
  }

/** The actions whose GET has side effects. HEAD does not run them. */
const unsafeGetActions: ReadonlySet<RequestAction> = new Set(['callback', 'session', 'plugin'])

/** Runs the action of the request. */
export function dispatch(ctx: Context): Awaitable<ActionResult> {
  const { action, method } = ctx.request
  if (method === 'HEAD' && unsafeGetActions.has(action)) return createJsonResult(null)
  if (action === 'plugin') return runPluginAction(ctx)
  const handler = routes[action][method === 'HEAD' ? 'GET' : method]
  if (!handler) throw new UnknownAction(`\`${action}\` does not accept ${method}.`)
  return handler(ctx)
}

/** Returns the methods of an action, as the value of an `Allow` header. */
export function getAllowedMethods(action: RequestAction): string {
  return Object.keys(action === 'plugin' ? {} : routes[action])
    .map(method => (method === 'GET' ? 'GET, HEAD' : method))
    .join(', ')
}
