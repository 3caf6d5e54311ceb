import { type AuthError, MissingCSRF, SessionUnavailable, UserActionRequired } from '../../errors.js'

/**
 * A failure that has a status of its own in every app: 503 if the session cannot be read, 403 if another origin sent the form, or
 * if no user made the request.
 */
export interface HttpFailure {
  readonly status: 403 | 503
  readonly statusText: 'Forbidden' | 'Service Unavailable'
  readonly code: 'SESSION_UNAVAILABLE' | 'CROSS_ORIGIN_REQUEST' | 'USER_ACTION_REQUIRED'
  /** What the visitor may read. */
  readonly message: string
  readonly cause: AuthError
}

const outage = {
  status: 503,
  statusText: 'Service Unavailable',
  code: 'SESSION_UNAVAILABLE',
  message: 'The session is unavailable. Please try again.',
} as const

const crossOrigin = {
  status: 403,
  statusText: 'Forbidden',
  code: 'CROSS_ORIGIN_REQUEST',
  message: 'The request came from another origin.',
} as const

const unrequested = {
  status: 403,
  statusText: 'Forbidden',
  code: 'USER_ACTION_REQUIRED',
  message: 'The request was not made by a user.',
} as const

/** Creates the error that the framework answers with the status of the failure. */
export type CreateHttpError = (failure: HttpFailure) => unknown

/** Returns the failure with its status, or null for all other errors, which the app handles. */
export function toHttpFailure(error: unknown): HttpFailure | null {
  if (error instanceof SessionUnavailable) return { ...outage, cause: error }
  if (error instanceof MissingCSRF) return { ...crossOrigin, cause: error }
  if (error instanceof UserActionRequired) return { ...unrequested, cause: error }
  return null
}

/** Creates the response to a failure. No cache may keep it. */
export function createErrorResponse({ status, statusText, message }: HttpFailure): Response {
  return new Response(message, { status, statusText, headers: { 'cache-control': 'no-store' } })
}

/** Returns an object with the same functions. A failure with a status is the error of the framework, and other errors stay as they are. */
export function translateErrors<Target extends object>(
  target: Target,
  createHttpError: CreateHttpError,
): Target {
  return new Proxy(target, { get: (_, name) => translateValue(Reflect.get(target, name), createHttpError) })
}

function translateValue(value: unknown, createHttpError: CreateHttpError): unknown {
  if (typeof value === 'object' && value !== null) return translateErrors(value, createHttpError)
  if (typeof value !== 'function') return value
  return async (...params: readonly unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(value, undefined, params)
    } catch (error) {
      throw translateError(error, createHttpError)
    }
  }
}

/** Returns the error of the framework for a failure with a status, and other errors as they are. */
export function translateError(error: unknown, createHttpError: CreateHttpError): unknown {
  const failure = toHttpFailure(error)
  return failure ? createHttpError(failure) : error
}
