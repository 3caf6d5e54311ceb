import { callback } from '../actions/callback.js'
import { csrf } from '../actions/csrf.js'
import { showError } from '../actions/error.js'
import { providers } from '../actions/providers.js'
import { session, updateSession } from '../actions/session.js'
import { showSignIn, signIn } from '../actions/signin.js'
import { showSignOut, signOut } from '../actions/signout.js'
import { showVerifyRequest } from '../actions/verify-request.js'
import { webauthnOptions } from '../actions/webauthn-options.js'
import { UnknownAction } from '../errors.js'
import { json } from '../http/result.js'
import type { AuthAction } from '../types/action.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { Result } from '../types/wire.js'

type Action = (ctx: Context) => Awaitable<Result>

/** Everything that can be asked of us. */
const routes: Readonly<Record<AuthAction, { readonly GET?: Action; readonly POST?: Action }>> = {
  callback: { GET: callback, POST: callback },
  csrf: { GET: csrf },
  error: { GET: showError },
  providers: { GET: providers },
  session: { GET: session, POST: updateSession },
  signin: { GET: showSignIn, POST: signIn },
  signout: { GET: showSignOut, POST: signOut },
  'verify-request': { GET: showVerifyRequest },
  'webauthn-options': { GET: webauthnOptions },
}

/** The actions whose GET changes something; HEAD leaves them alone. */
const changing: ReadonlySet<AuthAction> = new Set(['callback', 'session'])

/** Does what the call asks for. */
export function act(ctx: Context): Awaitable<Result> {
  const { action, method } = ctx.call
  if (method === 'HEAD' && changing.has(action)) return json(null)
  const run = routes[action][method === 'HEAD' ? 'GET' : method]
  if (!run) throw new UnknownAction(`\`${action}\` is not asked for by ${method}.`)
  return run(ctx)
}

/** The methods that an action knows, as an `Allow` header has them. */
export function allowed(action: AuthAction): string {
  return Object.keys(routes[action])
    .map(method => (method === 'GET' ? 'GET, HEAD' : method))
    .join(', ')
}
