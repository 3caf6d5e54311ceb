import type { RouterContextProvider } from 'react-router'
import { AuthError } from '../../errors.js'

/** The part of the arguments of loaders, actions and middleware that is used. */
export interface ReactRouterArgs {
  readonly request: Request
  /** The URL of the page. React Router 7 has it from 7.15. */
  readonly url?: URL | undefined
  readonly context: Readonly<RouterContextProvider>
}

/**
 * Returns the context of the request.
 *
 * @throws AuthError if middleware is disabled
 */
export function readContext({ context }: { readonly context: unknown }): RouterContextProvider {
  if (isContextProvider(context)) return context
  throw new AuthError(
    'latchkey/react-router needs middleware. Use React Router 8, or React Router 7.9 or newer with `future: { v8_middleware: true }` in react-router.config.ts.',
  )
}

function isContextProvider(context: unknown): context is RouterContextProvider {
  return (
    typeof context === 'object' &&
    context !== null &&
    'get' in context &&
    'set' in context &&
    typeof context.set === 'function'
  )
}

/** Returns the URL of the page. In middleware, `request.url` can have parameters of the router, and in React Router 8 the suffix `.data`. */
export function getPageUrl({ request, url }: ReactRouterArgs): string {
  const { href } = url ?? { href: request.url }
  if (!href.includes('_routes')) return href
  const page = new URL(href)
  page.searchParams.delete('_routes')
  return page.href
}

/** Creates the default of a context. Each use of it throws, because middleware is missing. */
export function createMissingValue<Value extends object>(message: string): Value {
  const get = () => {
    throw new AuthError(message)
  }
  return new Proxy({} as Value, { get, has: get, ownKeys: get })
}
