import { svelteKit } from '#sveltekit'
import { SessionUnavailable } from '../../errors.js'
import type { RequireAuthOptions, RequireAuthResult } from '../../server.js'
import type { Session } from '../../types/session.js'
import { extendRequireAuthOptions } from '../shared/require-auth-options.js'
import type { KitEvent } from './event.js'
import type { RequestAuth } from './request-auth.js'

/** Returns the session if it meets the requirement. Otherwise throws SvelteKit's redirect or error. */
export async function requireKitAuth(
  event: KitEvent,
  requestAuth: RequestAuth,
  options: RequireAuthOptions = {},
): Promise<Session> {
  requestAuth.setPrivate()
  const respondAs = options.respondAs ?? (isRouterRequest(event) ? 'page' : undefined)
  const result = await readIfAvailable(event, requestAuth, extendRequireAuthOptions(options, { respondAs }))
  if (result.session) return result.session
  const { status, headers } = result.response
  if (status === 303) return svelteKit.redirect(303, result.redirect)
  const { 'www-authenticate': authenticate = '' } = headers
  // The event of a remote function cannot set headers.
  requestAuth.setHeaders({ 'www-authenticate': authenticate, 'cache-control': 'private, no-store' })
  return svelteKit.error(401, { message: 'Sign in to continue.', url: result.redirect })
}

/** The router of the browser follows redirects of pages and form actions, and accepts no HTML. */
function isRouterRequest({ isDataRequest, request }: KitEvent): boolean {
  return isDataRequest === true || request.headers.get('x-sveltekit-action') === 'true'
}

async function readIfAvailable(
  event: KitEvent,
  requestAuth: RequestAuth,
  options: RequireAuthOptions,
): Promise<RequireAuthResult> {
  try {
    const { auth, head, setCookies } = await requestAuth.getApiRequest({ name: 'requireAuth', event })
    const result = await auth.requireAuth(
      head,
      extendRequireAuthOptions(options, { readOnly: setCookies === null }),
    )
    setCookies?.(result.cookies)
    return result
  } catch (error) {
    if (!(error instanceof SessionUnavailable)) throw error
    return svelteKit.error(503, { message: 'Please try again.' })
  }
}
