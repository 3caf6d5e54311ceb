import { AuthError } from '../../errors.js'
import type { AstroRequestAuth } from './request-auth.js'

/**
 * The authentication in a page that is a file of the build. It has no session, so that a layout can serve such pages too. What would
 * protect the page, or needs a request, throws.
 */
export const prerenderedAuth: AstroRequestAuth = {
  getSession: async () => null,
  requireAuth: async () => throwPrerendered('requireAuth'),
  signIn: async () => throwPrerendered('signIn'),
  signOut: async () => throwPrerendered('signOut'),
  get api() {
    return throwPrerendered('api')
  },
  get sessions() {
    return throwPrerendered('sessions')
  },
}

function throwPrerendered(name: string): never {
  throw new AuthError(
    `\`${name}\` needs a request, and this page is prerendered: a file that all visitors get. Add \`export const prerender = false\` to the page.`,
  )
}
