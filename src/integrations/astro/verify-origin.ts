import type { AuthInstance, RequestHead } from '../../server.js'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The types that a form of another site can send without a preflight request. */
const formTypes = /application\/x-www-form-urlencoded|multipart\/form-data|text\/plain/i

/**
 * Verifies the origin of forms as Astro does (`security.checkOrigin`), with the origin that browsers see: behind a proxy, Astro knows it
 * only if `security.allowedDomains` lists it. The middleware does not call it for the actions of Latchkey, which have CSRF tokens and
 * which providers post to from their sites.
 *
 * @returns the response to the form of another site, else null
 */
export function verifyOrigin(auth: AuthInstance, head: RequestHead): Response | null {
  if (safeMethods.has(head.method)) return null
  const type = head.getHeader('content-type')
  if (type != null && !formTypes.test(type)) return null
  const origin = head.getHeader('origin')
  if (origin != null && origin === auth.resolveOrigin(head)) return null
  return new Response(`Cross-site ${head.method} form submissions are forbidden`, { status: 403 })
}
