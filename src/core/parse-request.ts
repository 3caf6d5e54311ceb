import { UnknownAction } from '../errors.js'
import { readBody } from '../http/body.js'
import type { AuthAction, HttpMethod } from '../types/action.js'
import type { AuthRequest } from '../types/request.js'

/** The actions, and whether a provider's id may follow in the path. */
const actions: Readonly<Record<AuthAction, { readonly acceptsProvider: boolean }>> = {
  callback: { acceptsProvider: true },
  csrf: { acceptsProvider: false },
  error: { acceptsProvider: false },
  providers: { acceptsProvider: false },
  session: { acceptsProvider: false },
  signin: { acceptsProvider: true },
  signout: { acceptsProvider: false },
  'verify-request': { acceptsProvider: false },
  'webauthn-options': { acceptsProvider: true },
}

/**
 * Is this the name of an action?
 *
 * @example
 * ```ts
 * import { isAuthAction } from 'latchkey'
 *
 * isAuthAction('signin') // true
 * ```
 */
export function isAuthAction(action: string): action is AuthAction {
  return Object.hasOwn(actions, action)
}

/**
 * Understands a request, or refuses it. Spec: behaviour sections 2.1 to 2.4.
 *
 * @throws UnknownAction when method, path or body are none of ours
 * @throws PayloadTooLarge
 */
export async function parseRequest(request: Request, basePath: string): Promise<AuthRequest> {
  const method = parseMethod(request)
  const url = new URL(request.url)
  const { action, providerId } = parsePath(url.pathname, basePath)
  const body = method === 'POST' ? await readBody(request) : { body: {}, form: null }
  return { head: request, method, url, action, providerId, query: parseQuery(url), ...body }
}

/** The last of duplicates counts. */
function parseQuery(url: URL): Record<string, string> {
  return url.search ? Object.fromEntries(url.searchParams) : {}
}

function parseMethod({ method }: Request): HttpMethod {
  if (method === 'GET' || method === 'POST' || method === 'HEAD') return method
  throw new UnknownAction(`Only GET, POST and HEAD are answered, not ${method}.`)
}

/** Is this the path of an action, or of one at a provider? An app may have pages of its own beside and below them. */
export function isActionPath(pathname: string, basePath: string): boolean {
  try {
    return parsePath(pathname, basePath) !== null
  } catch (error) {
    if (error instanceof UnknownAction) return false
    throw error
  }
}

function parsePath(pathname: string, basePath: string): Pick<AuthRequest, 'action' | 'providerId'> {
  if (!pathname.startsWith(`${basePath}/`))
    throw new UnknownAction(`"${pathname}" is not below \`basePath\`.`)
  const [action = '', provider, ...rest] = pathname.slice(basePath.length).split('/').filter(Boolean)
  const providerId = provider === 'undefined' ? undefined : decodeSegment(provider)
  if (!isAuthAction(action) || rest.length > 0 || (providerId && !actions[action].acceptsProvider)) {
    throw new UnknownAction(`"${pathname}" names no action.`)
  }
  return { action, providerId: providerId ?? null }
}

/** An id may hold what a path does not. */
function decodeSegment(segment: string | undefined): string | undefined {
  if (!segment?.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    throw new UnknownAction(`"${segment}" is no percent-encoding.`, { cause: { err: error as Error } })
  }
}
