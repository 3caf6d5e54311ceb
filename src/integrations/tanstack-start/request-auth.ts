import { type AuthInstance, type RequireAuthOptions, toRequestHead, toResponse } from '../../server.js'
import type { Session } from '../../types/session.js'
import { isRenderedForAll, parseNitroExchange, restrictRuleHeaders } from '../shared/nitro-rules.js'
import { getPathPrefix } from '../shared/pathname.js'
import { createAuthFunctions, createRequestAuth, type GuardedAuthFunctions } from '../shared/request-auth.js'
import { extendRequireAuthOptions } from '../shared/require-auth-options.js'
import { finishResponse, type RequestState } from '../shared/session-headers.js'
import { removeOrigin, toNarrowedRequest } from '../shared/shared-render.js'
import type { HttpFailure } from '../shared/translate-errors.js'
import { readClient, type TanStackStartArgs } from './middleware.js'
import { createRedirect, isRedirect } from './redirect.js'

/**
 * The authentication of one request, as `context.auth`. A session that cannot be read throws `SessionUnavailable`, and the response has status
 * 503. `requireAuth` throws a redirect of the router for a page or a server function, and a `Response` with status 401 for a `fetch` of a
 * server route.
 */
export interface TanStackStartRequestAuth<S = Session, Api = object>
  extends GuardedAuthFunctions<S, Response, Api> {}

/** The authentication of one request, and what the middleware needs beside it. */
export interface TanStackStartState extends RequestState<TanStackStartRequestAuth> {
  /** Returns the error with the cookies as headers, which the framework sends. */
  fail(error: unknown): Promise<unknown>
}

/** Creates the authentication of one request. */
export function createRequestState(args: TanStackStartArgs, auth: AuthInstance): TanStackStartState {
  const { handlerType } = args
  const { head, nitro, isShared } = readHead(args)
  let failure: HttpFailure | null = null
  const requestAuth = createRequestAuth(auth, head, occurred => {
    failure = occurred
    return Object.defineProperty(occurred.cause, 'status', { value: occurred.status, configurable: true })
  })

  if (isShared) requestAuth.closeNow()
  restrictRuleHeaders(nitro, headers => requestAuth.restrictCaching(headers))

  /** The URL of a server function is not that of the page, and its response is data that the router reads. */
  function resolveRequirement(options: RequireAuthOptions): RequireAuthOptions {
    if (handlerType !== 'serverFn') return options
    const startPage = getPathPrefix(auth) || '/'
    const { redirectTo = findPage(head.getHeader('referer')) ?? startPage } = options
    return extendRequireAuthOptions(options, { redirectTo, respondAs: 'page' })
  }

  function toPath(url: string): string {
    return isShared ? removeOrigin(url, auth.resolveOrigin(head)) : url
  }

  function addHeaders(headers: Headers, lines: readonly string[]): void {
    for (const line of lines) headers.append('set-cookie', line)
    requestAuth.restrictCaching(headers)
  }

  return {
    auth: createAuthFunctions(requestAuth, createRedirect, {
      async requireAuth(requirement: RequireAuthOptions = {}) {
        const result = await requestAuth.requireAuth(resolveRequirement(requirement))
        if (result.session) return result.session
        if (result.response.status === 303) throw createRedirect(toPath(result.redirect))
        throw toResponse(result.response)
      },
    }),
    async finish(response) {
      if (isRedirect(response)) {
        addHeaders(response.headers, await requestAuth.close())
        return response
      }
      // A page whose loader failed shows its error component, with status 500.
      return finishResponse(requestAuth, failure ? withStatus(response, failure) : response)
    },
    async fail(error) {
      const lines = await requestAuth.close()
      if (!requestAuth.getDependence() || !isExtensible(error)) return error
      const headers = new Headers(Reflect.get(error, 'headers') ?? {})
      addHeaders(headers, lines)
      // The framework sends the `headers` of an error. They are not enumerable, because loggers write the enumerable properties.
      return Object.defineProperty(error, 'headers', { value: headers, configurable: true })
    },
  }
}

/** Reads the head of a request: that of a visitor, if the response is for all visitors. */
function readHead({ request, handlerType }: TanStackStartArgs) {
  const nitro = parseNitroExchange(request)
  const isShared = isRenderedForAll(nitro)
  const head = {
    ...toRequestHead(request),
    isDataRequest: handlerType === 'serverFn',
    ...readClient(request),
  }
  return { head: isShared ? toNarrowedRequest(head, () => null) : head, nitro, isShared }
}

function findPage(referer: string | null | undefined): string | undefined {
  if (!referer || !URL.canParse(referer)) return undefined
  const { pathname, search } = new URL(referer)
  return pathname + search
}

function withStatus(response: Response, { status, statusText }: HttpFailure): Response {
  if (response.status !== 500) return response
  const { body, headers } = response
  return new Response(body, { status, statusText, headers })
}

function isExtensible(error: unknown): error is object {
  return typeof error === 'object' && error !== null && Object.isExtensible(error)
}
