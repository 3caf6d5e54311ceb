import { AuthError } from '../../errors.js'
import { getRuntimeEnvironment } from '../../server.js'
import { createPrerenderedAuth } from '../shared/prerendered.js'
import type { TanStackStartRequestAuth } from './request-auth.js'

/** The authentication in a page that is a file of the build. TanStack Start ends the build with "Internal Server Error" alone. */
export const prerenderedAuth: TanStackStartRequestAuth = createPrerenderedAuth({
  fix: 'Exclude its path by `prerender.filter` in vite.config.ts.',
  log: error => console.error(error.message),
})

/** Whether the build of the app renders the page. TanStack Start sets this variable of its process, and a client cannot. */
export function isPrerendering(): boolean {
  return getRuntimeEnvironment()['TSS_PRERENDERING'] === 'true'
}

/** Creates the error of a link that the build follows. Its response would become a file: a sign-in page with the CSRF token of the build. */
export function createCrawlError({ url }: Request): AuthError {
  const { pathname } = new URL(url)
  const folder = pathname.replace(/[^/]*\/?$/, '')
  return new AuthError(
    `A prerendered page links to ${pathname}, which the build follows. The authentication requests need a server. Set \`prerender: { filter: ({ path }) => !path.startsWith('${folder}') }\` in vite.config.ts.`,
  )
}
