import { svelteKit } from '#sveltekit'
import { SessionUnavailable } from '../../errors.js'
import type { RequireAuthOptions } from '../../server.js'
import type { GuardedSession } from '../../types/guarded-session.js'
import type { Session } from '../../types/session.js'
import { extendRequireAuthOptions } from '../shared/require-auth-options.js'
import type { GuardResult } from '../shared/session-reader.js'
import type { KitEvent } from './event.js'
import type { KitRequestAuth } from './request-auth.js'

/** Returns the session if it meets the requirement. Otherwise throws SvelteKit's redirect or error. */
export async function requireKitAuth(
  event: KitEvent,
  requestAuth: KitRequestAuth,
  options: RequireAuthOptions = {},
): Promise<GuardedSession<Session>> {
  const respondAs = options.respondAs ?? (isRouterRequest(event) ? 'page' : undefined)
  const result = await readIfAvailable(event, requestAuth, extendRequireAuthOptions(options, { respondAs }))
  if (result.session) return result.session
  const { status, headers } = result.response
  if (status === 303) return svelteKit.redirect(303, result.redirect)
  const { 'www-authenticate': authenticate = '' } = headers
  requestAuth.setHeaders({ 'www-authenticate': authenticate, 'cache-control': 'private, no-store' })
  return svelteKit.error(401, { message: 'Sign in to continue.', url: result.redirect })
}

/** The router of the browser follows redirects of pages and form actions, and accepts no HTML. */
function isRouterRequest({ isDataRequest, request }: KitEvent): boolean {
  return isDataRequest === true || request.headers.get('x-sveltekit-action') === 'true'
}

async function readIfAvailable(
  event: KitEvent,
  requestAuth: KitRequestAuth,
  options: RequireAuthOptions,
): Promise<GuardResult> {
  try {
    return await requestAuth.requireAuth(event, options)
  } catch (error) {
    if (!(error instanceof SessionUnavailable)) throw error
    return svelteKit.error(503, { message: 'Please try again.' })
  }
}
