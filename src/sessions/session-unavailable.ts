import { toError } from '../base/to-error.js'
import { SessionUnavailable } from '../errors.js'

/**
 * Runs a step of reading a session that can fail temporarily: the store or a callback of the app.
 *
 * @param callback the callback that the step calls, which the error names
 * @throws SessionUnavailable on any failure, because a failure does not mean that the user is signed out
 */
export async function rethrowAsSessionUnavailable<T>(
  step: () => T | PromiseLike<T>,
  callback?: 'jwt' | 'session',
): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof SessionUnavailable) throw error
    throw new SessionUnavailable(toError(error), callback && { callback })
  }
}
