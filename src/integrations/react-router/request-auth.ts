import { type AuthInstance, type RequireAuthOptions, toRequestHead, toResponse } from '../../server.js'
import type { RequestClient } from '../../types/request.js'
import type { Session } from '../../types/session.js'
import { getPathname } from '../shared/pathname.js'
import { createAuthFunctions, createRequestAuth, type GuardedAuthFunctions } from '../shared/request-auth.js'
import { extendRequireAuthOptions } from '../shared/require-auth-options.js'
import { finishResponse } from '../shared/session-headers.js'
import { createErrorResponse } from '../shared/translate-errors.js'
import { getPageUrl, type ReactRouterArgs } from './arguments.js'
import { createDocumentRedirect, isDataResponse } from './document-redirect.js'

/**
 * The authentication of one request, as `context.get(authContext)`. A session that cannot be read throws a `Response` with status 503, and
 * `requireAuth` a redirect for a page, or a `Response` with status 401 for a `fetch` of a resource route.
 */
export interface ReactRouterRequestAuth<S = Session, Api = object>
  extends GuardedAuthFunctions<S, Response, Api> {}

/** The authentication of one request, and what the middleware needs beside it. */
export interface RequestState extends ReactRouterRequestAuth {
  /** Returns the response with the cookies. After that, none can be set. */
  finish(response: Response): Promise<Response>
}

/** Creates the authentication of one request. */
export function createRequestState(
  args: ReactRouterArgs,
  auth: AuthInstance,
  client: RequestClient,
): RequestState {
  const url = getPageUrl(args)
  const head = { ...toRequestHead(args.request), url, ...client }
  const isAction = auth.isActionPath(getPathname(url))
  const requestAuth = createRequestAuth(auth, head, createErrorResponse)
  const isRead = head.method === 'GET' || head.method === 'HEAD'
  let refused: RequireAuthOptions | null = null

  /** The session may be sufficient meanwhile. Then the page loads again. */
  async function getRefusedUrl(options: RequireAuthOptions): Promise<string> {
    const redirectTo = options.redirectTo ?? (isRead ? getPath(url) : undefined)
    const result = await requestAuth.requireAuth(
      extendRequireAuthOptions(options, { redirectTo, respondAs: 'page' }),
    )
    return result.session === null ? result.redirect : getPath(url)
  }

  /** React Router hides from middleware whether the router in the browser sent the request. Its response shows it. */
  async function findDocumentUrl(response: Response): Promise<string | null> {
    if (isAction) return isRead ? getPath(url) : null
    return refused && response.status === 401 ? getRefusedUrl(refused) : null
  }

  return createAuthFunctions(requestAuth, createDocumentRedirect, {
    async requireAuth(options: RequireAuthOptions = {}) {
      const result = await requestAuth.requireAuth(options)
      if (result.session) return result.session
      if (result.response.status === 303) throw createDocumentRedirect(result.redirect)
      refused = options.respondAs ? null : options
      throw toResponse(result.response)
    },
    async finish(response: Response) {
      const documentUrl = isDataResponse(response) ? await findDocumentUrl(response) : null
      if (documentUrl !== null) return finishResponse(requestAuth, createDocumentRedirect(documentUrl))
      // The authentication requests set the cookies of the session themselves.
      return isAction ? response : finishResponse(requestAuth, response)
    },
  })
}

function getPath(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
