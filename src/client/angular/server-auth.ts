import { inject, REQUEST, REQUEST_CONTEXT } from '@angular/core'
import type { AssuranceRequirement } from '../../types/evidence.js'
import type { Session } from '../../types/session.js'

/** The authentication of one request, which `server.ts` passes to the app as `auth` of the request context. */
export interface ServerAuth {
  /** The origin of the app. Null if it is unknown. */
  readonly origin: string | null
  /** Reads what browsers may see of the session. */
  getPublicSession(): Promise<Session | null>
  /** Returns whether the session meets the requirement. Otherwise the response of the server is the redirect. */
  allow(requirement: AssuranceRequirement): Promise<boolean>
}

/**
 * Returns the authentication of the request that the server renders. Null in a browser and on a prerendered page.
 *
 * @throws Error if `server.ts` does not pass it
 */
export function findServerAuth(): ServerAuth | null {
  if (!inject(REQUEST, { optional: true })) return null
  const auth: unknown = Reflect.get(Object(inject(REQUEST_CONTEXT, { optional: true })), 'auth')
  if (isServerAuth(auth)) return auth
  throw new Error(
    'latchkey/angular needs `auth` in the request context. In server.ts, call `handleAuth(req, auth => angularApp.handle(req, { auth }))`.',
  )
}

function isServerAuth(auth: unknown): auth is ServerAuth {
  return typeof auth === 'object' && auth !== null && 'getPublicSession' in auth && 'allow' in auth
}
