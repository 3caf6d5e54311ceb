import type { ParameterizedContext } from 'koa'
import type { AuthInstance, IncomingRequest, RequestHead, ResponseData } from '../../server.js'
import { readNodeBody, toNodeRequestHead } from '../node/request.js'
import { restrictCachingAtHead } from '../node/response-head.js'
import { createHandlerState, type HandlerState } from '../shared/handler-auth.js'
import type { HttpFailure } from '../shared/translate-errors.js'

/** Returns the head of a request. With `app.proxy`, Koa derives the scheme and the client from the headers of the proxy. */
function toKoaRequestHead(ctx: ParameterizedContext): RequestHead {
  const { req, originalUrl, protocol } = ctx
  return { ...toNodeRequestHead(req), url: originalUrl, scheme: protocol, getClientAddress: () => ctx.ip }
}

/** Returns a request as the pipeline reads it. Body parsers keep the body at `ctx.request`. */
export function toKoaIncomingRequest(ctx: ParameterizedContext): IncomingRequest {
  const { req, request } = ctx
  const body: unknown = Reflect.get(request, 'rawBody') ?? Reflect.get(request, 'body')
  return { ...toKoaRequestHead(ctx), readBody: maxBytes => readNodeBody(req, body, maxBytes) }
}

/** Creates the authentication of one request. */
export function createRequestState(ctx: ParameterizedContext, auth: AuthInstance): HandlerState {
  return createHandlerState(auth, toKoaRequestHead(ctx), {
    createHttpError,
    isSent: () => ctx.headerSent,
  })
}

/** Appends the cookies, each as a header line of its own. After that, none can be set. */
export async function appendCookies(ctx: ParameterizedContext, state: HandlerState): Promise<void> {
  const lines = await state.auth.takeCookies()
  if (ctx.headerSent) return
  for (const line of lines) ctx.append('Set-Cookie', line)
  // Middleware that was added before this one may change the headers.
  if (state.dependsOnSession()) restrictCachingAtHead(ctx.res, state)
}

/**
 * Koa clears the headers of the response when it handles an error, and sets those of the error. They are not enumerable, because loggers
 * write all other properties of an error, and a cookie is secret.
 */
export function addHeadersToError(ctx: ParameterizedContext, error: unknown, state: HandlerState): void {
  // Koa keeps a single cookie as a string.
  const cookies = [ctx.response.headers['set-cookie'] ?? []].flat()
  if (!(error instanceof Error) || !(state.dependsOnSession() || cookies.length > 0)) return
  const own: Record<string, string | string[]> = Object(Reflect.get(error, 'headers'))
  const isSetCookie = ([name]: [string, unknown]) => name.toLowerCase() === 'set-cookie'
  const ownCookies = Object.entries(own)
    .filter(isSetCookie)
    .flatMap(([, value]) => value)
  const setCookies = [...cookies, ...ownCookies]
  const headers = { 'Cache-Control': 'private, no-store', ...own, 'Set-Cookie': setCookies }
  const hidden = { enumerable: false, configurable: true, writable: true }
  Object.defineProperty(error, 'headers', { ...hidden, value: headers })
}

/** Writes a response. Cookies that other code has set on it stay. */
export function writeResponse(
  ctx: ParameterizedContext,
  { status, headers, body, setCookies }: ResponseData,
): void {
  ctx.body = body ?? ''
  ctx.status = status
  ctx.set({ ...headers })
  for (const line of setCookies) ctx.append('Set-Cookie', line)
}

/** Koa reads the status of an error from `status`, and sends its message if `expose` is true. */
function createHttpError({ status, message, cause }: HttpFailure): Error {
  return Object.assign(new Error(message, { cause }), { status, expose: true })
}
