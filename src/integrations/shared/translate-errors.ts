import { SessionUnavailable } from '../../errors.js'

/** Creates the error of the framework with status 503, for a session that cannot be read. */
export type CreateOutageError = (error: SessionUnavailable) => unknown

/** Returns an object with the same functions. An outage is the error of the framework, and other errors stay as they are. */
export function translateErrors<Target extends object>(
  target: Target,
  createOutageError: CreateOutageError,
): Target {
  return new Proxy(target, { get: (_, name) => translateValue(Reflect.get(target, name), createOutageError) })
}

function translateValue(value: unknown, createOutageError: CreateOutageError): unknown {
  if (typeof value === 'object' && value !== null) return translateErrors(value, createOutageError)
  if (typeof value !== 'function') return value
  return async (...params: readonly unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(value, undefined, params)
    } catch (error) {
      throw translateError(error, createOutageError)
    }
  }
}

/** Returns the error of the framework for an outage, and other errors as they are. */
export function translateError(error: unknown, createOutageError: CreateOutageError): unknown {
  return error instanceof SessionUnavailable ? createOutageError(error) : error
}
