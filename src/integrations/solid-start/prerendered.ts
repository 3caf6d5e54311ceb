import type { RequestHead } from '../../server.js'
import { createPrerenderedError } from '../shared/prerendered.js'

/**
 * Whether the build of the app renders the page: Nitro names the page in this header, and sends no cookie. A client can do the same. It
 * then is a visitor, as every client without a cookie, and a guard throws instead of redirecting.
 */
export function isPrerendering({ getHeader }: RequestHead): boolean {
  return getHeader('x-nitro-prerender') != null && !getHeader('cookie')
}

/**
 * Asserts that a page is rendered for each request, because a protected page would become a public file.
 *
 * @throws AuthError in a page that is prerendered
 */
export function assertNotPrerendering(name: string, head: RequestHead): void {
  if (isPrerendering(head))
    throw createPrerenderedError(name, 'Remove its path from `server.prerender` in app.config.ts.')
}

/**
 * Asserts that the build does not follow a link to the authentication requests. The sign-in page would become a file, with the CSRF token
 * of the build.
 *
 * @throws AuthError for a request of the build
 */
export function assertNotCrawling(head: RequestHead, basePath: string): void {
  if (isPrerendering(head))
    throw createPrerenderedError(
      'SolidAuth',
      `Set \`server: { prerender: { ignore: ['${basePath}/'] } }\` in app.config.ts.`,
    )
}
