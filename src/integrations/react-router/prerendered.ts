import { getRuntimeEnvironment } from '../../server.js'
import { createPrerenderedAuth } from '../shared/prerendered.js'
import type { ReactRouterRequestAuth } from './request-auth.js'

/** How a page is rendered for each request. */
export const prerenderFix = 'Remove its path from `prerender` in react-router.config.ts.'

/** The authentication in a page that is a file of the build. */
export const prerenderedAuth: ReactRouterRequestAuth = createPrerenderedAuth({ fix: prerenderFix })

/**
 * Whether the build of the app renders the page. React Router sets this variable of its process, and reads its own headers of prerendered
 * pages only if it is set. A client can send the headers, so they prove nothing.
 */
export function isPrerendering(): boolean {
  return getRuntimeEnvironment()['IS_RR_BUILD_REQUEST'] === 'yes'
}
