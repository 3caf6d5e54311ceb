import { finishSignIn } from '../actions/callback.js'
import { getCsrfToken } from '../actions/csrf.js'
import { showError } from '../actions/error.js'
import { listProviders } from '../actions/providers.js'
import { getSession, updateSession } from '../actions/session.js'
import { showSignIn, signIn } from '../actions/signin.js'
import { showSignOut, signOut } from '../actions/signout.js'
import { showVerifyRequest } from '../actions/verify-request.js'
import { getWebAuthnOptions } from '../actions/webauthn-options.js'
import { UnknownAction } from '../errors.js'
import { createJsonResult } from '../http/result.js'
import type { AuthAction } from '../types/action.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { ActionResult, RequestAction } from '../types/request.js'

type ActionHandler = (ctx: Context) => Awaitable<ActionResult>

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
    'step-up': { GET: showStepUpPage },
    'verify-request': { GET: showVerifyRequest },
    'webauthn-options': { GET: getWebAuthnOptions },
  }

/** The actions whose GET has side effects. HEAD does not run them. */
const unsafeGetActions: ReadonlySet<RequestAction> = new Set(['callback', 'session', 'plugin'])

/** Runs the action of the request. */
export function dispatch(ctx: Context): Awaitable<ActionResult> {
  const { action, method } = ctx.request
  if (method === 'HEAD' && unsafeGetActions.has(action)) return createJsonResult(null)
  if (action === 'plugin') return dispatchToPlugin(ctx)
  const handler = routes[action][method === 'HEAD' ? 'GET' : method]
  if (!handler) throw new UnknownAction(`\`${action}\` does not accept ${method}.`)
  return handler(ctx)
}

/** The code of plugins is loaded at their first request. */
async function dispatchToPlugin(ctx: Context): Promise<ActionResult> {
  const { runPluginAction } = await import('./plugin-runtime.js')
  return runPluginAction(ctx)
}

/** The code of the step-up page is loaded when it is first shown. */
async function showStepUpPage(ctx: Context): Promise<ActionResult> {
  const { showStepUp } = await import('../actions/step-up.js')
  return showStepUp(ctx)
}

/** Returns the methods of an action, as the value of an `Allow` header. */
export function getAllowedMethods(action: RequestAction): string {
  return Object.keys(action === 'plugin' ? {} : routes[action])
    .map(method => (method === 'GET' ? 'GET, HEAD' : method))
    .join(', ')
}
