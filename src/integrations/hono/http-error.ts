import { HTTPException } from 'hono/http-exception'
import { SessionUnavailable } from '../../errors.js'

/** Returns an object with the same functions, which throw the errors of Hono. */
export function withHttpErrors<Target extends object>(target: Target): Target {
  return new Proxy(target, { get: (_, name) => translateValue(Reflect.get(target, name)) })
}

function translateValue(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return withHttpErrors(value)
  if (typeof value !== 'function') return value
  return async (...params: readonly unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(value, undefined, params)
    } catch (error) {
      return throwHttpError(error)
    }
  }
}

/** Throws an outage as an `HTTPException`, to which Hono responds with its response. Other errors stay as they are. */
export function throwHttpError(error: unknown): never {
  if (!(error instanceof SessionUnavailable)) throw error
  const message = 'Please try again.'
  const res = new Response(message, { status: 503, headers: { 'cache-control': 'no-store' } })
  throw new HTTPException(503, { res, message, cause: error })
}
