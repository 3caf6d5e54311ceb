import { AuthError } from '../../errors.js'
import type { GuardedAuthFunctions } from './request-auth.js'

/** The authentication in a page that is a file of the build, so that all visitors get it. */
export type PrerenderedAuth = GuardedAuthFunctions<never, never, never>

/** How an integration says what is wrong with a page. */
export interface PrerenderedOptions {
  /** What to change, so that the page is rendered for each request. */
  readonly fix: string
  /** Logs the error. For a framework that ends the build with the status of the page and nothing else. @default no log */
  readonly log?: ((error: AuthError) => void) | undefined
}

/**
 * Creates the authentication of prerendered pages. They have no session, so that a layout can serve such pages too. What would protect the
 * page, or needs a request, throws. Otherwise a protected page would become a public file.
 */
export function createPrerenderedAuth({ fix, log }: PrerenderedOptions): PrerenderedAuth {
  function throwPrerendered(name: string): never {
    const error = createPrerenderedError(name, fix)
    log?.(error)
    throw error
  }
  return {
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
}

/** Creates the error of a function that a prerendered page called. */
export function createPrerenderedError(name: string, fix: string): AuthError {
  return new AuthError(
    `\`${name}\` needs a request, and this page is prerendered: a file that all visitors get. ${fix}`,
  )
}
