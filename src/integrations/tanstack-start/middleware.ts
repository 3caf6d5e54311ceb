import { AuthError } from '../../errors.js'
import type { RequestClient } from '../../types/request.js'

/** The part of the arguments of request middleware that is used. */
export interface TanStackStartArgs {
  readonly request: Request
  /** The path of the page, with the `basepath` of the router. */
  readonly pathname: string
  /** Whether the request calls a server function, or loads a page or a server route. */
  readonly handlerType: 'serverFn' | 'router'
}

/**
 * Asserts that the framework is new enough.
 *
 * @throws AuthError if the framework does not pass what the integration needs
 */
export function assertArgs({ request, handlerType }: Partial<TanStackStartArgs>): void {
  if (request instanceof Request && (handlerType === 'serverFn' || handlerType === 'router')) return
  throw new AuthError(
    `latchkey/tanstack-start needs request middleware of TanStack Start 1.169 or newer, and \`handlerType\` is ${String(handlerType)}. Update it: npm install @tanstack/react-start@latest @tanstack/react-router@latest`,
  )
}

/** Returns how the client of a request is found: the server of the app may know its address. */
export function readClient(request: Request): RequestClient {
  return {
    getClientAddress() {
      const address: unknown = Reflect.get(request, 'ip')
      return typeof address === 'string' ? address : null
    },
    clientAddressFix: 'Serve the app with srvx, which sets `request.ip`.',
  }
}
